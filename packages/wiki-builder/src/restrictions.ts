import { addressRange, isAddressOrCidr, sanitizeAddress } from '@wikiquery/addresses';
import type { Database } from '@wikiquery/database';
import type { Insertable } from 'kysely';
import type { ActionOptions, BuiltPage } from './ledger.ts';
import { LinksBuilder } from './links.ts';

/** Properties of a block. */
export interface BlockOptions {
  readonly by?: string;
  readonly reason?: string;
  readonly timestamp?: string;
  readonly expiry?: string;
  readonly anonOnly?: boolean;
  readonly createAccount?: boolean;
  readonly autoblock?: boolean;
  readonly email?: boolean;
  readonly talk?: boolean;
  readonly hideUser?: boolean;
  /** Whether it is an autoblock of an IP address. `parent`: id of the block that caused it. */
  readonly auto?: boolean;
  readonly parent?: number;
  /** Pages, namespaces and actions (1 upload, 2 move, 3 create) of a partial block. */
  readonly pages?: readonly string[];
  readonly namespaces?: readonly number[];
  readonly actions?: readonly number[];
}

export abstract class RestrictionsBuilder extends LinksBuilder {
  /** Protects a page: `protect('Main Page', { edit: 'sysop' })`. */
  async protect(
    page: string | BuiltPage,
    levels: Readonly<Record<string, string>>,
    { expiry = 'infinity', cascade = false }: { readonly expiry?: string; readonly cascade?: boolean } = {},
  ): Promise<void> {
    const { id } = await this.pageOf(page);
    for (const [type, level] of Object.entries(levels)) {
      const row = { pr_page: id, pr_type: type, pr_level: level, pr_cascade: Number(cascade), pr_expiry: expiry };
      await this.db.insertInto('page_restrictions').values(row).execute();
    }
  }

  /** Protects a title without a page against creation. */
  async protectTitle(
    title: string,
    level: string,
    { user = 'Admin', comment = '', timestamp, expiry = 'infinity' }: ActionOptions & { readonly expiry?: string } = {},
  ): Promise<void> {
    const { namespace, dbkey } = this.titleOf(title);
    const { id } = await this.user(user);
    await this.db
      .insertInto('protected_titles')
      .values({
        pt_namespace: namespace,
        pt_title: dbkey,
        pt_user: id,
        pt_reason_id: await this.dictionary.comment(comment),
        pt_timestamp: this.tick(timestamp),
        pt_expiry: expiry,
        pt_create_perm: level,
      })
      .execute();
  }

  /** Blocks an account, IP address or range. Returns the block id. */
  async block(target: string, options: BlockOptions = {}): Promise<number> {
    const { by = 'Admin', reason = '', expiry = 'infinity', auto = false, parent = null } = options;
    const { pages = [], namespaces = [], actions = [] } = options;
    const partial = [options.pages, options.namespaces, options.actions].some(limits => limits !== undefined);
    const range = isAddressOrCidr(target) ? addressRange(target) : undefined;
    const account = range ? undefined : await this.user(target);
    const targetRow: Insertable<Database['block_target']> = {
      bt_address: range ? sanitizeAddress(target) : null,
      bt_user: account?.id ?? null,
      bt_user_text: account?.name ?? null,
      bt_auto: Number(auto),
      bt_range_start: range && range.start !== range.end ? range.start : null,
      bt_range_end: range && range.start !== range.end ? range.end : null,
      bt_ip_hex: range?.start ?? null,
      bt_count: 1,
    };
    const { bt_id } = await this.db.insertInto('block_target').values(targetRow).returning('bt_id').executeTakeFirstOrThrow();
    const row: Insertable<Database['block']> = {
      bl_target: bt_id,
      bl_by_actor: await this.actorOf(by),
      bl_reason_id: await this.dictionary.comment(reason),
      bl_timestamp: this.tick(options.timestamp),
      bl_anon_only: Number(options.anonOnly ?? false),
      bl_create_account: Number(options.createAccount ?? true),
      bl_enable_autoblock: Number(options.autoblock ?? !range),
      bl_expiry: expiry,
      bl_deleted: Number(options.hideUser ?? false),
      bl_block_email: Number(options.email ?? false),
      bl_allow_usertalk: Number(options.talk ?? true),
      bl_parent_block_id: parent,
      bl_sitewide: Number(!partial),
    };
    const { bl_id } = await this.db.insertInto('block').values(row).returning('bl_id').executeTakeFirstOrThrow();
    const restrict = async (ir_type: number, ir_value: number) => {
      await this.db.insertInto('ipblocks_restrictions').values({ ir_ipb_id: bl_id, ir_type, ir_value }).execute();
    };
    for (const page of pages) await restrict(1, (await this.pageOf(page)).id);
    for (const namespace of namespaces) await restrict(2, namespace);
    for (const action of actions) await restrict(3, action);
    return bl_id;
  }
}
