import type { Wiki } from '@wikiquery/client';
import { NS, parseTimestamp, type Title } from '@wikiquery/core';
import { loadInChunks } from '@wikiquery/database';
import type { ImportContext } from '../context.ts';
import type { StalePages } from '../derive/stale-pages.ts';
import type { Item, LogItem } from '../items.ts';
import { deleteRows } from '../write/delete-rows.ts';
import { dropIdleActors, dropRevisions } from '../write/drop-revisions.ts';
import { noteFollowedLog } from '../write/follow-log.ts';
import { importedTables } from '../write/imported-tables.ts';
import { dropBelongings } from '../write/lost-pages.ts';
import { PageWriter } from '../write/page-writer.ts';
import { TargetDatabase } from '../write/target.ts';
import type { DumpTitles } from '../write/titles.ts';
import type { PageChanges } from './page-reader.ts';
import type { Protections } from './protections.ts';

export interface ChangesToWrite extends PageChanges {
  readonly entries: readonly LogItem[];
  readonly goneEntries: readonly number[];
  readonly accounts: ReadonlyMap<number, string>;
}

export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** Writes changes of the live wiki. Each method must be called in a transaction. */
export class ChangeWriter {
  readonly #context: ImportContext;
  readonly #titles: DumpTitles;
  readonly #stale: StalePages;

