import { afterPrefix, fromRow, fromValue, keyColumn, PreparedQuery, type SortKey, toValue } from '@wikiquery/database';
import type { SelectQueryBuilder } from 'kysely';

/** The kind of a sort column, which determines its form in continue values. Binary columns are `hex`. */
export type KeyKind = 'int' | 'real' | 'string' | 'timestamp' | 'hex';

export type KeyValue = string | number | Uint8Array;

/** A sort column. */
export interface OrderKey extends SortKey {
  readonly kind: KeyKind;
  /** Name of the row property with the value of the column. */
  readonly property: string;
}

// biome-ignore lint/suspicious/noExplicitAny: any tables and values
export type RowQuery<Row> = SelectQueryBuilder<any, any, Row> | PreparedQuery<Row>;

export interface Range {
  /** Inclusive bounds of the first column, in reading order, and its prefix. */
  readonly start: KeyValue | undefined;
  readonly end: KeyValue | undefined;
  readonly prefix?: string | undefined;
  /** Key values of the first row to read. */
  readonly from: readonly KeyValue[] | undefined;
  /** Key values of the last row to read. */
  readonly to?: readonly KeyValue[];
  /** Add separate conditions on the first column. */
  readonly boundFirstKey?: boolean | undefined;
}

/** Reads at most `most` rows of a range in order, after skipping `skipped` rows. */
export function readRange<Row>(
  query: RowQuery<Row>,
  keys: readonly OrderKey[],
  range: Range,
  most: number,
  skipped?: number,
): Promise<Row[]> {
  const { start, end, from, to, before } =
    range.start === undefined && range.end === undefined && !range.prefix ? (range as Tight) : tightened(range, keys);
  const [first] = keys as [OrderKey];
  const values: KeyValue[] = [most];
  if (skipped !== undefined) values.push(skipped);
  if (start !== undefined) values.push(start);
  if (end !== undefined) values.push(end);
  if (before !== undefined) values.push(before);
  if (from !== undefined) values.push(...from);
  if (to !== undefined) values.push(...to);
  const boundsFirstKey = range.boundFirstKey === true && keys.length > 1;
  if (boundsFirstKey && from !== undefined) values.push(from[0] as KeyValue);
  if (boundsFirstKey && to !== undefined) values.push(to[0] as KeyValue);
  // biome-ignore lint/suspicious/noExplicitAny: any tables
  const complete = (all: SelectQueryBuilder<any, any, Row>, [limit, ...bounds]: readonly KeyValue[]): SelectQueryBuilder<any, any, Row> => {
    let some = all;
    const offset = skipped === undefined ? undefined : bounds.shift();
    if (start !== undefined) some = some.where(fromValue(first, bounds.shift() as KeyValue));
    if (end !== undefined) some = some.where(toValue(first, bounds.shift() as KeyValue));
    if (before !== undefined) some = some.where(keyColumn(first), '<', bounds.shift() as KeyValue);
    if (from !== undefined) some = some.where(fromRow(keys, bounds.splice(0, keys.length)));
    if (to !== undefined) some = some.where(fromRow(keys.map(backward), bounds.splice(0, keys.length)));
    if (boundsFirstKey && from !== undefined) some = some.where(fromValue(first, bounds.shift() as KeyValue));
    if (boundsFirstKey && to !== undefined) some = some.where(toValue(first, bounds.shift() as KeyValue));
    for (const key of keys) some = some.orderBy(keyColumn(key), key.forward ? 'asc' : 'desc');
    some = some.limit(limit as number);
    return offset === undefined ? some : some.offset(offset as number);
  };
  if (!(query instanceof PreparedQuery)) return complete(query, values).execute() as Promise<Row[]>;
  let finished = '';
  for (const { column, kind, forward } of keys) finished += `${column}${forward ? '>' : '<'}${kind} `;
  if (skipped !== undefined) finished += 'o';
  if (start !== undefined) finished += 's';
  if (end !== undefined) finished += 'e';
  if (before !== undefined) finished += 'b';
  if (from !== undefined) finished += 'c';
  if (to !== undefined) finished += 't';
  if (boundsFirstKey) finished += 'f';
  return query.execute(finished, values, complete);
}

const backward = (key: OrderKey): OrderKey => ({ ...key, forward: !key.forward });

/**
 * The sort columns without a fixed value, and the key values to start from. If the range would start after the last row, `isBehind` is
 * true.
 */
interface OpenKeys {
  readonly keys: readonly OrderKey[];
  readonly from: readonly KeyValue[] | undefined;
  readonly isBehind?: boolean;
}

