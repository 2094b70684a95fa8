import { CompiledQuery } from 'kysely';
import type { Column, Table } from './column.ts';
import type { EngineName } from './engine.ts';
import type { WikiDatabase } from './open.ts';
import { type TableName, tables } from './tables.ts';

/** What a row of `insertRows` holds, in the order of the columns. */
export type BulkRow = readonly (string | number | Uint8Array | null)[];

export interface BulkOptions {
  /** Rows whose key is there already are left out instead of refused. */
  readonly skipExisting?: boolean;
  /** Put before the name of the table. */
  readonly prefix?: string;
}

/**
 * Writes many rows with few statements, as fast as the engine takes them: prepared ones of a hundred rows on SQLite, large ones on MariaDB,
 * arrays on PostgreSQL. Values are those of the tables' types: times have fourteen digits.
 */
export async function insertRows(
  { engine, db }: Pick<WikiDatabase, 'engine' | 'db'>,
  table: TableName,
  columns: readonly string[],
  rows: readonly BulkRow[],
  options: BulkOptions = {},
): Promise<void> {
  if (rows.length === 0) return;
  for (const { sql, parameters } of writers[engine]({ table, columns, rows, options })) {
    await db.executeQuery(CompiledQuery.raw(sql, parameters));
  }
}

/** Runs the work in one transaction. The database has to be open for writing, with one connection. */
export async function inTransaction<T>({ db }: Pick<WikiDatabase, 'db'>, work: () => Promise<T>): Promise<T> {
  await db.executeQuery(CompiledQuery.raw('begin', []));
  try {
    const result = await work();
    await db.executeQuery(CompiledQuery.raw('commit', []));
    return result;
  } catch (error) {
    await db.executeQuery(CompiledQuery.raw('rollback', [])).catch(() => undefined);
    throw error;
  }
}

/**
 * Makes a SQLite file stand the end of the process at any moment while it is written, and lets others read meanwhile; `false` puts it back into the
 * one file that it was. The servers need nothing of that.
 */
export async function keepJournal({ engine, db }: Pick<WikiDatabase, 'engine' | 'db'>, isKept: boolean): Promise<void> {
  if (engine !== 'sqlite') return;
  // To index a large table takes more room than memory has.
  await db.executeQuery(CompiledQuery.raw(`pragma temp_store = ${isKept ? 'file' : 'memory'}`, []));
  await db.executeQuery(CompiledQuery.raw(`pragma journal_mode = ${isKept ? 'wal' : 'delete'}`, []));
}

interface Bulk {
  readonly table: TableName;
  readonly columns: readonly string[];
  readonly rows: readonly BulkRow[];
  readonly options: BulkOptions;
}
type Statement = { readonly sql: string; readonly parameters: unknown[] };

const writers: Readonly<Record<EngineName, (bulk: Bulk) => Iterable<Statement>>> = {
  *sqlite({ table, columns, rows, options: { skipExisting, prefix = '' } }) {
    const begin = `insert ${skipExisting ? 'or ignore ' : ''}into "${prefix}${table}" (${columns.join(', ')}) values `;
    const row = `(${columns.map(() => '?').join(', ')})`;
    // MediaWiki writes bytes as text unless one of them is zero, and text is less than any blob.
    const { plain = [], cast = [] } = Object.groupBy(rows, values => (values.some(isTextOfBytes) ? 'cast' : 'plain'));
    for (const part of slices(plain, MOST_ROWS)) {
      yield { sql: begin + Array.from(part, () => row).join(', '), parameters: part.flat() };
    }
    for (const part of slices(cast, MOST_ROWS)) {
      const values = part.map(each => `(${each.map(value => (isTextOfBytes(value) ? 'cast(? as text)' : '?')).join(', ')})`);
      yield { sql: begin + values.join(', '), parameters: part.flat() };
    }
  },

  *mariadb({ table, columns, rows, options: { skipExisting, prefix = '' } }) {
    const names = columns.map(column => `\`${column}\``).join(', ');
    const sql = `insert ${skipExisting ? 'ignore ' : ''}into \`${prefix}${table}\` (${names}) values ?`;
    // The server takes statements of up to `max_allowed_packet`; binary values double in size.
    for (const part of slicesBySize(rows, MOST_BYTES)) yield { sql, parameters: [part.map(row => row.map(asBuffer))] };
  },

  *postgres({ table, columns, rows, options: { skipExisting, prefix = '' } }) {
    const types = columns.map(column => postgresType(columnOf(table, column)));
    const arrays = types.map((type, i) => `$${i + 1}::${type}[]`).join(', ');
    const names = columns.map(column => `"${column}"`).join(', ');
    const sql = `insert into "${prefix}${table}" (${names}) select * from unnest(${arrays})${skipExisting ? ' on conflict do nothing' : ''}`;
    for (const part of slicesBySize(rows, MOST_BYTES)) {
      yield { sql, parameters: types.map((type, i) => part.map(row => asPostgres(row[i] ?? null, type))) };
    }
  },
};

const isTextOfBytes = (value: BulkRow[number]): boolean => value instanceof Uint8Array && !value.includes(0);

const MOST_ROWS = 100;
const MOST_BYTES = 4 << 20;

function* slices<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

function* slicesBySize(rows: readonly BulkRow[], most: number): Generator<readonly BulkRow[]> {
  let begin = 0;
  let size = 0;
  for (const [at, row] of rows.entries()) {
    const own = row.reduce<number>((sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8), 0);
    if (size + own > most && at > begin) {
      yield rows.slice(begin, at);
      begin = at;
      size = 0;
    }
    size += own;
  }
  yield rows.slice(begin);
}

const columnOf = (table: TableName, column: string): Column<unknown, unknown> => {
  const found = (tables[table] as Table).columns[column];
  if (!found) throw new Error(`Table ${table} has no column ${column}.`);
  return found;
};

const asBuffer = (value: BulkRow[number]): unknown =>
  value instanceof Uint8Array && !Buffer.isBuffer(value) ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

function postgresType({ kind, traits: { size } }: Column<unknown, unknown>): string {
  switch (kind) {
    case 'serial':
      return size === 'bigint' ? 'bigint' : 'integer';
    case 'bigint':
      return 'bigint';
    case 'int':
      return 'integer';
    case 'smallint':
    case 'tinyint':
    case 'flag':
      return 'smallint';
    case 'real':
      return 'double precision';
    case 'timestamp':
    case 'expiry':
    case 'datetime':
      return 'timestamptz';
    default:
      return 'text';
  }
}

/** Times are written in ISO 8601, bytes as the hexadecimal digits that columns of text keep them as. */
function asPostgres(value: BulkRow[number], type: string): unknown {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value !== 'string') return value;
  if (type === 'timestamptz') return value.replace(/^(\d{8})(\d{6})$/, '$1T$2Z');
  return value.includes('\0') ? `\\x${Buffer.from(value).toString('hex')}` : value;
}
