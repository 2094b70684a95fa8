import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchCluster } from '../cluster/cluster.ts';
import { ClusterRefusalError } from '../cluster/errors.ts';
import { BulkWriter } from './bulk.ts';
import { BulkDocuments } from './bulk-documents.ts';
import { aliasesOf, buildOf, COMPLETE_SETTINGS, indexBody, indexName, KINDS } from './index-names.ts';
import type { WriteOptions } from './options.ts';
import { completePages, pagesInRange } from './read-documents.ts';
import type { Building, Claim, StateStore } from './state.ts';

/** Number of pages that are read at once. */
const BATCH = 100;
/** Milliseconds between two looks at the work of other processes. */
const PAUSE = 500;

/** Builds an index together with other processes that have started to. Resolves when the index is complete, and aliases lead to it. */
export async function buildTogether(cluster: SearchCluster, store: StateStore, building: Building, options: WriteOptions): Promise<void> {
  const { progress } = options;
  const bulk = new BulkWriter(cluster, options.signal ?? new AbortController().signal);
  const ranges = Math.ceil(building.last / building.size);
  let pages = 0;
  progress?.begin('full-text index', building.pages);
  await createIndices(cluster, building, options);
  for (let left = Array.from({ length: ranges }, (_, range) => range); left.length > 0; ) {
    const waiting: number[] = [];
    for (const range of left) {
      const lease = await store.claim(partOf(building, range));
      if (lease === undefined) waiting.push(range);
      if (lease === undefined || lease === 'done') continue;
      // Claims are deleted when the index is complete.
      if (!(await isCurrent(store, building))) return lease.release();
      await releasedOnFailure(lease, async () => {
        await writeRange(bulk, building, options, range, async written => {
          pages += written;
          progress?.update(pages, { pages });
          await lease.keep();
        });
        await lease.complete();
      });
    }
    left = waiting;
    if (left.length > 0) await sleep(PAUSE, undefined, { signal: options.signal });
  }
  progress?.end();
  if (bulk.rejected > 0) options.warn?.(`The cluster rejected ${bulk.rejected} documents: ${bulk.reason ?? 'no reason given'}`);
  while (await isCurrent(store, building)) {
    const lease = await store.claim(partOf(building, 'finish'));
    if (lease === 'done') return;
    if (lease) return releasedOnFailure(lease, () => finish(cluster, store, building, options, lease));
    await sleep(PAUSE, undefined, { signal: options.signal });
  }
}

/** Releases a claim if its work fails, so that another process can take it over at once. */
async function releasedOnFailure(lease: Claim, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await lease.release().catch(() => undefined);
    throw error;
  }
}

const isCurrent = async (store: StateStore, { build }: Building): Promise<boolean> => (await store.read())?.building?.build === build;

const partOf = ({ build }: Building, part: number | 'finish'): string => `${build}-${part}`;

async function createIndices(cluster: SearchCluster, { build, pages }: Building, { prefix, site }: WriteOptions): Promise<void> {
  for (const kind of KINDS) {
    const path = `/${encodeURIComponent(indexName(prefix, kind, build))}`;
    try {
      await cluster.request({ method: 'PUT', path, body: indexBody(kind, site.lang, pages) }, { timeout: 60_000 });
    } catch (error) {
      if (!(error instanceof ClusterRefusalError && error.type === 'resource_already_exists_exception')) throw error;
    }
  }
}

async function writeRange(
  bulk: BulkWriter,
  { build, size }: Building,
  { db, site, prefix }: WriteOptions,
  range: number,
  written: (pages: number) => Promise<void>,
): Promise<void> {
  const writer = new BulkDocuments(db, { site, prefix, build }, bulk);
  const last = (range + 1) * size;
  for (let after = range * size; ; ) {
    const rows = await pagesInRange(db, after, last, BATCH);
    if (rows.length === 0) break;
    await writer.write(await completePages(db, rows));
    await written(rows.length);
    after = rows.at(-1)?.page_id ?? last;
  }
  await bulk.flush();
}

/** Makes the index searchable, moves the aliases to it, and deletes earlier ones. */
async function finish(
  cluster: SearchCluster,
  store: StateStore,
  building: Building,
  { prefix }: WriteOptions,
  lease: Claim,
): Promise<void> {
  const { build, position } = building;
  const long = { timeout: 120_000 };
  const names = KINDS.map(kind => indexName(prefix, kind, build));
  const path = `/${names.map(encodeURIComponent).join(',')}`;
  await cluster.request({ method: 'PUT', path: `${path}/_settings`, body: COMPLETE_SETTINGS }, long);
  await cluster.request({ method: 'POST', path: `${path}/_refresh` }, long);
  // Documents are on the disk only now, because the settings of a new index do not wait for it.
  await cluster.request({ method: 'POST', path: `${path}/_flush` }, long);
  await lease.keep();
  const earlier = (await buildsOf(cluster, prefix)).filter(name => !names.includes(name));
  const actions = [...earlier.map(index => ({ remove_index: { index } })), ...aliasesOf(prefix, build)];
  await cluster.request({ method: 'POST', path: '/_aliases', body: { actions } }, long);
  await store.change(state => state && { ...state, building: undefined, current: { build, positions: [position] } });
  const ranges = Math.ceil(building.last / building.size);
  await store.forget([...Array.from({ length: ranges }, (_, range) => partOf(building, range)), partOf(building, 'finish')]);
}

/** Returns the names of all indices that the writer has created for a prefix. */
async function buildsOf(cluster: SearchCluster, prefix: string): Promise<string[]> {
  const path = `/${KINDS.map(kind => encodeURIComponent(`${prefix}_${kind}_*`)).join(',')}`;
  const found = await cluster.request<Readonly<Record<string, unknown>>>({ method: 'GET', path });
  return Object.keys(found).filter(name => buildOf(prefix, name) !== undefined);
}
