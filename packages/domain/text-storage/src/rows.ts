import { loadInChunks } from '@wikiquery/database';
import { MAX_STORED } from './inflate.ts';
import type { Room } from './room.ts';

/** Maximum size of a row that is read together with other rows, in bytes. */
const MOST_TOGETHER = 1024 * 1024;

export interface TextTable<Row> {
  rows(ids: readonly number[], most: number): Promise<Row[]>;
  sizes(ids: readonly number[]): Promise<{ readonly id: number; readonly size: number }[]>;
}

/** Loads small rows with one statement, and large rows one by one within the memory limit. */
export async function loadRows<Row>(table: TextTable<Row>, ids: Iterable<number>, idOf: (row: Row) => number, room: Room): Promise<Row[]> {
  const missing = new Set(ids);
  const rows = await loadInChunks(missing, chunk => table.rows(chunk, MOST_TOGETHER));
  for (const row of rows) missing.delete(idOf(row));
  if (missing.size === 0) return rows;
  for (const { id, size } of await loadInChunks(missing, chunk => table.sizes(chunk))) {
    if (size <= MOST_ENCODED && room.take(size)) rows.push(...(await table.rows([id], MOST_ENCODED)));
  }
  return rows;
}

/** Maximum size of a stored row in bytes. PostgreSQL can store each byte as two hexadecimal digits. */
const MOST_ENCODED = 2 * MAX_STORED + 2;
