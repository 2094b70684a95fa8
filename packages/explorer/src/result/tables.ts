import { isList, isObject, type JsonObject, type JsonValue, textOf } from '../wiki/ask.ts';

/** A table that shows a part of a response: a list, the pages, or a list property of the pages. */
export interface ResultTable {
  /** Path in the response, such as `recentchanges` or `pages.images`. */
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}
export type TableRow = Readonly<Record<string, JsonValue | undefined>>;

export interface TableColumn {
  readonly key: string;
  readonly kind: TableColumnKind;
  /** Description from the schema. */
  readonly description?: string;
  /** Largest absolute value in a column of sizes. */
  readonly largest?: number;
}
export type TableColumnKind = 'text' | 'number' | 'size' | 'timestamp' | 'title' | 'user' | 'flag' | 'address' | 'nested';

/** Returns the properties of records from schemas, in the schema's order. */
export type PropertiesOf = (place: 'query' | 'page' | 'response', key: string) => Properties | undefined;
export type Properties = Readonly<Record<string, Property>>;
export interface Property {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
}

/** Returns the tables of a response, in the response's order. */
export function tablesOf(response: JsonValue | undefined, propertiesOf: PropertiesOf = () => undefined): ResultTable[] {
  if (!isObject(response)) return [];
  const { query, ...beside } = response;
  const tables: ResultTable[] = [];
  for (const [key, value] of Object.entries(isObject(query) ? query : {})) {
    if (key === 'pages') tables.push(...tablesOfPages(listOf(value), propertiesOf));
    else tables.push(...tableOf(key, value, propertiesOf('query', key)));
  }
  for (const [key, value] of Object.entries(beside))
    if (!ENVELOPE.has(key)) tables.push(...tableOf(key, value, propertiesOf('response', key)));
  return tables;
}

/** Keys that any response may have, which the page shows elsewhere. */
const ENVELOPE = new Set([
  'batchcomplete',
  'continue',
  'query-continue',
  'warnings',
  'error',
  'errors',
  'limits',
  'docref',
  'servedby',
  'requestid',
  'curtimestamp',
]);

/** Returns the pages as a list. In formatversion=1 they are an object, keyed by page id. */
const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  isList(value) ? value : isObject(value) ? (Object.values(value) as JsonValue[]) : [];

function tablesOfPages(pages: readonly JsonValue[], propertiesOf: PropertiesOf): ResultTable[] {
  const objects = pages.filter(page => isObject(page));
  const own: TableRow[] = [];
  const parts = new Map<string, TableRow[]>();
  for (const page of objects) {
    const row: Record<string, JsonValue | undefined> = {};
    for (const [key, value] of Object.entries(page)) {
      if (!isRecords(value)) row[key] = value;
      else for (const record of value) grouped(parts, key).push({ page: page.title, ...record });
    }
    own.push(row);
  }
  const properties = Object.assign(
    {},
    ...[...new Set(own.flatMap(row => Object.keys(row)))].map(key => propertiesOf('page', key) && { [key]: {} }),
  ) as Properties;
  return [
    ...(own.length > 0 ? [table('pages', own, properties)] : []),
    ...[...parts].map(([key, rows]) => table(`pages.${key}`, rows, withPage(propertiesOf('page', key)))),
  ];
}

const withPage = (properties: Properties | undefined): Properties | undefined => properties && { page: {}, ...properties };
const isRecords = (value: JsonValue | undefined): value is readonly JsonObject[] =>
  isList(value) && value.length > 0 && value.every(isObject);

function grouped(parts: Map<string, TableRow[]>, key: string): TableRow[] {
  const rows = parts.get(key) ?? [];
  parts.set(key, rows);
  return rows;
}

