import type { Env } from '@wikiquery/core';
import { binary } from '@wikiquery/database';
import { type CacheOrder, inWindow, type QueryPage, type QueryPageRow, type Window } from '../query-page.ts';

/** Returns whether the rows of a query page are computed (`live`), read from the cache (`kept`) or unavailable (`disabled`). */
export function answerOf(page: QueryPage, { site }: Env): 'live' | 'kept' | 'disabled' {
  const { miserMode, disableQueryPages } = site.configuration;
  if (!miserMode || !(page.expensive || disableQueryPages)) return 'live';
  return page.cacheable === false ? 'disabled' : 'kept';
}

/** Reads the cached rows of a query page within the window. */
export function cachedRows(page: QueryPage, env: Env, window: Window): Promise<readonly QueryPageRow[]> {
  if (page.kept) return page.kept(env, window);
  const { db } = env;
  const [value, title] = DIRECTIONS[page.order];
  let rows = db
    .selectFrom('querycache')
    .select(['qc_namespace as namespace', 'qc_title as title', 'qc_value as value'])
    .where('qc_type', '=', page.name)
    .orderBy('qc_value', value);
  if (title) rows = rows.orderBy('qc_namespace', title).orderBy(binary('qc_title'), title);
  return inWindow(rows, window);
}

const DIRECTIONS: Readonly<Record<CacheOrder, readonly ['asc' | 'desc', ('asc' | 'desc')?]>> = {
  ascending: ['asc', 'asc'],
  descending: ['desc', 'desc'],
  wanted: ['desc', 'asc'],
  stored: ['desc'],
};

/** Returns the time when the cached rows were computed; undefined if they never were. */
export async function cachedSince({ name }: QueryPage, { db }: Env): Promise<string | undefined> {
  const row = await db.selectFrom('querycache_info').select('qci_timestamp').where('qci_type', '=', name).executeTakeFirst();
  return row?.qci_timestamp;
}
