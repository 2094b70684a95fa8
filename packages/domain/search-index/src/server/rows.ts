import { sql } from '@wikiquery/database';
import type { Db, ServerEngine } from './tables.ts';

type Value = string | number | null;

const MAX_CHARACTERS = 1 << 20;

/** Inserts or replaces rows in batches. All rows must have the same columns. */
export async function putRows(
  engine: ServerEngine,
  db: Db,
  table: string,
  key: string,
  rows: readonly Readonly<Record<string, Value>>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const names = sql.raw(columns.join(', '));
  for (const part of inParts(rows)) {
    if (engine === 'mariadb') {
      const values = part.map(row => columns.map(column => row[column] ?? null));
      await sql`replace into ${sql.raw(table)} (${names}) values ${sql.val(values)}`.execute(db);
      continue;
    }
    const changed = sql.raw(columns.map(column => `${column} = excluded.${column}`).join(', '));
    const records = sql`json_populate_recordset(null::${sql.raw(table)}, ${JSON.stringify(part)}::json)`;
    await sql`insert into ${sql.raw(table)} (${names}) select ${names} from ${records} on conflict (${sql.raw(key)}) do update set ${changed}`.execute(
      db,
    );
  }
}

function* inParts(rows: readonly Readonly<Record<string, Value>>[]): Generator<readonly Readonly<Record<string, Value>>[]> {
  let part: Readonly<Record<string, Value>>[] = [];
  let size = 0;
  for (const row of rows) {
    const own = Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
    if (part.length > 0 && size + own > MAX_CHARACTERS) {
      yield part;
      [part, size] = [[], 0];
    }
    part.push(row);
    size += own;
  }
  if (part.length > 0) yield part;
}

export async function dropRows(db: Db, table: string, pages: readonly number[]): Promise<void> {
  if (pages.length > 0) await sql`delete from ${sql.raw(table)} where page in (${sql.join(pages)})`.execute(db);
}
