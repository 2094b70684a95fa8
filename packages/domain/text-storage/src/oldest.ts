import { type Database, type OuterTables, QueryCancelledError, QueryDeadlineError, sql } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import type { Room } from './room.ts';
import { loadRows } from './rows.ts';

/** Texts that were current when the wiki was updated to 1.5 and still lie in table `cur`, which only such wikis have: by `cur_id`. */
export async function loadOldest(db: Kysely<Database>, ids: Iterable<number>, room: Room): Promise<ReadonlyMap<number, Uint8Array>> {
  const older = db as unknown as Kysely<OuterTables>;
  const size = sql<number>`octet_length(${sql.ref('cur_text')})`;
  const shelf = {
    rows: (wanted: readonly number[], most: number) =>
      older.selectFrom('cur').select(['cur_id', 'cur_text']).where('cur_id', 'in', wanted).where(size, '<=', most).execute(),
    sizes: (wanted: readonly number[]) =>
      older
        .selectFrom('cur')
        .select(['cur_id as id', size.as('size')])
        .where('cur_id', 'in', wanted)
        .execute(),
  };
  try {
    return new Map((await loadRows(shelf, ids, row => row.cur_id, room)).map(row => [row.cur_id, row.cur_text]));
  } catch (error) {
    if (error instanceof QueryCancelledError || error instanceof QueryDeadlineError) throw error;
    // There is no such table, or the account may not read it.
    return new Map();
  }
}
