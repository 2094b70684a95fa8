import { type BulkRow, type TableName, tables } from '@wikiquery/database';
import { storedLink } from '@wikiquery/links/external';
import type { BulkValue, ColumnSource, DumpColumns } from './columns.ts';
import type { DumpRow, ValueKind } from './reader.ts';
import type { RowReferences } from './references.ts';

export interface TableLayout {
  readonly kinds: readonly ValueKind[];
  /** Columns to write. All other columns keep their default values. */
  readonly columns: readonly string[];
  readonly note: (row: DumpRow, references: RowReferences) => void;
  readonly row: (row: DumpRow, references: RowReferences) => BulkRow | undefined;
}

type Column = {
  readonly kind: string;
  readonly traits: { readonly nullable?: boolean; readonly initial?: string | number; readonly gone?: boolean };
};

/** Maps the columns of a dump of any supported release to the columns of the table. Throws an Error if columns cannot be filled. */
export function layoutOf(table: TableName, dump: DumpColumns): TableLayout {
  const sources: [column: string, source: ColumnSource][] = [];
  const missing: string[] = [];
  for (const [name, column] of Object.entries(tables[table].columns as Readonly<Record<string, Column>>)) {
    if (column.traits.gone) continue;
    const source = olderSource(name, dump) ?? (dump.has(name) ? sameColumn(dump, name, column) : undefined);
    if (source) sources.push([name, source]);
    else if (name in EMPTY) sources.push([name, { value: () => EMPTY[name] as BulkValue }]);
    else if (!column.traits.nullable && column.traits.initial === undefined && column.kind !== 'serial') missing.push(name);
  }
  if (missing.length > 0) {
    throw new Error(
      `The layout of table ${table} is not supported: ${missing.join(' and ')} cannot be filled from its columns (${dump.names.join(', ')}).`,
    );
  }
  const noting = sources.flatMap(([, { note }]) => note ?? []);
  const keeping = sources.flatMap(([, { keeps }]) => keeps ?? []);
  const values = sources.map(([, { value }]) => value);
  return {
    kinds: dump.kinds,
    columns: sources.map(([name]) => name),
    note: (row, references) => {
      for (const note of noting) note(row, references);
    },
    row: (row, references) => (keeping.every(keeps => keeps(row, references)) ? values.map(value => value(row, references)) : undefined),
  };
}

function sameColumn(dump: DumpColumns, name: string, { kind, traits }: Column): ColumnSource {
  const read = dump.value(name, KINDS[kind] ?? 'text');
  const initial = traits.nullable ? null : (traits.initial ?? (KINDS[kind] === 'number' ? 0 : ''));
  const columnValue = (row: DumpRow): BulkValue => {
    const value = read(row);
    return value === null || Number.isNaN(value) ? initial : value;
  };
  if (kind !== 'timestamp' && kind !== 'expiry' && kind !== 'datetime') return { value: columnValue };
  // Converts equal timestamps once: rows of one page often share a timestamp.
  let [last, time]: [BulkValue | undefined, BulkValue] = [undefined, null];
  const timeOf = (row: DumpRow): BulkValue => {
    const written = columnValue(row);
    if (written !== last) [last, time] = [written, readTime(written, traits.nullable === true)];
    return time;
  };
  return { value: timeOf };
}

const KINDS: Readonly<Record<string, ValueKind>> = {
  ...{ serial: 'number', bigint: 'number', int: 'number', smallint: 'number', tinyint: 'number', flag: 'number', real: 'number' },
  bytes: 'bytes',
};

/** Converts a time to fourteen digits or `infinity`. MySQL's date types have separators; columns without a time are empty or zero. */
function readTime(value: BulkValue, isNullable: boolean): BulkValue {
  if (value === null || value === 'infinity') return value;
  const written = String(value);
  const digits = /^\d{14}$/.test(written) ? written : written.replaceAll(/\D/g, '').slice(0, 14);
  if (digits.length === 14 && !digits.startsWith('0000')) return digits;
  return isNullable ? null : EPOCH;
}
const EPOCH = '19700101000001';

