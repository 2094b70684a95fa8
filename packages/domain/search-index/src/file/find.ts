import { onlyNamespaces } from '../expression.ts';
import { foldTitle } from '../fold.ts';
import {
  COUNTED,
  type FoundDocument,
  type FoundDocuments,
  type Lookup,
  NAMED,
  ORDERS,
  QUICK,
  roundDown,
  type Similarity,
  weightOf,
} from '../search-index.ts';
import { type FtsExpression, writeClause, writeExpression } from './expression.ts';
import { COLUMNS, IndexFile } from './storage.ts';
import { COMMON } from './writer.ts';

const FIELDS = 'd.id, d.page, d.revision, d.namespace, d.title, d.folded, d.links';
const WEIGHTS = Object.values(COLUMNS).join(', ');
const orderOf = ([by, falls]: (typeof ORDERS)[string]): string =>
  by === 'none' ? 'words.rowid' : by === 'random' ? 'random()' : `d.${by}${falls ? ' desc' : ''}, words.rowid`;

export const findDocuments = (index: IndexFile, lookup: Lookup): FoundDocuments => findWithin(index, lookup, undefined) as FoundDocuments;

/** Searches frequent words only in the most important documents. Returns undefined if too few of these documents match. */
export function findAmongFirst(index: IndexFile, lookup: Lookup): FoundDocuments | undefined {
  const { expression, lists } = lookup;
  if (lists === 0 || (lists > 1 && titlesWith(index, expression) > QUICK)) return undefined;
  const marks = marksOf(index);
  const share = Number(index.meta('documents')) / marks.length;
  const last = marks[Math.floor(QUICK / lists / share) - 1];
  return last === undefined ? undefined : findWithin(index, lookup, last);
}

function titlesWith(index: IndexFile, { words }: Lookup['expression']): number {
  const folded = words.flatMap(group => group.flatMap(phrase => phrase.words.map(foldTitle)));
  const [row] = index.all<{ pages: number }>(
    'select coalesce(sum(pages), 0) as pages from word where word in (select value from json_each(?))',
    JSON.stringify(folded),
  );
  return row?.pages ?? 0;
}

/** `last`: highest document id to search. If it is set and too few documents match, returns undefined. */
function findWithin(index: IndexFile, lookup: Lookup, last: number | undefined): FoundDocuments | undefined {
  if (lookup.pages) return findAmongPages(index, lookup, lookup.pages);
  const { expression, namespaces, prefix, sort, most, counts } = lookup;
  const { match, titles, hasFilters } = writeExpression(expression);
  const scored = lookup.scored.length > 0 ? writeClause({ where: 'seen', all: lookup.scored.map(({ group }) => group) }) : undefined;
  const isScoredAlone = lookup.scored.length === expression.words.length && !hasFilters;
  const conditions = conditionsOf(namespaces, prefix);
  const bounds = boundsOf(prefix);
  const rows = (table: string, what: string, expression: string, order: string, limit: number): Row[] =>
    index.all<Row>(`select ${FIELDS}${what} from ${matching(table, conditions)}${order} limit ${limit}`, expression, ...bounds);
  const order = ORDERS[sort] && orderOf(ORDERS[sort]);
  const found: FoundDocument[] = [];
  if (order !== undefined) found.push(...rows('words', '', match, ` order by ${order}`, most).map(row => toCandidate(row, false, 0)));
  else {
    const named = titles === undefined ? [] : rows(hasFilters ? 'words' : 'named', '', titles, '', NAMED);
    const known = new Set(named.map(({ id }) => id));
    const weighed = scored !== undefined && isScoredAlone;
    const all = rows('words', weighed ? `, bm25(words, ${WEIGHTS}) as score` : '', match, until(last), most);
    if (last !== undefined && all.length < most) return undefined;
    const scores = scored === undefined || weighed ? undefined : scoresOf(index, scored, most);
    const scoreOf = (row: Row): number => -(row.score ?? scores?.get(row.id) ?? 0);
    const weights = new Map(all.map(row => [row.id, scoreOf(row)]));
    found.push(...named.map(row => toCandidate(row, true, weights.get(row.id) ?? 0)));
    found.push(...all.filter(({ id }) => !known.has(id)).map(row => toCandidate(row, false, weights.get(row.id) ?? 0)));
  }
  return { candidates: found, total: counts && found.length >= most ? estimate(index, match, lookup, found.length, last) : found.length };
}

/** Looks up the listed pages one by one, without scores. */
function findAmongPages(
  index: IndexFile,
  { expression, namespaces, prefix, sort, most }: Lookup,
  pages: readonly number[],
): FoundDocuments {
  const { match, titles } = writeExpression(expression);
  const among = (expression: string | undefined): FoundDocument[] => {
    const joined = expression === undefined ? '' : ' cross join words on words.rowid = d.id';
    const matched = expression === undefined ? '' : ' and words match ?';
    const order = orderOf(ORDERS[sort] ?? ['none', false]).replaceAll('words.rowid', 'd.id');
    const rows = index.all<Row>(
      `select ${FIELDS} from json_each(?) v cross join document d on d.page = v.value${joined}
        where true${conditionsOf(namespaces, prefix)}${matched} order by ${order} limit ${most}`,
      JSON.stringify(pages),
      ...boundsOf(prefix),
      ...(expression === undefined ? [] : [expression]),
    );
    return rows.map(row => toCandidate(row, false, 0));
  };
  const found = among(onlyNamespaces(expression) ? undefined : match);
  const named = new Set(titles === undefined ? [] : among(titles).map(({ id }) => id));
  return { candidates: found.map(each => ({ ...each, byName: named.has(each.id) })), total: found.length };
}

