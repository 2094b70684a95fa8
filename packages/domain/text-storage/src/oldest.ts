import { type Database, type OuterTables, QueryCancelledError, QueryDeadlineError, sql } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import type { Room } from './room.ts';
import { loadRows } from './rows.ts';

/** Loads texts from table `cur` by `cur_id`. Only wikis from before MediaWiki 1.5 have this table. */
export async function loadOldest(db: Kysely<Database>, ids: Iterable<number>, room: Room): Promise<ReadonlyMap<number, Uint8Array>> {
  const older = db as unknown as Kysely<OuterTables>;
  const size = sql<number>`octet_length(${sql.ref('cur_text')})`;
  const table = {
    rows: (batch: readonly number[], most: number) =>
      older.selectFrom('cur').select(['cur_id', 'cur_text']).where('cur_id', 'in', batch).where(size, '<=', most).execute(),
    sizes: (batch: readonly number[]) =>
      older
        .selectFrom('cur')
        .select(['cur_id as id', size.as('size')])
        .where('cur_id', 'in', batch)
        .execute(),
  };
  try {
    return new Map((await loadRows(table, ids, row => row.cur_id, room)).map(row => [row.cur_id, row.cur_text]));
  } catch (error) {
    if (error instanceof QueryCancelledError || error instanceof QueryDeadlineError) throw error;
    return new Map();
  }
}