  constructor(context: ImportContext, titles: DumpTitles, stale: StalePages) {
    [this.#context, this.#titles, this.#stale] = [context, titles, stale];
  }

  async write(changes: ChangesToWrite): Promise<void> {
    const { database, options } = this.#context;
    const { db } = database;
    const actors = await this.#actorsOf(changes);
    await this.#stale.noteUsersOf(changes.titles, changes.appeared);
    for (const { from, to } of inOrder(await this.#renamed(changes))) await this.#rename(from, to);
    const names = new Set(changes.accounts.values());
    // Names of accounts that the wiki did not return are taken from log entries of renames.
    const others = changes.entries.flatMap(renameOf).filter(({ from, to }) => !names.has(from) && !names.has(to));
    for (const { from, to } of others) await this.#rename(from, to);
    const lost = await loadInChunks(changes.gone, chunk =>
      db.selectFrom('revision').select('rev_id').where('rev_page', 'in', chunk).execute(),
    );
    await dropRevisions(database, [...changes.removed, ...lost.map(row => row.rev_id)]);
    await deleteRows(db, 'page', 'page_id', [...changes.gone, ...changes.remade]);
    await loadInChunks(changes.gone, async chunk => {
      await dropBelongings(database, options.prefix ?? '', chunk);
      return [];
    });
    await deleteRows(db, 'logging', 'log_id', [...changes.goneEntries, ...changes.entries.map(({ id }) => id)]);
    await deleteRows(db, 'image', 'img_name', changes.files);
    await deleteRows(db, 'oldimage', 'oi_name', changes.files);
    await this.writeItems([...changes.items, ...changes.entries]);
    await this.protect(changes.protections);
    await this.#stale.note(changes.items.flatMap(item => (item.kind === 'page' ? [item.id] : [])));
    const isGiven = (await importedTables(this.#context)).has('user');
    await dropIdleActors(database, actors, isGiven);
    const { last } = await db
      .selectFrom('logging')
      .select(is => is.fn.max('log_id').as('last'))
      .executeTakeFirstOrThrow();
    await noteFollowedLog(this.#context, Number(last ?? 0));
  }

  /** Writes items. Reads the highest ids again, because another program may have written in the meantime. */
  async writeItems(items: readonly Item[]): Promise<void> {
    const target = await TargetDatabase.open(this.#context.database, this.#context.options.prefix ?? '');
    const writer = new PageWriter({
      target,
      titles: this.#titles,
      namespaces: undefined,
      page: undefined,
      isFirst: false,
      warn: (message, item) => this.#context.warn('follow', item ? `page "${item.title}": ${message}` : message),
    });
    await writer.write(items);
    await target.flush();
  }

  async protect(protections: Protections): Promise<void> {
    const { database, options } = this.#context;
    await deleteRows(database.db, 'page_restrictions', 'pr_page', protections.keys());
    const own = [...protections].flatMap(([page, all]) => all.filter(each => each.source === undefined).map(each => ({ page, ...each })));
    if (own.length === 0) return;
    const target = await TargetDatabase.open(database, options.prefix ?? '');
    for (const { page, type, level, expiry, cascade = false } of own) {
      const end = parseTimestamp(expiry) ?? 'infinity';
      target.add('page_restrictions', target.nextId('page_restrictions'), page, type, level, Number(cascade), end);
    }
    await target.flush();
  }

  async #actorsOf({ removed, gone, goneEntries, entries }: ChangesToWrite): Promise<Set<number>> {
    const { db } = this.#context.database;
    const rows = [
      ...(await loadInChunks(removed, chunk =>
        db.selectFrom('revision').select('rev_actor as actor').distinct().where('rev_id', 'in', chunk).execute(),
      )),
      ...(await loadInChunks(gone, chunk =>
        db.selectFrom('revision').select('rev_actor as actor').distinct().where('rev_page', 'in', chunk).execute(),
      )),
      ...(await loadInChunks([...goneEntries, ...entries.map(({ id }) => id)], chunk =>
        db.selectFrom('logging').select('log_actor as actor').distinct().where('log_id', 'in', chunk).execute(),
      )),
    ];
    return new Set(rows.map(({ actor }) => actor));
  }

  /** Detects renames from new names in revisions and log entries, because the log entry of a rename may be suppressed. */
  async #renamed({ items, entries, accounts }: ChangesToWrite): Promise<Rename[]> {
    const names = new Map(accounts);
    for (const item of [...items, ...entries])
      if ('contributor' in item && item.contributor?.id) names.set(item.contributor.id, item.contributor.name);
    const known = await loadInChunks(names.keys(), chunk =>
      this.#context.database.db.selectFrom('actor').select(['actor_user', 'actor_name']).where('actor_user', 'in', chunk).execute(),
    );
    return known.flatMap(({ actor_user: id, actor_name: from }) => {
      const to = names.get(id ?? 0);
      return to === undefined || to === from ? [] : [{ from, to }];
    });
  }

  async #rename(from: string, to: string): Promise<void> {
    const { db } = this.#context.database;
    const actor = await db.selectFrom('actor').select(['actor_id', 'actor_user']).where('actor_name', '=', from).executeTakeFirst();
    const taken = await db.selectFrom('actor').select('actor_id').where('actor_name', '=', to).executeTakeFirst();
    // If both names exist, only the wiki can attribute their actions.
    if (!actor || taken) return;
    await db.updateTable('actor').set({ actor_name: to }).where('actor_id', '=', actor.actor_id).execute();
    if (actor.actor_user) await db.updateTable('user').set({ user_name: to }).where('user_id', '=', actor.actor_user).execute();
  }
}

/** Sorts renames so that each new name is free when it is used. A cycle gets a temporary name. */
function inOrder(renames: readonly Rename[]): Rename[] {
  const ordered: Rename[] = [];
  let waiting = [...renames];
  for (let cycles = 1; waiting.length > 0; ) {
    const taken = new Set(waiting.map(({ from }) => from));
    const free = waiting.filter(({ to }) => !taken.has(to));
    ordered.push(...free);
    waiting = waiting.filter(({ to }) => taken.has(to));
    const [first, ...others] = waiting;
    if (free.length > 0 || !first) continue;
    const temporary = `#${cycles++}`;
    ordered.push({ from: first.from, to: temporary });
    waiting = [...others, { from: temporary, to: first.to }];
  }
  return ordered;
}

function renameOf({ type, action, params }: LogItem): Rename[] {
  if (type !== 'renameuser' || action !== 'renameuser') return [];
  const [, from] = /"4::olduser";s:\d+:"([^"]*)"/.exec(params) ?? [];
  const [, to] = /"5::newuser";s:\d+:"([^"]*)"/.exec(params) ?? [];
  return from === undefined || to === undefined ? [] : [{ from, to }];
}

export const isPageTitle = ({ namespace, dbkey }: Title): boolean => namespace >= NS.MAIN && dbkey !== '';

const NAMES_PER_REQUEST = 50;

/** Fetches the current names of renamed accounts by id, because several accounts may have had the same name. */
export async function accountsRenamed(wiki: Wiki, entries: readonly LogItem[]): Promise<Map<number, string>> {
  const names = [...new Set(entries.flatMap(renameOf).flatMap(({ from, to }) => [from, to]))];
  const accounts = new Map<number, string>();
  for (let at = 0; at < names.length; at += NAMES_PER_REQUEST) {
    for await (const user of wiki.list('users', { users: names.slice(at, at + NAMES_PER_REQUEST) }))
      if (user.userid !== undefined && user.name !== undefined) accounts.set(user.userid, user.name);
  }
  return accounts;
}
