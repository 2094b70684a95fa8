import { CompiledQuery } from 'kysely';
import type { Column, Table } from './column.ts';
import type { EngineName } from './engine.ts';
import { tableNamed } from './every-column.ts';
import { literalLength } from './mariadb/literals.ts';
import type { WikiDatabase } from './open.ts';
import { tables } from './tables.ts';

/** What a row of `insertRows` holds, in the order of the columns. */
export type BulkRow = readonly (string | number | Uint8Array | null)[];

export interface BulkOptions {
  /** Rows whose key is there already are left out instead of refused. */
  readonly skipExisting?: boolean;
  /** Put before the name of the table. */
  readonly prefix?: string;
}

/** A row for which the server takes no statement that is large enough. */
export class RowTooLargeError extends Error {
  override readonly name = 'RowTooLargeError';
  readonly row: BulkRow;
  constructor(message: string, row: BulkRow) {
    super(message);
    this.row = row;
  }
}

/**
 * Writes many rows with few statements, as fast as the engine takes them: prepared ones of some hundred rows on SQLite, large ones on MariaDB,
 * arrays on PostgreSQL. Values are those of the tables' types: times have fourteen digits. Rejects with `RowTooLargeError`.
 */
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

/** Runs the work in one transaction. The database has to be open for writing, as a `single` connection. */
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
  const set = (setting: string, value: string | number) => db.executeQuery(CompiledQuery.raw(`pragma ${setting} = ${value}`, []));
  await set('journal_mode', isKept ? 'wal' : 'delete');
  if (!isKept) return;
  // To index a large table takes more room than memory has: parts of the size of the cache are sorted by two threads, and lie in files.
  await set('temp_store', 'file');
  await set('cache_size', -16 << 10);
  await set('threads', 2);
}

interface Bulk {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly BulkRow[];
  readonly options: BulkOptions;
  /** Bytes that the server takes in one statement. */
  readonly largest: number;
}
type Statement = { readonly sql: string; readonly parameters: unknown[] };

const writers: Readonly<Record<EngineName, (bulk: Bulk) => Iterable<Statement>>> = {
  *sqlite(bulk) {
    const { table, columns, options } = bulk;
    const { skipExisting, prefix = '' } = options;
    const begin = `insert ${skipExisting ? 'or ignore ' : ''}into "${prefix}${table}" (${columns.join(', ')}) values `;
    const row = `(${columns.map(() => '?').join(', ')})`;
    // MediaWiki writes bytes as text unless one of them is zero, and text is less than any blob.
    const [plain, cast] = apart(bulk);
    let [sql, length] = ['', 0];
    for (const part of slices(plain)) {
      if (part.length !== length) [sql, length] = [begin + part.map(() => row).join(', '), part.length];
      yield { sql, parameters: inARow(part) };
    }
    for (const part of slices(cast)) {
      const values = part.map(each => `(${each.map(value => (isTextOfBytes(value) ? 'cast(? as text)' : '?')).join(', ')})`);
      yield { sql: begin + values.join(', '), parameters: inARow(part) };
    }
  },

  *mariadb({ table, columns, rows, options: { skipExisting, prefix = '' }, largest }) {
    const names = columns.map(column => `\`${column}\``).join(', ');
    const sql = `insert ${skipExisting ? 'ignore ' : ''}into \`${prefix}${table}\` (${names}) values ?`;
    // A character has at most three bytes, and each byte may be encoded as two digits.
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

/** Rows without bytes that are written as text, and rows with them; only the columns of bytes are looked at. */
function apart({ table, columns, rows }: Bulk): [plain: readonly BulkRow[], cast: readonly BulkRow[]] {
  const bytes = columns.flatMap((column, at) => (tableCalled(table)?.columns[column]?.kind === 'bytes' ? [at] : []));
  const isCast = (row: BulkRow): boolean => bytes.some(at => isTextOfBytes(row[at]));
  return rows.some(isCast) ? [rows.filter(row => !isCast(row)), rows.filter(isCast)] : [rows, []];
}

/** As `flat` does it, but in a quarter of the time. */
function inARow(rows: readonly BulkRow[]): BulkRow[number][] {
  const values: BulkRow[number][] = [];
  for (const row of rows) for (const value of row) values.push(value);
  return values;
}

const MOST_ROWS = 128;
const MOST_BYTES = 4 << 20;

/** Slices of few different lengths: each makes another statement, which is kept prepared. */
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

/** What MariaDB takes can be set; to ask once is enough. */
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

/** What a statement has besides the values, at most. */
const FRAME = 2000;

function checkSize(row: BulkRow, largest: number): void {
  const size = row.reduce<number>((sum, value) => sum + literalLength(value), FRAME);
  if (size <= largest) return;
  throw new RowTooLargeError(
    `It takes a statement of ${size} bytes, and the server refuses those of more than ${largest}: give its setting max_allowed_packet a larger value.`,
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
    case 'decimal':
      return 'numeric';
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
