import { type Title, toTimestamp } from '@wikiquery/core';
import { type Database, loadInChunks } from '@wikiquery/database';
import type { Kysely } from 'kysely';

type Db = Kysely<Database>;

/** State of the wiki when a run began: milliseconds since 1970, and the highest ids of revisions and log entries. */
export interface Watermark {
  readonly at: number;
  readonly revision: number;
  readonly entry: number;
}

/** Pages that changed, and titles whose pages changed. */
export interface Changes {
  readonly pages: ReadonlySet<number>;
  readonly titles: readonly Title[];
  /** Whether texts may have been deleted or suppressed. */
  readonly erases: boolean;
}

/** Milliseconds before the last run that are read again: transactions may have committed late, and clocks may differ. */
const OVERLAP = 15 * 60_000;
/** Maximum number of pages that are updated because a template of theirs changed. */
const MAX_USES = 2000;
/** Maximum number of revisions and of log entries to read. With more, comparing all pages is faster. */
const MAX_ROWS = 50_000;

/** Types of log entries that change no page, or that have a revision as well. */
const OTHER_LOGS = ['patrol', 'newusers', 'block', 'rights', 'create', 'thanks'];
const ERASING_LOGS: ReadonlySet<string> = new Set(['delete', 'suppress']);

/** Returns the state of the wiki now. */
export async function currentWatermark(db: Db): Promise<Watermark> {
  const at = Date.now();
  const revision = await db.selectFrom('revision').select('rev_id').orderBy('rev_id', 'desc').limit(1).executeTakeFirst();
  const entry = await db.selectFrom('logging').select('log_id').orderBy('log_id', 'desc').limit(1).executeTakeFirst();
  return { at, revision: revision?.rev_id ?? 0, entry: entry?.log_id ?? 0 };
}

/** Adds the watermark of a run to those of earlier runs. Drops watermarks that no later run needs. */
export function addWatermark(watermarks: readonly Watermark[], watermark: Watermark): Watermark[] {
  const first = watermarks.findLastIndex(({ at }) => at <= watermark.at - OVERLAP);
  return [...watermarks.slice(Math.max(0, first)), watermark];
}

/** Returns the watermark from which an update reads changes, or undefined if all pages must be compared. */
export function startOf(watermarks: readonly Watermark[], now: Watermark): Watermark | undefined {
  const last = watermarks.at(-1);
  // Log entries are never deleted, so fewer of them mean another database, or an older copy.
  if (!last || now.entry < last.entry) return undefined;
  return watermarks.findLast(({ at }) => at <= last.at - OVERLAP) ?? watermarks[0];
}

/** Finds what changed since a watermark. Returns undefined if there are too many changes. Every statement reads a range of an index. */
export async function changesSince(db: Db, since: Watermark): Promise<Changes | undefined> {
  const time = toTimestamp(new Date(Math.max(0, since.at - OVERLAP)));
  const edits = db
    .selectFrom('revision')
    .select('rev_page')
    .limit(MAX_ROWS + 1);
  const revisions = [
    // Ids find imported revisions, and timestamps find revisions whose ids are lower than those of earlier commits.
    await edits.where('rev_id', '>', since.revision).orderBy('rev_id').execute(),
    await edits.where('rev_timestamp', '>=', time).orderBy('rev_timestamp').execute(),
  ];
  const log = db
    .selectFrom('logging')
    .select(['log_id', 'log_type', 'log_page', 'log_namespace', 'log_title'])
    .where('log_type', 'not in', OTHER_LOGS)
    .limit(MAX_ROWS + 1);
  const entries = [
    await log.where('log_id', '>', since.entry).orderBy('log_id').execute(),
    await log.where('log_timestamp', '>=', time).orderBy('log_timestamp').execute(),
  ];
  if ([...revisions, ...entries].some(rows => rows.length > MAX_ROWS)) return undefined;
  const pages = new Set(revisions.flat().map(({ rev_page }) => rev_page));
  const titles = new Map<string, Title>();
  for (const { log_page, log_namespace, log_title } of entries.flat()) {
    if (log_page) pages.add(log_page);
    titles.set(`${log_namespace}:${log_title}`, { namespace: log_namespace, dbkey: log_title });
  }
  const erases = entries.flat().some(({ log_type }) => ERASING_LOGS.has(log_type));
  return { pages, titles: [...titles.values()], erases };
}

/** Returns pages that transclude any of the titles. Their categories, links and templates may have changed without an edit. */
export async function pagesUsing(db: Db, titles: readonly Title[]): Promise<number[]> {
  const pages: number[] = [];
  for (const [namespace, group] of Map.groupBy(titles, title => title.namespace)) {
    const dbkeys = group.map(({ dbkey }) => dbkey);
    for (let at = 0; at < dbkeys.length && pages.length < MAX_USES; at += BATCH) {
      const rows = await db
        .selectFrom('linktarget')
        .innerJoin('templatelinks', 'tl_target_id', 'lt_id')
        .select('tl_from')
        .where('lt_namespace', '=', namespace)
        .where('lt_title', 'in', dbkeys.slice(at, at + BATCH))
        .limit(MAX_USES - pages.length)
        .execute();
      pages.push(...rows.map(({ tl_from }) => tl_from));
    }
  }
  return pages;
}

const BATCH = 500;

/** Returns the ids and titles of existing pages by id. */
export const titlesOf = (db: Db, ids: Iterable<number>): Promise<(Title & { readonly id: number })[]> =>
  loadInChunks(ids, chunk =>
    db
      .selectFrom('page')
      .select(['page_id as id', 'page_namespace as namespace', 'page_title as dbkey'])
      .where('page_id', 'in', chunk)
      .execute(),
  );

/** Returns the ids of the pages with the titles. */
export async function pagesAt(db: Db, titles: readonly Title[]): Promise<number[]> {
  const groups = [...Map.groupBy(titles, ({ namespace }) => namespace)];
  const rows = groups.map(([namespace, group]) =>
    loadInChunks(new Set(group.map(({ dbkey }) => dbkey)), chunk =>
      db.selectFrom('page').select('page_id').where('page_namespace', '=', namespace).where('page_title', 'in', chunk).execute(),
    ),
  );
  return (await Promise.all(rows)).flat().map(({ page_id }) => page_id);
}
