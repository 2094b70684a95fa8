import { CompiledQuery } from 'kysely';
import type { Column, Table } from './column.ts';
import type { EngineName } from './engine.ts';
import { tableNamed } from './every-column.ts';
import { literalLength } from './mariadb/literals.ts';
import type { WikiDatabase } from './open.ts';
import { FIXED_TYPES } from './postgres/types.ts';
import { tables } from './tables.ts';

/** A row for `insertRows`, with its values in the order of the columns. */
export type BulkRow = readonly (string | number | Uint8Array | null)[];

/** Options of `insertRows`. */
export interface BulkOptions {
  /** Skips rows whose key already exists, instead of failing. Default: false. */
  readonly skipExisting?: boolean;
  /** Prefix of the table name (`$wgDBprefix`). Default: none. */
  readonly prefix?: string;
}

/** Thrown for a row that exceeds the server's maximum statement size (`max_allowed_packet`). */
export class RowTooLargeError extends Error {
  override readonly name = 'RowTooLargeError';
  readonly row: BulkRow;
  constructor(message: string, row: BulkRow) {
    super(message);
    this.row = row;
  }
}

/** Inserts rows with the fastest method of the engine. Timestamps are fourteen digits. Rejects with a `RowTooLargeError`. */
export async function insertRows(
  database: Pick<WikiDatabase, 'engine' | 'db'>,
  table: string,
  columns: readonly string[],
  rows: readonly BulkRow[],
  options: BulkOptions = {},
): Promise<void> {
  if (rows.length === 0) return;
  const largest = await largestStatement(database);
  for (const { sql, parameters } of writers[database.engine]({ table, columns, rows, options, largest })) {
    await database.db.executeQuery(CompiledQuery.raw(sql, parameters));
  }
}

/** Runs the work in a transaction, and rolls back if it rejects. Requires a writable database with a `single` connection. */
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

/** Switches SQLite to WAL mode (crash-safe writes with concurrent readers), or back to a single file. Has no effect on database servers. */
export async function keepJournal({ engine, db }: Pick<WikiDatabase, 'engine' | 'db'>, isKept: boolean): Promise<void> {
  if (engine !== 'sqlite') return;
  const set = (setting: string, value: string | number) => db.executeQuery(CompiledQuery.raw(`pragma ${setting} = ${value}`, []));
  await set('journal_mode', isKept ? 'wal' : 'delete');
  if (!isKept) return;
  // Limits the memory that creating indexes on large tables takes.
  await set('temp_store', 'file');
  await set('cache_size', -16 << 10);
  await set('threads', 2);
}

interface Bulk {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly BulkRow[];
  readonly options: BulkOptions;
  readonly largest: number;
}
type Statement = { readonly sql: string; readonly parameters: unknown[] };