function tableOf(name: string, value: JsonValue | undefined, properties: Properties | undefined): ResultTable[] {
  if (isList(value)) {
    if (value.length === 0) return [table(name, [], properties)];
    return [
      table(
        name,
        value.map(item => (isObject(item) ? item : { value: item })),
        properties,
      ),
    ];
  }
  if (!isObject(value)) return value === undefined ? [] : [table(name, [{ value }], properties)];
  const entries = Object.entries(value);
  // Some modules return a list inside an object, next to metadata about it.
  const lists = entries.filter(([, each]) => isRecords(each));
  if (lists.length === 1 && entries.length <= 8 && lists[0])
    return [table(`${name}.${lists[0][0]}`, lists[0][1] as readonly TableRow[], undefined)];
  if (entries.length > 1 && entries.every(([, each]) => isObject(each)))
    return [
      table(
        name,
        entries.map(([key, each]) => ({ key, ...(each as JsonObject) })),
        properties,
      ),
    ];
  return [
    table(
      name,
      entries.map(([property, each]) => ({ property, value: each })),
      undefined,
    ),
  ];
}

function table(name: string, rows: readonly TableRow[], properties: Properties = {}): ResultTable {
  const seen = new Set(rows.flatMap(row => Object.keys(row)));
  const keys = [...Object.keys(properties).filter(key => seen.has(key)), ...[...seen].filter(key => !Object.hasOwn(properties, key))];
  const inOrder = keys.toSorted((a, b) => placeOf(a) - placeOf(b));
  const own = rows.map((row): TableRow => Object.assign(Object.create(null), row));
  return { name, rows: own, columns: inOrder.map(key => columnOf(key, own, Object.hasOwn(properties, key) ? properties[key] : undefined)) };
}

/** Returns the rank of a column: the subject, time and user come first. Long texts and then internal ids come last. */
const placeOf = (key: string): number => (FIRST.includes(key) ? FIRST.indexOf(key) : LAST.test(key) ? 99 : LATE.includes(key) ? 60 : 50);
const FIRST = ['key', 'property', 'page', 'title', 'name', 'timestamp', 'user'];
const LATE = ['comment', 'parsedcomment', 'snippet'];
const LAST = /^(?:ns|.*_?(?:page|rev|rc|log|user|parent)id)$/;

function columnOf(key: string, rows: readonly TableRow[], property: Property | undefined): TableColumn {
  const kind = kindOf(key, rows, property);
  const description = property?.description;
  return {
    key,
    kind,
    ...(description !== undefined && { description }),
    ...(kind === 'size' && { largest: rows.reduce((most, row) => Math.max(most, Math.abs(Number(row[key] ?? 0))), 0) }),
  };
}

/** Determines the kind of a column from the schema, or from its values. */
function kindOf(key: string, rows: readonly TableRow[], property: Property | undefined): TableColumnKind {
  if (property?.format === 'date-time') return 'timestamp';
  const values = rows.flatMap(row => row[key] ?? []).slice(0, SAMPLE);
  const all = (test: (value: JsonValue) => boolean): boolean => values.length > 0 && values.every(test);
  if (all(value => typeof value === 'number')) return SIZES.test(key) ? 'size' : 'number';
  if (all(value => typeof value === 'boolean') || (all(value => value === '') && property === undefined && values.length > 0))
    return 'flag';
  if (!all(value => typeof value === 'string')) return values.some(value => typeof value === 'object') ? 'nested' : 'text';
  if (all(value => TIMESTAMP.test(textOf(value)))) return 'timestamp';
  if (TITLES.test(key)) return 'title';
  if (key === 'user' || key === 'by' || (key === 'name' && rows.some(row => row.userid !== undefined))) return 'user';
  return all(value => /^(?:https?:)?\/\//.test(textOf(value))) ? 'address' : 'text';
}

const SAMPLE = 50;
const SIZES = /^(?:(?:new|old)?len|length|size|bytes|sizediff|revcount|editcount)$/;
const TITLES = /^(?:title|page|from|to|canonicaltitle)$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Sorts rows by a column. Rows without a value come last. */
export function sorted(rows: readonly TableRow[], { key }: Pick<TableColumn, 'key'>, isDescending: boolean): readonly TableRow[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [a[key], b[key]];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    const [x, y] = [cellText(left), cellText(right)];
    return x === y ? 0 : x < y ? -sign : sign;
  });
}

/** Formats a value as one line of text. */
export function cellText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (isList(value) && value.every(item => !isList(item) && !isObject(item))) return value.map(item => textOf(item)).join(', ');
  return isList(value) || isObject(value) ? JSON.stringify(value) : textOf(value);
}
