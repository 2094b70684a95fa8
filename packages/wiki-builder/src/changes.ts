import { type Title, titleKey } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import { type Serializable as PhpValue, serializePhp } from '@wikiquery/text-storage';
import type { Insertable } from 'kysely';
import { AccountsBuilder } from './accounts.ts';
import type { ActionOptions } from './ledger.ts';

/** Properties of a log entry. */
export interface LogOptions extends ActionOptions {
  readonly title?: string;
  /** Page id. Default: the id of the page with the title. */
  readonly page?: number;
  /** Parameters, serialized as MediaWiki does. A string is stored unchanged. */
  readonly params?: PhpValue;
  /** Bit mask of suppressed parts: 1 action, 2 comment, 4 user, 8 also suppressed for administrators. */
  readonly hidden?: number;
  readonly tags?: readonly string[];
  /** Values for rows of `log_search`, by field. */
  readonly search?: Readonly<Record<string, readonly (string | number)[]>>;
  /** Whether to add a recent change. Default: true. */
  readonly recent?: boolean;
}

export abstract class ChangesBuilder extends AccountsBuilder {
  /** Adds a log entry and its recent change. Returns the id of the log entry. */
  async log(type: string, action: string, options: LogOptions = {}): Promise<number> {
    const { title = 'Main Page', user = 'Admin', comment = '', params = [], hidden = 0, tags = [], search = {}, recent = true } = options;
    const timestamp = this.tick(options.timestamp);
    const at = this.titleOf(title);
    const page = options.page ?? this.pages.get(titleKey(at.namespace, at.dbkey))?.id ?? 0;
    const actor = await this.actorOf(user);
    const commentId = await this.dictionary.comment(comment);
    const logParams = typeof params === 'string' ? params : serializePhp(params);
    const row: Insertable<Database['logging']> = {
      log_type: type,
      log_action: action,
      log_timestamp: timestamp,
      log_actor: actor,
      log_namespace: at.namespace,
      log_title: at.dbkey,
      log_page: page,
      log_comment_id: commentId,
      log_params: logParams,
      log_deleted: hidden,
    };
    const { log_id } = await this.db.insertInto('logging').values(row).returning('log_id').executeTakeFirstOrThrow();
    for (const [field, values] of Object.entries(search)) {
      for (const value of values)
        await this.db
          .insertInto('log_search')
          .values({ ls_field: field, ls_value: String(value), ls_log_id: log_id })
          .execute();
    }
    const change = recent
      ? await this.addChange(at, {
          rc_timestamp: timestamp,
          rc_actor: actor,
          rc_comment_id: commentId,
          rc_cur_id: page,
          rc_source: 'mw.log',
          rc_patrolled: 2,
          rc_deleted: hidden,
          rc_logid: log_id,
          rc_log_type: type,
          rc_log_action: action,
          rc_params: logParams,
        })
      : undefined;
    for (const tag of tags) await this.tag({ log: log_id, ...(change !== undefined && { change }) }, tag);
    return log_id;
  }

  /** Suppresses parts of a log entry. `bits`: 1 action, 2 comment, 4 user, 8 also suppressed for administrators. */
  async hideLog(id: number, bits: number): Promise<void> {
    await this.db.updateTable('logging').set({ log_deleted: bits }).where('log_id', '=', id).execute();
    await this.db.updateTable('recentchanges').set({ rc_deleted: bits }).where('rc_logid', '=', id).execute();
  }

  /** Adds a change tag to a revision, log entry or recent change, or to several of them that belong to the same event. */
  async tag(
    { revision, log, change }: { readonly revision?: number; readonly log?: number; readonly change?: number },
    name: string,
    params: string | null = null,
  ): Promise<void> {
    const id = await this.defineTag(name, !name.startsWith('mw-'));
    await this.db
      .insertInto('change_tag')
      .values({ ct_rev_id: revision ?? null, ct_log_id: log ?? null, ct_rc_id: change ?? null, ct_tag_id: id, ct_params: params })
      .execute();
    await this.db
      .updateTable('change_tag_def')
      .set(is => ({ ctd_count: is('ctd_count', '+', 1) }))
      .where('ctd_id', '=', id)
      .execute();
  }

  /** Defines a change tag if it does not exist. Returns its id. */
  defineTag(name: string, userDefined = true): Promise<number> {
    return this.dictionary.tag(name, userDefined);
  }

  protected async addChange(at: Title, row: Omit<Insertable<Database['recentchanges']>, 'rc_namespace' | 'rc_title'>): Promise<number> {
    const complete = { rc_params: '', ...row, rc_namespace: at.namespace, rc_title: at.dbkey };
    return (await this.db.insertInto('recentchanges').values(complete).returning('rc_id').executeTakeFirstOrThrow()).rc_id;
  }
}