const until = (last: number | undefined): string => (last === undefined ? '' : ` and words.rowid <= ${last}`);

const conditionsOf = (namespaces: Lookup['namespaces'], prefix: Lookup['prefix']): string =>
  (namespaces ? ` and d.namespace in (${namespaces.join()})` : '') + (prefix === undefined ? '' : ' and d.folded >= ? and d.folded < ?');
const boundsOf = (prefix: Lookup['prefix']): string[] => (prefix === undefined ? [] : [prefix, `${prefix}\u{10ffff}`]);

/** Returns the FROM and WHERE clauses that join an FTS table with its documents. */
const matching = (table: string, conditions: string): string =>
  `${table} cross join document d on d.id = ${table}.rowid where ${table} match ?${conditions}`;

interface Row extends Omit<FoundDocument, 'byName' | 'score'> {
  readonly score?: number;
}

const toCandidate = (row: Row, byName: boolean, score: number): FoundDocument => ({ ...row, byName, score });

function scoresOf(index: IndexFile, scored: string, most: number): ReadonlyMap<number, number> {
  const rows = index.all<{ id: number; score: number }>(
    `select rowid as id, bm25(words, ${WEIGHTS}) as score from words where words match ? limit ${10 * most}`,
    scored,
  );
  return new Map(rows.map(({ id, score }) => [id, score]));
}

/** Counts up to `COUNTED` documents. If there are more, extrapolates the total, assuming an even distribution. */
function estimate(
  index: IndexFile,
  match: FtsExpression['match'],
  { prefix, share, namespaces }: Lookup,
  found: number,
  end: number | undefined,
): number {
  // Namespaces are checked only with a title prefix. Otherwise, matches are assumed to have the same share of namespaces as all documents.
  const from =
    prefix === undefined
      ? `select rowid as id from words where words match ?${until(end)}`
      : `select d.id from ${matching('words', conditionsOf(namespaces, prefix))}`;
  const [row] = index.all<{ seen: number; last: number }>(
    `select count(*) as seen, max(id) as last from (${from} limit ${COUNTED})`,
    match,
    ...boundsOf(prefix),
  );
  const { seen = 0 } = row ?? {};
  const last = seen < COUNTED ? end : row?.last;
  const part = prefix === undefined ? share : 1;
  if (last === undefined) return roundDown(Math.max(found, Math.round(seen * part)));
  const marks = marksOf(index);
  const passed = marks.filter(id => id <= last).length;
  return roundDown(Math.max(found, Math.round(part * Math.max(seen, (seen * marks.length) / Math.max(1, passed)))));
}

const marksOf = (index: IndexFile): readonly number[] => JSON.parse(index.meta('marks') ?? '[]') as number[];

const opened = new Map<string, IndexFile>();

export const findApart = async ({ path, lookup }: { readonly path: string; readonly lookup: Lookup }): Promise<FoundDocuments> =>
  findDocuments(openOnce(path), lookup);

export const similarApart = async ({
  path,
  similarity,
}: {
  readonly path: string;
  readonly similarity: Similarity;
}): Promise<readonly FoundDocument[]> => findSimilar(openOnce(path), similarity);

function openOnce(path: string): IndexFile {
  const index = opened.get(path) ?? new IndexFile(path);
  opened.set(path, index);
  return index;
}

/** Maximum number of documents to read for each word, most important first. */
const MOST_WITH_WORD = 20_000;

function findSimilar(index: IndexFile, { words, least, except, namespaces, most }: Similarity): FoundDocument[] {
  const found = new Map<number, { count: number; score: number }>();
  const all = Number(index.meta('documents') ?? 0);
  for (const { word } of words) {
    const clause = writeClause({ where: 'seen', all: [[{ words: [word], isPrefix: false }]] });
    const rows = index.all<{ id: number }>(`select rowid as id from words where words match ? limit ${MOST_WITH_WORD}`, clause);
    // The weight of the query is a lower bound, because a file stores only the frequencies of common words.
    const weight = weightOf(Math.min(all, rows.length), all);
    for (const { id } of rows) {
      const known = found.get(id) ?? { count: 0, score: 0 };
      found.set(id, { count: known.count + 1, score: known.score + weight });
    }
  }
  const best = [...found].filter(([, { count }]) => count >= least).sort(([a, one], [b, other]) => other.score - one.score || a - b);
  const documents: FoundDocument[] = [];
  for (let at = 0; at < best.length && documents.length < most; at += most) {
    const part = best.slice(at, at + most);
    const rows = index.all<Row>(
      `select ${FIELDS} from json_each(?) v cross join document d on d.id = v.value
        where d.page not in (${except.join()})${conditionsOf(namespaces, undefined)} order by v.key`,
      JSON.stringify(part.map(([id]) => id)),
    );
    documents.push(...rows.map(row => toCandidate(row, false, found.get(row.id)?.score ?? 0)));
  }
  return documents.slice(0, most);
}

/** Returns an upper bound for the number of documents that contain a term. */
export function documentsWith(index: IndexFile, term: string): number {
  const [row] = index.all<{ documents: number }>('select documents from common where term = ?', term);
  return row?.documents ?? COMMON;
}