/** Sources of columns in older layouts, by current column name. Undefined if the dump has none of the older columns. */
const OLDER: Readonly<Record<string, (dump: DumpColumns) => ColumnSource | undefined>> = {
  pl_target_id: dump => numberOfTitle(dump, 'pl_target_id', 'pl_namespace', 'pl_title'),
  tl_target_id: dump => numberOfTitle(dump, 'tl_target_id', 'tl_namespace', 'tl_title'),
  il_target_id: dump => numberOfTitle(dump, 'il_target_id', 6, 'il_to') ?? numberIn(dump, 'il_target_id', 6),
  cl_target_id: dump => numberOfTitle(dump, 'cl_target_id', 14, 'cl_to') ?? numberIn(dump, 'cl_target_id', 14),
  rc_source: sourceOfType,
  el_to_domain_index: dump => partOfUrl(dump, 'el_to_domain_index'),
  el_to_path: dump => partOfUrl(dump, 'el_to_path'),
  ct_tag_id: numberOfTag,
};

function olderSource(name: string, dump: DumpColumns): ColumnSource | undefined {
  if (ACTOR.test(name)) return numberOfActor(dump, name.slice(0, -'_actor'.length));
  return COMMENT.test(name) ? numberOfComment(dump, name, name.slice(0, -'_id'.length)) : OLDER[name]?.(dump);
}

const ACTOR = /^[a-z]+_actor$/;
const COMMENT = /_(?:comment|description|reason)_id$/;

const EMPTY: Readonly<Record<string, BulkValue>> = {
  iw_api: '',
  iw_wikiid: '',
  log_params: '',
  ss_row_id: 1,
  uas_year: 0,
  user_touched: EPOCH,
};

/** Resolves titles of links: until 1.38 (templates), 1.42 (pages), 1.44 (categories), 1.45 (files). An id next to a title may be 0. */
function numberOfTitle(dump: DumpColumns, number: string, namespace: string | number, title: string): ColumnSource | undefined {
  if (!dump.has(title) || (typeof namespace === 'string' && !dump.has(namespace))) return undefined;
  const id = dump.has(number) ? dump.number(number) : () => 0;
  const namespaceOf = typeof namespace === 'string' ? dump.number(namespace) : () => namespace;
  const dbkey = dump.text(title);
  return {
    note: (row, references) => {
      if (id(row) === 0) references.noteTitle(namespaceOf(row), dbkey(row));
    },
    value: (row, references) => id(row) || references.target(namespaceOf(row), dbkey(row)),
  };
}

function numberIn(dump: DumpColumns, name: string, namespace: number): ColumnSource | undefined {
  if (!dump.has(name)) return undefined;
  const id = dump.number(name);
  return {
    note: (row, references) => references.noteTarget(id(row)),
    keeps: (row, references) => references.title(id(row))?.namespace === namespace,
    value: id,
  };
}

/** Converts the type of a change to its source, because very old rows have only a type. */
function sourceOfType(dump: DumpColumns): ColumnSource | undefined {
  if (!dump.has('rc_type')) return undefined;
  const type = dump.number('rc_type');
  const source = dump.has('rc_source') ? dump.text('rc_source') : () => '';
  const sourceOf = (row: DumpRow): string | undefined => source(row) || SOURCES[type(row)];
  return { keeps: row => sourceOf(row) !== undefined, value: row => sourceOf(row) ?? null };
}

const SOURCES: Readonly<Record<number, string>> = { 0: 'mw.edit', 1: 'mw.new', 3: 'mw.log', 5: 'mw.external', 6: 'mw.categorize' };

