import { type Database, type StoreView, sql, storeOf } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { itemOf, readHistoryBlob } from './history-blob.ts';
import type { Room } from './room.ts';
import { loadRows, type TextTable } from './rows.ts';

/** Parsed address `DB://cluster/id`, or `DB://cluster/id/item` for one of several texts in a row. */
interface StorageAddress {
  readonly cluster: string;
  readonly id: number;
  readonly item: string | undefined;
}

/**
 * Loads texts from external storage by URL, with one statement per cluster. Omits missing texts, other kinds of storage, and clusters that
 * are unknown or unreachable.
 */
export async function loadExternal(db: Kysely<Database>, urls: Iterable<string>, room: Room): Promise<ReadonlyMap<string, Buffer>> {
  const addresses = new Map<string, StorageAddress>();
  for (const url of urls) {
    const address = parseAddress(url);
    if (address) addresses.set(url, address);
  }
  const found = new Map<string, Buffer>();
  const clusters = Map.groupBy(addresses, ([, { cluster }]) => cluster);
  await Promise.all(Array.from(clusters, ([cluster, batch]) => loadCluster(db, cluster, batch, room, found)));
  return found;
}

function parseAddress(url: string): StorageAddress | undefined {
  const [, cluster = '', id, item] = /^db:\/\/([^/]+)\/([1-9]\d{0,15})(?:\/([^/]+))?$/i.exec(url) ?? [];
  return id === undefined ? undefined : { cluster, id: Number(id), item };
}

async function loadCluster(
  db: Kysely<Database>,
  cluster: string,
  batch: readonly (readonly [url: string, address: StorageAddress])[],
  room: Room,
  found: Map<string, Buffer>,
): Promise<void> {
  const byId = Map.groupBy(batch, ([, { id }]) => id);
  const store = storeOf(db, cluster);
  const load = (ids: Iterable<number>) => (view: StoreView) => loadRows(tableOf(view), ids, row => row.blob_id, room);
  const rows = (await store?.query(load(byId.keys()))) ?? [];
  const missing = new Set(byId.keys()).difference(new Set(rows.map(({ blob_id }) => blob_id)));
  // A replica of the cluster may lag behind the wiki's database.
  if (missing.size > 0 && store?.hasReplicas) rows.push(...((await store.query(load(missing), true)) ?? []));
  if (rows.length < byId.size) store?.miss();
  for (const { blob_id, blob_text } of rows) {
    const bytes = Buffer.from(blob_text.buffer, blob_text.byteOffset, blob_text.length);
    const requests = byId.get(blob_id) ?? [];
    const blob = requests.some(([, { item }]) => item !== undefined) ? await readHistoryBlob(bytes).catch(() => undefined) : undefined;
    for (const [url, { item }] of requests) {
      const text = item === undefined ? bytes : blob && itemOf(blob, item);
      // Decompressed texts stay in memory until the batch is read.
      if (text && (text === bytes || room.take(text.length))) found.set(url, text);
    }
  }
}

const tableOf = ({ db, table }: StoreView): TextTable<{ blob_id: number; blob_text: Uint8Array }> => {
  const size = sql<number>`octet_length(${sql.ref('blob_text')})`;
  return {
    rows: (ids, most) =>
      db.selectFrom(table).select(['blob_id', 'blob_text']).where('blob_id', 'in', ids).where(size, '<=', most).execute(),
    sizes: ids =>
      db
        .selectFrom(table)
        .select(['blob_id as id', size.as('size')])
        .where('blob_id', 'in', ids)
        .execute(),
  };
};