/** Removes the leading columns whose value is given, but keeps at least one column. */
export function withoutGiven(
  keys: readonly OrderKey[],
  given: Readonly<Record<string, KeyValue | undefined>>,
  from: readonly KeyValue[] | undefined,
): OpenKeys {
  let at = 0;
  for (; at < keys.length - 1; at++) {
    const { property, forward } = keys[at] as OrderKey;
    const value = given[property];
    if (value === undefined) break;
    const order = from ? compare(from[at] as KeyValue, value) : 0;
    if (order === 0) continue;
    if (order > 0 === forward) return { keys, from: undefined, isBehind: true };
    from = undefined;
  }
  return { keys: keys.slice(at), from: from?.slice(at) };
}

interface Tight extends Range {
  /** Exclusive upper bound of the first column, for a prefix. */
  readonly before?: KeyValue | undefined;
}

/**
 * Reduces a range to one bound on each side of the first column. If there were several, SQLite would seek to an arbitrary one and scan the
 * rows up to the others.
 */
function tightened({ start, end, prefix, from, to, boundFirstKey }: Range, [first]: readonly OrderKey[]): Tight {
  const forward = first?.forward === true;
  let [least, most] = forward ? [start, end] : [end, start];
  let before: KeyValue | undefined;
  if (prefix) {
    if (least === undefined || compare(least, prefix) < 0) least = prefix;
    before = afterPrefix(prefix);
    if (before !== undefined && most !== undefined && compare(most, before) < 0) before = undefined;
    if (before !== undefined) most = undefined;
  }
  // Only a forged continue value can be outside the bounds.
  const at = from?.[0];
  if (at !== undefined && forward && least !== undefined) {
    if (compare(at, least) >= 0) least = undefined;
    else from = undefined;
  }
  if (at !== undefined && !forward && before !== undefined) {
    if (compare(at, before) < 0) before = undefined;
    else from = undefined;
  }
  if (at !== undefined && !forward && most !== undefined) {
    if (compare(at, most) <= 0) most = undefined;
    else from = undefined;
  }
  return { start: forward ? least : most, end: forward ? most : least, before, from, ...(to && { to }), boundFirstKey };
}

function compare(one: KeyValue, other: KeyValue): number {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other);
  return Buffer.compare(Buffer.from(one as string), Buffer.from(other as string));
}

/** Maximum number of candidates that a request scans. */
const MOST_SCANNED = 10_000;
/** Number of candidates in the first scan, per requested row. The first scan nearly always finds enough matches. */
const FIRST_SCANNED = 10;
const SCANNED_AT_ONCE = 1000;

/** Counts the rows that a request scans. Pass the same counter to each `readPage` call of a request to share the limit of 10,000 rows. */
export class ScanCount {
  count = 0;

  /** Whether the request has reached the limit. */
  get isFull(): boolean {
    return this.count >= MOST_SCANNED;
  }
}

/**
 * Reads up to `limit + 1` matches. Also returns the first row that was not scanned (`next`), and a list of rows as the database returned it
 * (`read`), from which `asStored` detects the engine.
 */
export async function readCandidates<Row>(
  query: RowQuery<Row>,
  candidates: RowQuery<Row>,
  keys: readonly OrderKey[],
  range: Range,
  limit: number,
  scanned: ScanCount,
) {
  const rows: Row[] = [];
  let { from } = range;
  let step = Math.max(Math.min(FIRST_SCANNED * (limit + 1), SCANNED_AT_ONCE), 2 * limit);
  for (;;) {
    const read = await readRange(candidates, keys, { ...range, from }, 1, step);
    const [next] = read;
    const to = next && valuesOf(keys, next);
    for (const row of await readRange(query, keys, { ...range, from, ...(to && { to }) }, limit + 1 - rows.length)) rows.push(row);
    if (!next || !to || rows.length > limit) return { rows, read };
    // The range is inclusive, so its last match can be the first row of the next step.
    const last = rows.at(-1);
    if (last !== undefined && isSame(valuesOf(keys, last), to)) rows.pop();
    scanned.count += step;
    if (scanned.isFull) return { rows, next, read };
    from = to;
    step = Math.min(step * 5, MOST_SCANNED - scanned.count);
  }
}

const valuesOf = (keys: readonly OrderKey[], row: unknown): KeyValue[] =>
  keys.map(({ property }) => (row as Readonly<Record<string, KeyValue>>)[property] as KeyValue);

const isSame = (some: readonly KeyValue[], others: readonly KeyValue[]): boolean =>
  some.every((value, i) => compare(value, others[i] as KeyValue) === 0);