/** Splits the URL of an external link (until 1.40). A URL without protocol had two rows, of which one is imported. */
function partOfUrl(dump: DumpColumns, part: 'el_to_domain_index' | 'el_to_path'): ColumnSource | undefined {
  if (dump.has('el_to_domain_index') || !dump.has('el_to')) return undefined;
  const url = dump.text('el_to');
  const index = dump.has('el_index') ? dump.text('el_index') : () => '';
  let [last, link]: [string | undefined, ReturnType<typeof storedLink>] = [undefined, undefined];
  const linkOf = (row: DumpRow, { site }: RowReferences) => {
    const text = url(row);
    if (text !== last) [last, link] = [text, storedLink(text, site)];
    return link;
  };
  return {
    keeps: (row, references) => linkOf(row, references) !== undefined && !(url(row).startsWith('//') && index(row).startsWith('http:')),
    value: (row, references) => linkOf(row, references)?.[part] ?? null,
  };
}

/** Resolves the names of tags (until 1.32). Some releases have a name and an id. */
function numberOfTag(dump: DumpColumns): ColumnSource | undefined {
  if (!dump.has('ct_tag')) return undefined;
  const name = dump.text('ct_tag');
  const number = dump.has('ct_tag_id') ? dump.number('ct_tag_id') : () => 0;
  return {
    note: (row, references) => {
      if (number(row) === 0) references.noteTag(name(row));
    },
    value: (row, references) => number(row) || references.tag(name(row)),
  };
}

/** Resolves comments in the row itself (until 1.30). Some releases have a text and an id. */
function numberOfComment(dump: DumpColumns, number: string, text: string): ColumnSource | undefined {
  if (!dump.has(text)) return undefined;
  const comment = dump.text(text);
  const id = dump.has(number) ? dump.number(number) : () => 0;
  const hasText = (row: DumpRow): boolean => comment(row) !== '' || id(row) === 0;
  return {
    note: (row, references) => {
      if (hasText(row)) references.noteComment(comment(row));
    },
    value: (row, references) => (hasText(row) ? references.comment(comment(row)) : id(row)),
  };
}

/** Resolves user ids and names in the row itself (until 1.33). Some releases have these and an actor id. */
function numberOfActor(dump: DumpColumns, prefix: string): ColumnSource | undefined {
  if (!dump.has(`${prefix}_user`, `${prefix}_user_text`)) return undefined;
  const [id, name] = [dump.number(`${prefix}_user`), dump.text(`${prefix}_user_text`)];
  const time = dump.text(`${prefix}_timestamp`);
  const actor = dump.has(`${prefix}_actor`) ? dump.number(`${prefix}_actor`) : () => 0;
  const hasName = (row: DumpRow): boolean => name(row) !== '' || actor(row) === 0;
  const contributorOf = (row: DumpRow) => (name(row) === '' ? undefined : { id: id(row), name: name(row) });
  return {
    note: (row, references) => {
      if (hasName(row)) references.noteActor(contributorOf(row), String(readTime(time(row), false)));
    },
    value: (row, references) => (hasName(row) ? references.actor(contributorOf(row)) : actor(row)),
  };
}

/** Returns the columns that refer to the tables `actor` and `comment`, which Wikimedia does not publish. */
export function numbersElsewhere(table: TableName, columns: readonly string[]): [column: string, elsewhere: 'comment' | 'actor'][] {
  if (table === 'block') return [];
  const hasInline = (column: string): boolean => columns.includes(column.replace(/_actor$/, '_user_text').replace(/_id$/, ''));
  return columns
    .filter(column => (ACTOR.test(column) || COMMENT.test(column)) && !hasInline(column))
    .map(column => [column, ACTOR.test(column) ? 'actor' : 'comment']);
}

/** Returns a column whose ids require the table `linktarget`, or undefined. */
export const targetNumber = (columns: readonly string[]): string | undefined =>
  columns.find(
    name =>
      /^(?:pl|tl|il|cl)_target_id$/.test(name) &&
      !columns.includes(`${name.slice(0, 2)}_to`) &&
      !columns.includes(`${name.slice(0, 2)}_title`),
  );

/** Whether the rows identify their targets by title. */
export const namesTitles = (columns: readonly string[]): boolean => columns.some(name => /^(?:(?:pl|tl)_title|(?:cl|il)_to)$/.test(name));
