import { type Database, hasOwnOrder, loadInChunks, prepare } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** Slot of a revision. */
export interface Slot {
  readonly role: string;
  readonly model: string;
  /** Size in bytes. */
  readonly size: number;
  readonly sha1: string;
  /** Blob address: `tt:17` is a row of table `text`. */
  readonly address: string;
  readonly origin: number;
}

/** Role of the main slot. */
export const MAIN = 'main';

/** Loads the slots of revisions, live or deleted, by revision id, in one query. On SQLite, the oldest content comes first. */
export async function loadSlots(db: Kysely<Database>, revisions: Iterable<number>): Promise<ReadonlyMap<number, readonly Slot[]>> {
  // MediaWiki's query has no order: SQLite uses the index with the origin, other databases the primary key.
  const byOrigin = !hasOwnOrder(db);
  const rows = await loadInChunks(revisions, ids => slotsOf(db, ids, byOrigin).execute());
  const toSlot = (row: (typeof rows)[number]): Slot => ({
    role: row.role_name,
    model: row.model_name,
    size: row.content_size,
    sha1: row.content_sha1,
    address: row.content_address,
    origin: row.slot_origin,
  });
  return new Map(
    Array.from(
      Map.groupBy(rows, row => row.slot_revision_id),
      ([id, group]) => [id, group.map(toSlot)],
    ),
  );
}

const slotsOf = prepare(
  (ids: readonly number[], byOrigin: boolean) => ({ bindings: { ids }, shape: { byOrigin } }),
  (db, { ids }, { byOrigin }) =>
    db
      .selectFrom('slots')
      .innerJoin('slot_roles', 'role_id', 'slot_role_id')
      .innerJoin('content', 'content_id', 'slot_content_id')
      .innerJoin('content_models', 'model_id', 'content_model')
      .select(['slot_revision_id', 'slot_origin', 'role_name', 'model_name', 'content_size', 'content_sha1', 'content_address'])
      .where('slot_revision_id', 'in', ids)
      .orderBy('slot_revision_id')
      .$if(byOrigin, query => query.orderBy('slot_origin'))
      .orderBy('slot_role_id'),
);

/** Loads the slot roles of the wiki, sorted. They always include `main`. */
export async function loadSlotRoles(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('slot_roles').select('role_name').execute();
  return [...new Set([MAIN, ...rows.map(row => row.role_name)])].sort();
}
