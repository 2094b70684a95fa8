import { isInvalid, NS, type Title, type Titles, titleKey } from '@wikiquery/core';
import { inTransaction, loadInChunks, whereTitles } from '@wikiquery/database';
import { parseLogParams } from '@wikiquery/logs';
import { toText } from '@wikiquery/text-storage';
import { createTitles } from '@wikiquery/titles';
import type { ImportContext } from '../context.ts';
import { deleteRows } from './delete-rows.ts';
import { forgetDerived } from './derived.ts';
import { SeenPages } from './seen-pages.ts';

const APPLIED_LOG = '#log';
const BATCH = 500;

interface Entry extends Title {
  readonly id: number;
  readonly timestamp: string;
  readonly type: string;
  readonly action: string;
  readonly params: string;
}

interface Page extends Title {
  readonly id: number;
  readonly timestamp: string;
}

/** Applies deletions and moves that are newer than the last dump with the page. Must be called after all dumps were read. */
export async function followLog(context: ImportContext): Promise<void> {
  const { database, checkpoints } = context;
  const seen = await SeenPages.read(context);
  if (seen.oldest === undefined) return;
  const run = new LogRun(context, seen, createTitles(await context.site()));
  let last = (await checkpoints.read<{ last: number }>(APPLIED_LOG))?.last ?? 0;
  for (;;) {
    const entries = await entriesAfter(context, last, seen.oldest);
    if (entries.length === 0) break;
    await run.follow(await withoutSeen(context, entries));
    last = entries.at(-1)?.id ?? last;
  }
  await inTransaction(database, async () => {
    if (await run.write()) await forgetDerived(context);
    await checkpoints.write(APPLIED_LOG, { last });
  });
}

export const noteFollowedLog = ({ checkpoints }: Pick<ImportContext, 'checkpoints'>, last: number): Promise<void> =>
  checkpoints.write(APPLIED_LOG, { last });

async function entriesAfter({ database: { db } }: ImportContext, last: number, since: string): Promise<Entry[]> {
  const rows = await db
    .selectFrom('logging')
    .select(['log_id', 'log_timestamp', 'log_type', 'log_action', 'log_namespace', 'log_title', 'log_params'])
    .where('log_id', '>', last)
    .where('log_type', 'in', ['delete', 'move'])
    .where('log_action', 'in', ['delete', 'delete_redir', 'delete_redir2', 'restore', 'move', 'move_redir'])
    .where('log_timestamp', '>', since)
    .orderBy('log_id')
    .limit(BATCH)
    .execute();
  return rows.map(row => ({
    id: row.log_id,
    timestamp: row.log_timestamp,
    type: row.log_type,
    action: row.log_action,
    namespace: row.log_namespace,
    dbkey: row.log_title ?? '',
    params: String(row.log_params ?? ''),
  }));
}

/** Removes log entries of moves whose revision a dump contains: that dump already has the page at its new title. */
async function withoutSeen({ database: { db } }: ImportContext, entries: readonly Entry[]): Promise<Entry[]> {
  const revisionOf = new Map(entries.map(({ id, params }) => [id, parseLogParams(params).revisionId]));
  const rows = await loadInChunks(new Set([...revisionOf.values()].filter(id => id !== undefined)), chunk =>
    db.selectFrom('revision').select('rev_id').where('rev_id', 'in', chunk).execute(),
  );
  const seen = new Set<number | undefined>(rows.map(row => row.rev_id));
  return entries.filter(({ id }) => !seen.has(revisionOf.get(id)));
}

const keyOf = ({ namespace, dbkey }: Title): string => titleKey(namespace, dbkey);

class LogRun {
  readonly #context: ImportContext;
  readonly #seen: SeenPages;
  readonly #titles: Titles;
  readonly #holders = new Map<string, Page | undefined>();
  readonly #deleted = new Map<string, Page>();
  readonly #moved = new Map<number, Title>();

  constructor(context: ImportContext, seen: SeenPages, titles: Titles) {
    [this.#context, this.#seen, this.#titles] = [context, seen, titles];
  }

  async follow(entries: readonly Entry[]): Promise<void> {
    const targets = entries.map(entry => (entry.type === 'move' ? this.#targetOf(entry) : undefined));
    await this.#load([...entries, ...targets.filter(target => target !== undefined)]);
    const pages = [...this.#holders.values()].filter(page => page !== undefined);
    const seenUntil = await this.#seen.of(pages.map(({ id }) => id));
    for (const [at, entry] of entries.entries()) {
      const key = keyOf(entry);
      const page = this.#holders.get(key);
      const isOlder = page !== undefined && page.timestamp < entry.timestamp && seenUntil(page.id) < entry.timestamp;
      const target = targets[at];
      if (entry.action === 'restore') this.#restore(key);
      else if (!isOlder) continue;
      else if (entry.type === 'delete') this.#delete(key, page);
      else if (target) this.#move(key, page, target);
    }
  }

  #delete(key: string, page: Page): void {
    this.#deleted.set(key, page);
    this.#holders.set(key, undefined);
  }

  #restore(key: string): void {
    const page = this.#deleted.get(key);
    if (!page || this.#holders.get(key)) return;
    this.#deleted.delete(key);
    this.#holders.set(key, page);
  }

  #move(key: string, page: Page, target: Title): void {
    const to = keyOf(target);
    const other = this.#holders.get(to);
    if (other) this.#delete(to, other);
    this.#holders.set(key, undefined);
    this.#holders.set(to, page);
    this.#moved.set(page.id, target);
  }

  #targetOf({ params }: Entry): Title | undefined {
    const { values } = parseLogParams(params);
    const written = values.get('4::target') ?? values.get(0);
    const title = written === undefined || written === null ? undefined : this.#titles.parse(toText(written), NS.MAIN);
    return title === undefined || isInvalid(title) || title.interwiki !== '' ? undefined : title;
  }

  async #load(titles: readonly Title[]): Promise<void> {
    const { db } = this.#context.database;
    const fresh = new Map(titles.map(title => [keyOf(title), title] as const).filter(([key]) => !this.#holders.has(key)));
    const rows = await loadInChunks(fresh.values(), chunk =>
      whereTitles(
        db
          .selectFrom('page')
          .innerJoin('revision', 'rev_id', 'page_latest')
          .select(['page_id as id', 'page_namespace as namespace', 'page_title as dbkey', 'rev_timestamp as timestamp']),
        'page_namespace',
        'page_title',
        chunk,
      ).execute(),
    );
    for (const key of fresh.keys()) this.#holders.set(key, undefined);
    // Pages that earlier entries moved or deleted are no longer at their titles in the database.
    const gone = new Set([...this.#moved.keys(), ...[...this.#deleted.values()].map(({ id }) => id)]);
    for (const page of rows) if (!gone.has(page.id)) this.#holders.set(keyOf(page), page);
  }

  async write(): Promise<boolean> {
    const { db } = this.#context.database;
    const deleted = [...this.#deleted.values()].map(({ id }) => id);
    await deleteRows(db, 'page', 'page_id', deleted);
    const moved = [...this.#moved].filter(([id]) => !deleted.includes(id));
    // First moves all pages to temporary titles, because they may swap their titles.
    for (const [id] of moved)
      await db
        .updateTable('page')
        .set({ page_title: `\0${id}` })
        .where('page_id', '=', id)
        .execute();
    for (const [id, { namespace, dbkey }] of moved) {
      await db.updateTable('page').set({ page_namespace: namespace, page_title: dbkey }).where('page_id', '=', id).execute();
    }
    return deleted.length + moved.length > 0;
  }
}
