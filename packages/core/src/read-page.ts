import { isUtf8 } from 'node:buffer';
import { asStored, fromStored, type PreparedQuery } from '@wikiquery/database';
import type { SelectQueryBuilder } from 'kysely';
import { badContinue } from './message.ts';
import {
  type KeyKind,
  type KeyValue,
  type OrderKey,
  type RowQuery,
  readCandidates,
  readRange,
  ScanCount,
  withoutGiven,
} from './read-range.ts';
import { type Cursor, Rows } from './rows.ts';

/**
 * The sort columns with their kinds. For a qualified column such as `page.page_id`, rows have the part after the dot as the property name.
 */
export type KeyColumns<Row> = { readonly [C in (keyof Row & string) | `${string}.${keyof Row & string}`]?: KeyKind };

/** A sort direction, as in `dir` parameters. `newer` is ascending, `older` is descending. */
export type Direction = 'ascending' | 'descending' | 'newer' | 'older';

/** Options of `readPage`. They have the same names as MediaWiki's parameters, so that a module can pass on its own parameters. */
export interface ReadPageOptions<Row> {
  /** The sort columns, most significant first: `{ rev_timestamp: 'timestamp', rev_id: 'int' }`. Their values together must be unique. */
  readonly by: KeyColumns<Row>;
  /** Maximum number of rows. */
  readonly limit: number;
  /** Default: `ascending`. */
  readonly dir?: Direction | undefined;
  /**
   * Values to which the query already restricts the leading columns. No further condition is added for them, because it would mislead query
   * planners.
   */
  readonly given?: Readonly<Record<string, KeyValue | undefined>> | undefined;
  /** Columns whose direction differs from `dir`. */
  readonly directions?: Readonly<Record<string, Direction>> | undefined;
  /** The continue value as sent. It identifies the first row to read. */
  readonly continue?: string | undefined;
  /** Accept continue values with timestamps in the form of any database engine, not only in the form of the rows. */
  readonly anyTimes?: boolean;
  /** Inclusive bound of the first column where reading starts. */
  readonly start?: KeyValue | undefined;
  /** Inclusive bound of the first column where reading ends. */
  readonly end?: KeyValue | undefined;
  /** Prefix that the values of the first column must have. */
  readonly prefix?: string | undefined;
  /**
   * Add a separate condition on the first column, so that rows with earlier values are not read. Use it if the first column is compared
   * with a list of values, and is in another table than the last column. Do not use it for columns of one index, of which engines might
   * then use only the first.
   */
  readonly boundFirstKey?: boolean | undefined;
  /**
   * The rows before filtering, with the columns of `by`, for filters that no index supports. A request scans at most 10,000 of them. If too
   * few rows match, the batch ends early with a cursor, which can identify any of the unfiltered rows.
   */
  // biome-ignore lint/suspicious/noExplicitAny: rows with any other columns
  readonly candidates?: RowQuery<any> | undefined;
  /** Counter of scanned `candidates`, to share their limit between several lists. */
  readonly scanned?: ScanCount | undefined;
  /** Makes the cursor of a row. The second argument returns the default cursor, built from the columns of `by`. */
  readonly cursor?: ((row: Row, cursor: () => string) => Cursor) | undefined;
}

