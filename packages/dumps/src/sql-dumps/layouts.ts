import { type BulkRow, type TableName, tables } from '@wikiquery/database';
import { storedLink } from '@wikiquery/links/external';
import type { BulkValue, ColumnSource, DumpColumns } from './columns.ts';
import type { DumpRow, ValueKind } from './reader.ts';
import type { RowReferences } from './references.ts';

/** How the rows of a table in a dump become rows of the newest MediaWiki that is known. */
export interface TableLayout {
  /** How the columns of the dump are read. */
  readonly kinds: readonly ValueKind[];
  /** The columns that are written; others keep their defaults. */
  readonly columns: readonly string[];
  readonly note: (row: DumpRow, references: RowReferences) => void;
  /** Undefined for rows that have no place in the table. */
  readonly row: (row: DumpRow, references: RowReferences) => BulkRow | undefined;
}

type Column = {
  readonly kind: string;
  readonly traits: { readonly nullable?: boolean; readonly initial?: string | number; readonly gone?: boolean };
};

/** Finds the way from the columns of a dump, old or new, to those of the table. Throws an Error that names what is missing. */
export function layoutOf(table: TableName, dump: DumpColumns): TableLayout {
  const sources: [column: string, source: ColumnSource][] = [];
  const missing: string[] = [];
  for (const [name, column] of Object.entries(tables[table].columns as Readonly<Record<string, Column>>)) {
    if (column.traits.gone) continue;
    const source = OLDER[name]?.(dump) ?? (dump.has(name) ? sameColumn(dump, name, column) : undefined);
    if (source) sources.push([name, source]);
    else if (name in EMPTY) sources.push([name, { value: () => EMPTY[name] as BulkValue }]);
    else if (!column.traits.nullable && column.traits.initial === undefined && column.kind !== 'serial') missing.push(name);
  }
  if (missing.length > 0) {
    throw new Error(
      `The table ${table} has a layout that is not known: nothing in it gives ${missing.join(' and ')} (it has ${dump.names.join(', ')}).`,
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

// Columns of the same name

function sameColumn(dump: DumpColumns, name: string, { kind, traits }: Column): ColumnSource {
  const read = dump.value(name, KINDS[kind] ?? 'text');
  const initial = traits.nullable ? null : (traits.initial ?? (KINDS[kind] === 'number' ? 0 : ''));
  const given = (row: DumpRow): BulkValue => {
    const value = read(row);
    return value === null || Number.isNaN(value) ? initial : value;
  };
  if (kind !== 'timestamp' && kind !== 'expiry' && kind !== 'datetime') return { value: given };
  // Rows of one page often have one time.
  let [last, time]: [BulkValue | undefined, BulkValue] = [undefined, null];
  const timeOf = (row: DumpRow): BulkValue => {
    const written = given(row);
    if (written !== last) [last, time] = [written, readTime(written, traits.nullable === true)];
    return time;
  };
  return { value: timeOf };
}

const KINDS: Readonly<Record<string, ValueKind>> = {
  ...{ serial: 'number', bigint: 'number', int: 'number', smallint: 'number', tinyint: 'number', flag: 'number', real: 'number' },
  bytes: 'bytes',
};

/** Fourteen digits, or `infinity`. Dates of MySQL's own kind have signs between the digits; a column that was never filled has none, or zeros. */
function readTime(value: BulkValue, isNullable: boolean): BulkValue {
  if (value === null || value === 'infinity') return value;
  const written = String(value);
  const digits = /^\d{14}$/.test(written) ? written : written.replaceAll(/\D/g, '').slice(0, 14);
  if (digits.length === 14 && !digits.startsWith('0000')) return digits;
  return isNullable ? null : EPOCH;
}
const EPOCH = '19700101000001';

// Columns that were others before

/** What a column was, by the name that it has now. Undefined where the dump has nothing of the kind. */
const OLDER: Readonly<Record<string, (dump: DumpColumns) => ColumnSource | undefined>> = {
  pl_target_id: dump => numberOfTitle(dump, 'pl_target_id', 'pl_namespace', 'pl_title'),
  tl_target_id: dump => numberOfTitle(dump, 'tl_target_id', 'tl_namespace', 'tl_title'),
  il_target_id: dump => numberOfTitle(dump, 'il_target_id', 6, 'il_to') ?? numberIn(dump, 'il_target_id', 6),
  cl_target_id: dump => numberOfTitle(dump, 'cl_target_id', 14, 'cl_to') ?? numberIn(dump, 'cl_target_id', 14),
  rc_source: sourceOfType,
  el_to_domain_index: dump => partOfUrl(dump, 'el_to_domain_index'),
  el_to_path: dump => partOfUrl(dump, 'el_to_path'),
  ct_tag_id: numberOfTag,
  img_description_id: dump => numberOfComment(dump, 'img_description_id', 'img_description'),
  oi_description_id: dump => numberOfComment(dump, 'oi_description_id', 'oi_description'),
  fa_description_id: dump => numberOfComment(dump, 'fa_description_id', 'fa_description'),
  fa_deleted_reason_id: dump => numberOfComment(dump, 'fa_deleted_reason_id', 'fa_deleted_reason'),
  log_comment_id: dump => numberOfComment(dump, 'log_comment_id', 'log_comment'),
  rc_comment_id: dump => numberOfComment(dump, 'rc_comment_id', 'rc_comment'),
  ar_comment_id: dump => numberOfComment(dump, 'ar_comment_id', 'ar_comment'),
  rev_comment_id: dump => numberOfComment(dump, 'rev_comment_id', 'rev_comment'),
  pt_reason_id: dump => numberOfComment(dump, 'pt_reason_id', 'pt_reason'),
  img_actor: dump => numberOfActor(dump, 'img'),
  oi_actor: dump => numberOfActor(dump, 'oi'),
  fa_actor: dump => numberOfActor(dump, 'fa'),
  log_actor: dump => numberOfActor(dump, 'log'),
  rc_actor: dump => numberOfActor(dump, 'rc'),
  ar_actor: dump => numberOfActor(dump, 'ar'),
  rev_actor: dump => numberOfActor(dump, 'rev'),
};

/** Columns that came later and that a wiki without them has empty. */
const EMPTY: Readonly<Record<string, BulkValue>> = {
  iw_api: '',
  iw_wikiid: '',
  log_params: '',
  ss_row_id: 1,
  uas_year: 0,
  user_touched: EPOCH,
};

/**
 * Links had the title of their target: to templates until 1.38, to pages until 1.42, to categories until 1.44, to files until 1.45. Where both are
 * there, the number was not filled yet.
 */
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

/** The number of a target, which the table of targets has, in this namespace. */
function numberIn(dump: DumpColumns, name: string, namespace: number): ColumnSource | undefined {
  if (!dump.has(name)) return undefined;
  const id = dump.number(name);
  return {
    note: (row, references) => references.noteTarget(id(row)),
    keeps: (row, references) => references.title(id(row))?.namespace === namespace,
    value: id,
  };
}

/** Kinds of changes were told by numbers too until 1.45, and by these alone in very old rows. */
function sourceOfType(dump: DumpColumns): ColumnSource | undefined {
  if (!dump.has('rc_type')) return undefined;
  const type = dump.number('rc_type');
  const source = dump.has('rc_source') ? dump.text('rc_source') : () => '';
  const sourceOf = (row: DumpRow): string | undefined => source(row) || SOURCES[type(row)];
  return { keeps: row => sourceOf(row) !== undefined, value: row => sourceOf(row) ?? null };
}

const SOURCES: Readonly<Record<number, string>> = { 0: 'mw.edit', 1: 'mw.new', 3: 'mw.log', 5: 'mw.external', 6: 'mw.categorize' };

/** External links had their URL, and an index of it, until 1.40. A URL without protocol had two rows, of which one is left since. */
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

/** Tags were names until 1.32, and for a while both. */
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

/** Summaries stood in the rows until 1.30, and for a while both. */
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

/** Those who did something stood in the rows, with id and name, until 1.33, and for a while both. */
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

/** Numbers of these tables that a dump may have without the table: such tables are not published. By column. */
export const numbersElsewhere = (table: TableName, columns: readonly string[]): [column: string, elsewhere: 'comment' | 'actor'][] =>
  Object.entries(ELSEWHERE[table] ?? {}).filter(
    ([column]) =>
      columns.includes(column) &&
      !columns.includes(column.endsWith('_actor') ? column.replace('_actor', '_user_text') : column.slice(0, -'_id'.length)),
  );

const ELSEWHERE: Readonly<Partial<Record<TableName, Readonly<Record<string, 'comment' | 'actor'>>>>> = {
  archive: { ar_comment_id: 'comment', ar_actor: 'actor' },
  filearchive: { fa_description_id: 'comment', fa_deleted_reason_id: 'comment', fa_actor: 'actor' },
  image: { img_description_id: 'comment', img_actor: 'actor' },
  logging: { log_comment_id: 'comment', log_actor: 'actor' },
  oldimage: { oi_description_id: 'comment', oi_actor: 'actor' },
  protected_titles: { pt_reason_id: 'comment' },
  recentchanges: { rc_comment_id: 'comment', rc_actor: 'actor' },
  revision: { rev_comment_id: 'comment', rev_actor: 'actor' },
};

/** Which columns name numbers of `linktarget`, so that the table is of no use without it. */
export const targetNumber = (columns: readonly string[]): string | undefined =>
  columns.find(
    name =>
      /^(?:pl|tl|il|cl)_target_id$/.test(name) &&
      !columns.includes(`${name.slice(0, 2)}_to`) &&
      !columns.includes(`${name.slice(0, 2)}_title`),
  );

/** Whether titles of the rows get numbers of `linktarget` here. */
export const namesTitles = (columns: readonly string[]): boolean => columns.some(name => /^(?:(?:pl|tl)_title|(?:cl|il)_to)$/.test(name));
