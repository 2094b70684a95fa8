import { currentWatermark } from '@wikiquery/search-index';
import type { SearchCluster } from '../cluster/cluster.ts';
import { ClusterRefusalError } from '../cluster/errors.ts';
import { buildTogether } from './build.ts';
import { FORMAT } from './index-names.ts';
import type { WriteOptions } from './options.ts';
import { type Building, StateStore, type WriterState } from './state.ts';
import { updateChanged } from './update.ts';

/** The index belongs to another program. */
export class ForeignIndexError extends Error {}

/** Number of page ids that a process works on at a time. */
const RANGE = 5000;

/**
 * Creates the index of a wiki, or updates it by the pages that changed. Several processes can build an index together, and an interrupted build is resumed. Rejects with a
 * `ForeignIndexError` if the index was not written by this function.
 */
export async function writeIndex(cluster: SearchCluster, options: WriteOptions): Promise<void> {
  const { site, prefix } = options;
  const store = new StateStore(cluster, prefix);
  await store.create();
  if (!(await store.read()) && (await isForeign(cluster, prefix)))
    throw new ForeignIndexError(`Another program has written the index ${prefix}. Choose another name for the index.`);
  const own = { format: FORMAT, wiki: site.wikiId, language: site.lang };
  const isSame = (state: WriterState): boolean => state.format === own.format && state.wiki === own.wiki && state.language === own.language;
  const before = await store.read();
  const isUsable = before?.current && !before.building && isSame(before);
  if (isUsable && !options.full && (await updateChanged(cluster, store, before, options))) return;
  const fresh = await newBuild(options);
  const state = await store.change(known => {
    if (known?.building && isSame(known)) return undefined;
    return { ...own, current: known?.current, building: fresh };
  });
  await buildTogether(cluster, store, state?.building ?? fresh, options);
}

async function isForeign(cluster: SearchCluster, prefix: string): Promise<boolean> {
  try {
    const path = `/${[prefix, `${prefix}_content`, `${prefix}_general`].map(encodeURIComponent).join(',')}`;
    const found = await cluster.request<object>({ method: 'GET', path, query: { ignore_unavailable: true } });
    return Object.keys(found).length > 0;
  } catch (error) {
    if (error instanceof ClusterRefusalError && error.status === 404) return false;
    throw error;
  }
}

async function newBuild({ db }: WriteOptions): Promise<Building> {
  const position = await currentWatermark(db);
  const { last, pages } = await db
    .selectFrom('page')
    .select(is => [is.fn.max('page_id').as('last'), is.fn.countAll<number>().as('pages')])
    .executeTakeFirstOrThrow();
  return { build: String(Date.now()), position, last: last ?? 0, pages: Number(pages), size: RANGE };
}