/**
 * Reads one batch of rows with keyset pagination: in the order of `by`, from the row that `continue` identifies. Rejects with `badcontinue`
 * if the continue value does not have the form of a cursor.
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row> | PreparedQuery<Row>,
  {
    by,
    limit,
    dir = 'ascending',
    given,
    directions,
    continue: from,
    anyTimes = false,
    start,
    end,
    prefix,
    boundFirstKey,
    candidates,
    scanned = new ScanCount(),
    cursor,
  }: ReadPageOptions<Row>,
): Promise<Rows<Row>> {
  const kinds = by as Readonly<Record<string, KeyKind>>;
  const keys: OrderKey[] = [];
  for (const column in kinds) keys.push(keyOf(column, kinds[column]!, directions?.[column] ?? dir));
  if (keys.length === 0) throw new Error('readPage needs at least one column to order by.');
  const parsed = from === undefined ? undefined : parseCursor(keys, from);
  const open = given ? withoutGiven(keys, given, parsed) : { keys, from: parsed };
  const range = { start, end, prefix, from: open.from, boundFirstKey };
  if (candidates) {
    const { rows, next, read } = await readCandidates(query as RowQuery<Row>, candidates, open.keys, range, limit, scanned);
    if (from !== undefined && !anyTimes) checkTimes(keys, from, read);
    const keyed = cursorOf<Row>(keys, read);
    const resume = cursor ? (row: Row) => cursor(row, () => keyed(row)) : keyed;
    return new Rows(rows, limit, resume, next && resume(next));
  }
  const rows = open.isBehind ? [] : await readRange(query as RowQuery<Row>, open.keys, range, limit + 1);
  if (from !== undefined && !anyTimes) checkTimes(keys, from, rows);
  const keyed = cursorOf<Row>(keys, rows);
  return new Rows(rows, limit, cursor ? row => cursor(row, () => keyed(row)) : keyed);
}

const keyOf = (column: string, kind: KeyKind, dir: Direction): OrderKey => ({
  column,
  kind,
  isText: kind === 'string' || kind === 'hex',
  property: column.slice(column.lastIndexOf('.') + 1),
  forward: dir === 'ascending' || dir === 'newer',
});

function cursorOf<Row>(keys: readonly OrderKey[], rows: readonly Row[]): (row: Row) => string {
  const part = ({ kind, property }: OrderKey, row: Row): string => format[kind]((row as Readonly<Record<string, unknown>>)[property], rows);
  return row => {
    let text = part(keys[0]!, row);
    for (let i = 1; i < keys.length; i++) text += `|${part(keys[i]!, row)}`;
    return text;
  };
}

const format: Readonly<Record<KeyKind, (value: unknown, rows: readonly unknown[]) => string>> = {
  int: String,
  // Write numbers without an exponent, which `parse` rejects.
  real: value => (String(value).includes('e') ? (value as number).toFixed(40) : String(value)),
  string: value => escapeSeparator(String(value)),
  timestamp: (value, rows) => asStored(rows, String(value)),
  hex: value => Buffer.from(value as Uint8Array | string).toString('hex'),
};

/** Parses a cursor with one part per column. Throws `badcontinue`. */
function parseCursor(keys: readonly OrderKey[], text: string): KeyValue[] {
  const parts = text.split('|');
  if (parts.length !== keys.length) throw badContinue();
  return keys.map(({ kind }, i) => {
    const value = parse[kind](parts[i] as string);
    if (value === undefined) throw badContinue();
    return value;
  });
}

/**
 * Escapes `|`, which separates the parts of a cursor. MediaWiki does not escape it, and resumes at the wrong row. Titles, names and
 * prefixes never contain `|` or the escape sequences, so their cursors are identical to MediaWiki's.
 */
const escapeSeparator = (text: string): string =>
  MUST_BE_ESCAPED.test(text) ? text.replaceAll(/[%|]/g, character => (character === '|' ? '%7C' : '%25')) : text;
const unescapeSeparator = (text: string): string =>
  text.includes('%') ? text.replaceAll(/%(?:7C|25)/g, code => (code === '%7C' ? '|' : '%')) : text;
const MUST_BE_ESCAPED = /\||%(?:7C|25)/;

/**
 * Throws `badcontinue` for timestamps in another engine's form, because this server did not return them. Only result rows reveal the
 * engine.
 */
function checkTimes(keys: readonly OrderKey[], text: string, rows: readonly unknown[]): void {
  const isForeign = (time: string): boolean => asStored(rows, fromStored(time)) !== time;
  if (text.split('|').some((part, i) => keys[i]?.kind === 'timestamp' && isForeign(part))) throw badContinue();
}

const parse: Readonly<Record<KeyKind, (text: string) => KeyValue | undefined>> = {
  int: text => {
    const value = Number(text);
    return Number.isSafeInteger(value) && String(value) === text ? value : undefined;
  },
  real: text => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined),
  string: unescapeSeparator,
  timestamp: text => {
    const time = fromStored(text);
    return isTimestamp(time) ? time : undefined;
  },
  hex: fromHex,
};

/** Decodes hexadecimal digits to a value that can be compared with a binary column; undefined for other text. */
export function fromHex(text: string): string | Uint8Array | undefined {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) return undefined;
  const bytes = Buffer.from(text, 'hex');
  // Every engine can compare strings with binary columns, but SQLite and PostgreSQL need bytes for a string with a NUL byte.
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : bytes;
}

/** Whether a string consists of fourteen digits that form a valid date and time. */
function isTimestamp(text: string): boolean {
  if (!/^\d{14}$/.test(text)) return false;
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)(..)(..)(..)$/.exec(text) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().replaceAll(/[-T:]/g, '').startsWith(text);
}
