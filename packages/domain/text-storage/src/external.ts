import { type Database, type StoreView, sql, storeOf } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { itemOf, readHistoryBlob } from './history-blob.ts';
import type { Room } from './room.ts';
import { loadRows, type Shelf } from './rows.ts';

/** `DB://cluster/id`, or `DB://cluster/id/item` for one of several texts in a row. */
interface Place {
  readonly cluster: string;
  readonly id: number;
  readonly item: string | undefined;
}

/**
 * What external storage holds at these URLs, in one statement for each cluster. What is not there, of another kind of storage, or in a cluster that is not
 * configured or cannot be reached, is not in the map.
 */
export async function loadExternal(db: Kysely<Database>, urls: Iterable<string>, room: Room): Promise<ReadonlyMap<string, Buffer>> {
  const places = new Map<string, Place>();
  for (const url of urls) {
    const place = placeOf(url);
    if (place) places.set(url, place);
  }
  const found = new Map<string, Buffer>();
  const clusters = Map.groupBy(places, ([, { cluster }]) => cluster);
  await Promise.all(Array.from(clusters, ([cluster, wanted]) => loadCluster(db, cluster, wanted, room, found)));
  return found;
}

function placeOf(url: string): Place | undefined {
  const [, cluster = '', id, item] = /^db:\/\/([^/]+)\/([1-9]\d{0,15})(?:\/([^/]+))?$/i.exec(url) ?? [];
  return id === undefined ? undefined : { cluster, id: Number(id), item };
}

async function loadCluster(
  db: Kysely<Database>,
  cluster: string,
  wanted: readonly (readonly [url: string, place: Place])[],
  room: Room,
  found: Map<string, Buffer>,
): Promise<void> {
  const byId = Map.groupBy(wanted, ([, { id }]) => id);
  const rows = await storeOf(db, cluster)?.ask(view => loadRows(shelfOf(view), byId.keys(), row => row.blob_id, room));
  for (const { blob_id, blob_text } of rows ?? []) {
    const bytes = Buffer.from(blob_text.buffer, blob_text.byteOffset, blob_text.length);
    const asked = byId.get(blob_id) ?? [];
    const blob = asked.some(([, { item }]) => item !== undefined) ? await readHistoryBlob(bytes).catch(() => undefined) : undefined;
    for (const [url, { item }] of asked) {
      const text = item === undefined ? bytes : blob && itemOf(blob, item);
      // What was expanded is held until the batch is read.
      if (text && (text === bytes || room.take(text.length))) found.set(url, text);
    }
  }
}

const shelfOf = ({ db, table }: StoreView): Shelf<{ blob_id: number; blob_text: Uint8Array }> => {
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
