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

/** The columns that order rows uniquely, in order. A qualified column (`page.page_id`) is the row's value of the name after the dot. */
export type KeyColumns<Row> = { readonly [C in (keyof Row & string) | `${string}.${keyof Row & string}`]?: KeyKind };

export type Direction = 'ascending' | 'descending' | 'newer' | 'older';

/** How a list is read. The names are those of the wire, so that a module passes its own parameters. */
export interface ReadPageOptions<Row> {
  /** Made with care for the order of keys: `{ rev_timestamp: 'timestamp', rev_id: 'int' }`. */
  readonly by: KeyColumns<Row>;
  readonly limit: number;
  readonly dir?: Direction | undefined;
  /** What the first columns are in all rows: the continue value tells it, but it is not compared again, since two conditions mislead engines. */
  readonly given?: Readonly<Record<string, KeyValue | undefined>> | undefined;
  /** Columns that run another way than `dir` says. */
  readonly directions?: Readonly<Record<string, Direction>> | undefined;
  /** The continue value as it came, which names the first row to read. */
  readonly continue?: string | undefined;
  /** Takes times in the continue value in the form of any engine, not only in that of the rows. */
  readonly anyTimes?: boolean;
  /** Inclusive bounds of the first column in reading order. */
  readonly start?: KeyValue | undefined;
  readonly end?: KeyValue | undefined;
  /** What the text of the first column begins with. */
  readonly prefix?: string | undefined;
  /**
   * The first column is looked up by a list, in another table than the last: where to go on is said of it by itself, too, so that nothing is read of its
   * values before. Not for columns of one index: engines might begin at the first alone.
   */
  readonly boundFirstKey?: boolean | undefined;
  /**
   * The rows that filters without an index choose from, in the same order and with the columns of `by`. So many of them are looked at as one
   * request may read, and where too few are chosen the list ends early, to go on behind them: a continue value may tell of each of these rows.
   */
  // biome-ignore lint/suspicious/noExplicitAny: rows of whatever other columns
  readonly candidates?: RowQuery<any> | undefined;
  /** Counts the rows of `candidates`, for several lists that have one limit together. */
  readonly scanned?: ScanCount | undefined;
  /** Replaces the cursor that is made of the columns of `by`, which it is given. */
  readonly cursor?: ((row: Row, cursor: () => string) => Cursor) | undefined;
}

/**
 * Reads a batch of rows by keyset: in the order of the columns in `by`, from the row that `continue` names. The last column makes the order
 * unique. Throws `badcontinue` when the continue value has another form than the cursors.
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
  // Never with an exponent.
  real: value => (String(value).includes('e') ? (value as number).toFixed(40) : String(value)),
  string: value => escapeSeparator(String(value)),
  timestamp: (value, rows) => asStored(rows, String(value)),
  hex: value => Buffer.from(value as Uint8Array | string).toString('hex'),
};

/** As many parts as there are columns, each in the form that its kind is written in. */
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
 * Keeps a text from being read as two parts. MediaWiki does not, and goes on in the wrong place; what its tables can hold in such columns
 * (titles, names, prefixes) has neither `|` nor the escapes, so that it reads the same.
 */
const escapeSeparator = (text: string): string =>
  MUST_BE_ESCAPED.test(text) ? text.replaceAll(/[%|]/g, character => (character === '|' ? '%7C' : '%25')) : text;
const unescapeSeparator = (text: string): string =>
  text.includes('%') ? text.replaceAll(/%(?:7C|25)/g, code => (code === '%7C' ? '|' : '%')) : text;
const MUST_BE_ESCAPED = /\||%(?:7C|25)/;

/** Only the rows know how their engine writes times: those of another engine did not come from here. */
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

/** Bytes written as hexadecimal digits, to compare with a column of bytes; undefined when the text is something else. */
export function fromHex(text: string): string | Uint8Array | undefined {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) return undefined;
  const bytes = Buffer.from(text, 'hex');
  // Nearly all are text, which every engine compares with such columns as it is. What has a zero is bytes to SQLite and PostgreSQL.
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : bytes;
}

/** Fourteen digits that are a moment: no thirteenth month. */
function isTimestamp(text: string): boolean {
  if (!/^\d{14}$/.test(text)) return false;
  const [, year, month, day, hour, minute, second] = /^(....)(..)(..)(..)(..)(..)$/.exec(text) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().replaceAll(/[-T:]/g, '').startsWith(text);
}
