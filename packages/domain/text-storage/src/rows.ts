import { loadInChunks } from '@wikiquery/database';
import { MAX_STORED } from './inflate.ts';
import type { Room } from './room.ts';

/** Bytes of a row that is read along with others: more than almost all texts have, so few that a batch of such rows takes no harm. */
const MOST_TOGETHER = 1024 * 1024;

/** A table of texts, asked for rows of some size, or for the sizes of rows. */
export interface Shelf<Row> {
  /** The rows of these ids that have at most so many bytes. */
  rows(ids: readonly number[], most: number): Promise<Row[]>;
  sizes(ids: readonly number[]): Promise<{ readonly id: number; readonly size: number }[]>;
}

/** Rows in one statement. What is larger than texts usually are comes row by row, as far as there is room. */
export async function loadRows<Row>(shelf: Shelf<Row>, ids: Iterable<number>, idOf: (row: Row) => number, room: Room): Promise<Row[]> {
  const wanted = new Set(ids);
  const rows = await loadInChunks(wanted, chunk => shelf.rows(chunk, MOST_TOGETHER));
  for (const row of rows) wanted.delete(idOf(row));
  if (wanted.size === 0) return rows;
  for (const { id, size } of await loadInChunks(wanted, chunk => shelf.sizes(chunk))) {
    if (size <= MOST_ENCODED && room.take(size)) rows.push(...(await shelf.rows([id], MOST_ENCODED)));
  }
  return rows;
}

/** PostgreSQL has bytes as twice as many digits. */
const MOST_ENCODED = 2 * MAX_STORED + 2;