const writers: Readonly<Record<EngineName, (bulk: Bulk) => Iterable<Statement>>> = {
  *sqlite(bulk) {
    const { table, columns, options } = bulk;
    const { skipExisting, prefix = '' } = options;
    const begin = `insert ${skipExisting ? 'or ignore ' : ''}into "${prefix}${table}" (${columns.join(', ')}) values `;
    const row = `(${columns.map(() => '?').join(', ')})`;
    // Stores byte strings without NUL bytes as text, as MediaWiki does, because SQLite sorts text before blobs.
    const [plain, cast] = partition(bulk);
    let [sql, length] = ['', 0];
    for (const part of slices(plain)) {
      if (part.length !== length) [sql, length] = [begin + part.map(() => row).join(', '), part.length];
      yield { sql, parameters: flatten(part) };
    }
    for (const part of slices(cast)) {
      const values = part.map(each => `(${each.map(value => (isTextOfBytes(value) ? 'cast(? as text)' : '?')).join(', ')})`);
      yield { sql: begin + values.join(', '), parameters: flatten(part) };
    }
  },

  *mariadb({ table, columns, rows, options: { skipExisting, prefix = '' }, largest }) {
    const names = columns.map(column => `\`${column}\``).join(', ');
    const sql = `insert ${skipExisting ? 'ignore ' : ''}into \`${prefix}${table}\` (${names}) values ?`;
    // A character of a string takes up to three bytes in UTF-8, and each byte two hexadecimal digits.
    for (const part of slicesBySize(rows, Math.min(MOST_BYTES, largest / 6))) {
      if (part.length === 1) checkSize(part[0] as BulkRow, largest);
      yield { sql, parameters: [part] };
    }
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

const isTextOfBytes = (value: BulkRow[number] | undefined): boolean => value instanceof Uint8Array && !value.includes(0);

function partition({ table, columns, rows }: Bulk): [plain: readonly BulkRow[], cast: readonly BulkRow[]] {
  const bytes = columns.flatMap((column, at) => (tableCalled(table)?.columns[column]?.kind === 'bytes' ? [at] : []));
  const isCast = (row: BulkRow): boolean => bytes.some(at => isTextOfBytes(row[at]));
  return rows.some(isCast) ? [rows.filter(row => !isCast(row)), rows.filter(isCast)] : [rows, []];
}

/** Four times as fast as `Array.flat`. */
function flatten(rows: readonly BulkRow[]): BulkRow[number][] {
  const values: BulkRow[number][] = [];
  for (const row of rows) for (const value of row) values.push(value);
  return values;
}

const MOST_ROWS = 128;
const MOST_BYTES = 4 << 20;

/** Splits items into slices whose lengths are powers of two, to limit the number of different prepared statements. */
function* slices<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0, size = MOST_ROWS; at < items.length; at += size) {
    while (size > items.length - at) size /= 2;
    yield items.slice(at, at + size);
  }
}

function* slicesBySize(rows: readonly BulkRow[], most: number): Generator<readonly BulkRow[]> {
  let begin = 0;
  let size = 0;
  for (const [at, row] of rows.entries()) {
    const own = row.reduce<number>((sum, value) => sum + lengthOf(value), 0);
    if (size + own > most && at > begin) {
      yield rows.slice(begin, at);
      begin = at;
      size = 0;
    }
    size += own;
  }
  yield rows.slice(begin);
}

const lengthOf = (value: BulkRow[number]): number => (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8);

const largestStatements = new WeakMap<WikiDatabase['db'], number>();

async function largestStatement({ engine, db }: Pick<WikiDatabase, 'engine' | 'db'>): Promise<number> {
  if (engine !== 'mariadb') return Number.POSITIVE_INFINITY;
  let largest = largestStatements.get(db);
  if (largest === undefined) {
    const { rows } = await db.executeQuery<{ bytes: number }>(CompiledQuery.raw('select @@max_allowed_packet as bytes', []));
    largest = Number(rows[0]?.bytes);
    largestStatements.set(db, largest);
  }
  return largest;
}

const FRAME = 2000;

function checkSize(row: BulkRow, largest: number): void {
  const size = row.reduce<number>((sum, value) => sum + literalLength(value), FRAME);
  if (size <= largest) return;
  throw new RowTooLargeError(
    `The row needs a statement of ${size} bytes, but the server accepts at most ${largest}. Increase its setting max_allowed_packet.`,
    row,
  );
}

const tableCalled = (name: string): Table | undefined => (tables as Readonly<Record<string, Table>>)[name] ?? tableNamed(name);

const columnOf = (table: string, column: string): Column<unknown, unknown> => {
  const found = tableCalled(table)?.columns[column];
  if (!found) throw new Error(`Table ${table} has no column ${column}.`);
  return found;
};

function postgresType({ kind, traits: { size } }: Column<unknown, unknown>): string {
  if (kind === 'serial') return size === 'bigint' ? 'bigint' : 'integer';
  if (kind === 'decimal') return 'numeric';
  return (FIXED_TYPES as Partial<Record<Column<unknown>['kind'], string>>)[kind] ?? 'text';
}

/** Converts timestamps to ISO 8601, and bytes to the hexadecimal digits that text columns store. */
function asPostgres(value: BulkRow[number], type: string): unknown {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (typeof value !== 'string') return value;
  if (type === 'timestamptz') return value.replace(/^(\d{8})(\d{6})$/, '$1T$2Z');
  return value.includes('\0') ? `\\x${Buffer.from(value).toString('hex')}` : value;
}
