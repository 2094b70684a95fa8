import { COLUMNS, IndexFile } from './storage.ts';
import { COMMON } from './writer.ts';

/** What is looked up in an index, as values that may go to another process. */
export interface Lookup {
  readonly path: string;
  readonly match: string;
  /** Only by the words of titles; undefined where no words are asked for. */
  readonly titles: string | undefined;
  /** Whether more is asked for than words. */
  readonly hasFilters: boolean;
  /** What says how well a document fits: its rarer words. Undefined where all are in thousands of documents, or none is asked for. */
  readonly scored: string | undefined;
  /** Whether `scored` is all that is asked for. */
  readonly isScoredAlone: boolean;
  /** What documents must have besides. */
  readonly namespaces: readonly number[] | undefined;
  readonly prefix: string | undefined;
  /** What part of the documents that match is in these namespaces, by and large. */
  readonly share: number;
  readonly sort: string;
  /** How many documents are looked at. */
  readonly most: number;
  readonly counts: boolean;
}

/** A document that was found. */
export interface Candidate {
  readonly id: number;
  readonly page: number;
  readonly revision: number;
  readonly namespace: number;
  readonly title: string;
  readonly folded: string;
  readonly links: number;
  /** Its names have all the words. */
  readonly byName: boolean;
  /** By BM25: more for what fits better. */
  readonly score: number;
}

export interface Found {
  readonly candidates: readonly Candidate[];
  /** How many more documents match than were looked at, by and large. */
  readonly total: number;
}

const FIELDS = 'd.id, d.page, d.revision, d.namespace, d.title, d.folded, d.links';
const WEIGHTS = Object.values(COLUMNS).join(', ');
/** Documents that are counted one by one. */
const COUNTED = 5000;
/** Documents by whose titles the query is answered first. */
const NAMED = 200;

/** Orders in which documents are asked for without being weighed. */
export const ORDERS: Readonly<Record<string, string>> = {
  none: 'words.rowid',
  just_match: 'words.rowid',
  last_edit_desc: 'd.edited desc, words.rowid',
  last_edit_asc: 'd.edited, words.rowid',
  create_timestamp_desc: 'd.created desc, words.rowid',
  create_timestamp_asc: 'd.created, words.rowid',
  title_natural_asc: 'd.folded, words.rowid',
  title_natural_desc: 'd.folded desc, words.rowid',
  incoming_links_desc: 'd.links desc, words.rowid',
  incoming_links_asc: 'd.links, words.rowid',
  random: 'random()',
};

/** The documents that match: those that are most important, up to a number of them, each with what it is worth. */
export function findDocuments(index: IndexFile, lookup: Lookup): Found {
  const { match, titles, hasFilters, scored, isScoredAlone, namespaces, prefix, sort, most, counts } = lookup;
  const conditions = conditionsOf(namespaces, prefix);
  const bounds = boundsOf(prefix);
  const rows = (table: string, what: string, expression: string, order: string, limit: number): Row[] =>
    index.all<Row>(`select ${FIELDS}${what} from ${matching(table, conditions)}${order} limit ${limit}`, expression, ...bounds);
  const order = ORDERS[sort];
  const found: Candidate[] = [];
  if (order !== undefined) found.push(...rows('words', '', match, ` order by ${order}`, most).map(row => toCandidate(row, false, 0)));
  else {
    const named = titles === undefined ? [] : rows(hasFilters ? 'words' : 'named', '', titles, '', NAMED);
    const known = new Set(named.map(({ id }) => id));
    const weighed = scored !== undefined && isScoredAlone;
    const all = rows('words', weighed ? `, bm25(words, ${WEIGHTS}) as score` : '', match, '', most);
    const scores = scored === undefined || weighed ? undefined : scoresOf(index, scored, most);
    const scoreOf = (row: Row): number => -(row.score ?? scores?.get(row.id) ?? 0);
    const weights = new Map(all.map(row => [row.id, scoreOf(row)]));
    found.push(...named.map(row => toCandidate(row, true, weights.get(row.id) ?? 0)));
    found.push(...all.filter(({ id }) => !known.has(id)).map(row => toCandidate(row, false, weights.get(row.id) ?? 0)));
  }
  return { candidates: found, total: counts && found.length >= most ? estimate(index, lookup, found.length) : found.length };
}

/** What is asked of documents. */
const conditionsOf = (namespaces: Lookup['namespaces'], prefix: Lookup['prefix']): string =>
  (namespaces ? ` and d.namespace in (${namespaces.join()})` : '') + (prefix === undefined ? '' : ' and d.folded >= ? and d.folded < ?');
const boundsOf = (prefix: Lookup['prefix']): string[] => (prefix === undefined ? [] : [prefix, `${prefix}\u{10ffff}`]);

/** The documents that an index of words gives. */
const matching = (table: string, conditions: string): string =>
  `${table} cross join document d on d.id = ${table}.rowid where ${table} match ?${conditions}`;

interface Row extends Omit<Candidate, 'byName' | 'score'> {
  readonly score?: number;
}

const toCandidate = (row: Row, byName: boolean, score: number): Candidate => ({ ...row, byName, score });

function scoresOf(index: IndexFile, scored: string, most: number): ReadonlyMap<number, number> {
  const rows = index.all<{ id: number; score: number }>(
    `select rowid as id, bm25(words, ${WEIGHTS}) as score from words where words match ? limit ${10 * most}`,
    scored,
  );
  return new Map(rows.map(({ id, score }) => [id, score]));
}

/** Counted up to a number; beyond it as many as there would be if they were spread evenly, with two digits. */
function estimate(index: IndexFile, { match, prefix, share, namespaces }: Lookup, found: number): number {
  // Documents are looked at only where titles count: their namespaces are taken to be spread as those of all.
  const from =
    prefix === undefined
      ? 'select rowid as id from words where words match ?'
      : `select d.id from ${matching('words', conditionsOf(namespaces, prefix))}`;
  const [row] = index.all<{ seen: number; last: number }>(
    `select count(*) as seen, max(id) as last from (${from} limit ${COUNTED})`,
    match,
    ...boundsOf(prefix),
  );
  const { seen = 0, last = 0 } = row ?? {};
  const part = prefix === undefined ? share : 1;
  if (seen < COUNTED) return roundDown(Math.max(found, Math.round(seen * part)));
  const marks = JSON.parse(index.meta('marks') ?? '[]') as readonly number[];
  const passed = marks.filter(id => id <= last).length;
  return roundDown(Math.max(found, Math.round(part * Math.max(seen, (seen * marks.length) / Math.max(1, passed)))));
}

const roundDown = (count: number): number => {
  const unit = 10 ** Math.max(0, String(count).length - 2);
  return Math.floor(count / unit) * unit;
};

const opened = new Map<string, IndexFile>();

/** The same in a process for what may take long. */
export const findApart = async (lookup: Lookup): Promise<Found> => {
  const index = opened.get(lookup.path) ?? new IndexFile(lookup.path);
  opened.set(lookup.path, index);
  return findDocuments(index, lookup);
};

/** In how many documents a word stands, at most. */
export function documentsWith(index: IndexFile, term: string): number {
  const [row] = index.all<{ documents: number }>('select documents from common where term = ?', term);
  return row?.documents ?? COMMON;
}
