import { type Database, hasOwnOrder, loadInChunks, prepare } from '@wikiquery/database';
import type { Kysely } from 'kysely';

/** One content of a revision: what it is and where it is stored, but not the text. */
export interface Slot {
  readonly role: string;
  readonly model: string;
  /** Bytes. */
  readonly size: number;
  /** In base 36. */
  readonly sha1: string;
  /** `tt:17` is a row of table `text`. */
  readonly address: string;
  /** The revision in which this content came up. */
  readonly origin: number;
}

export const MAIN = 'main';

/** The slots of revisions, live or deleted, by revision id, in one query: on SQLite the oldest content first, then as the wiki got to know the roles. */
export async function loadSlots(db: Kysely<Database>, revisions: Iterable<number>): Promise<ReadonlyMap<number, readonly Slot[]>> {
  // MediaWiki gives no order: SQLite reads by the index that has the origin, the others by the primary key.
  const byOrigin = !hasOwnOrder(db);
  const rows = await loadInChunks(revisions, ids => slotsOf(db, ids, byOrigin).execute());
  const slots = new Map<number, Slot[]>();
  for (const row of rows) {
    const slot: Slot = {
      role: row.role_name,
      model: row.model_name,
      size: row.content_size,
      sha1: row.content_sha1,
      address: row.content_address,
      origin: row.slot_origin,
    };
    const known = slots.get(row.slot_revision_id);
    if (known) known.push(slot);
    else slots.set(row.slot_revision_id, [slot]);
  }
  return slots;
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

/** Every role that the wiki's revisions can have, sorted; `main` is always one. */
export async function loadSlotRoles(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('slot_roles').select('role_name').execute();
  return [...new Set([MAIN, ...rows.map(row => row.role_name)])].sort();
}
