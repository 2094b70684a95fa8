import { isExpired } from '@wikiquery/changes/watchlists';
import { type Env, type Timestamp, type Title, timestampMillis, titleKey, toTimestamp } from '@wikiquery/core';
import { loadInChunks, whereTitles } from '@wikiquery/database';
import type { Subject } from '@wikiquery/permissions';

export interface WatchedItem {
  /** Time of the first unvisited change. */
  readonly notified: Timestamp | undefined;
  readonly expiry: Timestamp | undefined;
}

type Counts = (subject: Title) => number | undefined;

/** Returns the watched pages by `titleKey`; none if the client has no account or lacks the right `viewmywatchlist`. */
export async function watchedItems(q: Env, subjects: readonly Subject[]): Promise<Map<string, WatchedItem>> {
  const { actor, now } = q;
  if (actor.isAnon || !actor.can('viewmywatchlist')) return new Map();
  const items = q.db
    .selectFrom('watchlist')
    .leftJoin('watchlist_expiry', 'we_item', 'wl_id')
    .select(['wl_namespace', 'wl_title', 'wl_notificationtimestamp', 'we_expiry'])
    .where('wl_user', '=', actor.id);
  const rows = await loadInChunks(subjects, chunk => whereTitles(items, 'wl_namespace', 'wl_title', chunk).execute());
  const expires = q.site.configuration.watchlistExpiry;
  const watched = expires ? rows.filter(row => row.we_expiry === null || row.we_expiry > toTimestamp(now)) : rows;
  return new Map(
    watched.map(row => [
      titleKey(row.wl_namespace, row.wl_title),
      { notified: row.wl_notificationtimestamp ?? undefined, expiry: (expires && row.we_expiry) || undefined },
    ]),
  );
}

/** Counts the watchers of pages. Small counts require the right `unwatchedpages`. */
export async function countWatchers(q: Env, subjects: readonly Subject[]): Promise<Counts> {
  const least = leastShown(q);
  if (least === undefined) return () => undefined;
  const rows = await loadInChunks(subjects, chunk =>
    whereTitles(watchers(q), 'wl_namespace', 'wl_title', chunk)
      .select(['wl_namespace', 'wl_title'])
      .groupBy(['wl_namespace', 'wl_title'])
      .execute(),
  );
  const counts = new Map(rows.map(row => [titleKey(row.wl_namespace, row.wl_title), Number(row.watchers)]));
  return shownCounts(counts, least);
}

/**
 * Counts the watchers who visited a page after its last edit, or at most `$wgWatchersMaxAge` before it.
 * A page has few distinct notification times, so counting by time is cheap.
 */
export async function countVisitingWatchers(q: Env, subjects: readonly Subject[]): Promise<Counts> {
  const least = leastShown(q);
  if (least === undefined) return () => undefined;
  const latest = subjects.flatMap(({ row }) => row?.latest ?? []);
  const [edits, rows] = await Promise.all([
    loadInChunks(latest, ids => q.db.selectFrom('revision').select(['rev_page', 'rev_timestamp']).where('rev_id', 'in', ids).execute()),
    loadInChunks(subjects, chunk =>
      whereTitles(watchers(q), 'wl_namespace', 'wl_title', chunk)
        .select(['wl_namespace', 'wl_title', 'wl_notificationtimestamp'])
        .groupBy(['wl_namespace', 'wl_title', 'wl_notificationtimestamp'])
        .execute(),
    ),
  ]);
  const age = q.site.configuration.watchersMaxAge * 1000;
  const edited = new Map(edits.map(row => [row.rev_page, toTimestamp(new Date(timestampMillis(row.rev_timestamp) - age))]));
  const since = new Map(subjects.map(({ id, namespace, dbkey }) => [titleKey(namespace, dbkey), edited.get(id)]));
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = titleKey(row.wl_namespace, row.wl_title);
    const threshold = since.get(key);
    const { wl_notificationtimestamp: waiting } = row;
    const visits = waiting === null || threshold === undefined || waiting >= threshold;
    if (visits) counts.set(key, (counts.get(key) ?? 0) + Number(row.watchers));
  }
  return shownCounts(counts, least);
}

/** Returns the smallest count that the user can see: 0 for all counts, undefined if no counts are visible. */
function leastShown({ actor, site }: Env): number | undefined {
  const { unwatchedPageThreshold: threshold } = site.configuration;
  if (actor.can('unwatchedpages')) return 0;
  return threshold === undefined ? undefined : Math.max(1, threshold);
}

/** Returns a function that returns the count of a page, or undefined if it is below the limit. */
const shownCounts =
  (counts: ReadonlyMap<string, number>, least: number): Counts =>
  ({ namespace, dbkey }) => {
    const count = counts.get(titleKey(namespace, dbkey)) ?? 0;
    return least === 0 || (count > 0 && count >= least) ? count : undefined;
  };

function watchers({ db, site, now }: Env) {
  const all = db.selectFrom('watchlist').select(({ fn }) => fn.countAll<number>().as('watchers'));
  if (!site.configuration.watchlistExpiry) return all;
  return all.where(({ not }) => not(isExpired(now)));
}
