import { sql } from '@wikiquery/database';
import type { RawBuilder } from 'kysely';
import { onlyNamespaces } from '../expression.ts';
import type { Stemming } from '../fold.ts';
import {
  COUNTED,
  type FoundDocument,
  type FoundDocuments,
  type Lookup,
  NAMED,
  ORDERS,
  roundDown,
  type Similarity,
} from '../search-index.ts';
import { writeExpression, writeWord } from './expression.ts';
import { type Db, type ServerEngine, TIERS } from './tables.ts';

export interface IndexReading {
  readonly engine: ServerEngine;
  readonly db: Db;
  readonly stemming: Stemming;
  readonly sizes: readonly number[];
}

type Row = Omit<FoundDocument, 'byName' | 'score' | 'id'> & { readonly score: number | string };

const BEST = 15;

export async function findDocuments(reading: IndexReading, lookup: Lookup): Promise<FoundDocuments> {
  const { engine, stemming } = reading;
  const { expression, sort, most } = lookup;
  const match = lookup.pages && onlyNamespaces(expression) ? EVERYTHING : writeExpression(engine, stemming, expression, 'seen');
  const order = ORDERS[sort];
  if (order !== undefined) {
    const rows = await rowsOf(reading, lookup, { match, tiers: ALL_TIERS, limit: most, order: orderOf(engine, order) });
    return finish(
      reading,
      lookup,
      match,
      rows.map(row => toCandidate(row, false, 0)),
    );
  }
  const named =
    expression.words.length === 0
      ? []
      : await byTiers(reading, lookup, writeExpression(engine, stemming, expression, 'names'), NAMED, false);
  const all = await byTiers(reading, lookup, match, most, expression.words.length > 0);
  const best = Math.max(...all.map(({ score }) => Number(score)), Number.MIN_VALUE);
  const scores = new Map(all.map(({ page, score }) => [page, BEST * Math.sqrt(Number(score) / best)]));
  const known = new Set(named.map(({ page }) => page));
  const candidates = [
    ...named.map(row => toCandidate(row, true, scores.get(row.page) ?? 0)),
    ...all.filter(({ page }) => !known.has(page)).map(row => toCandidate(row, false, scores.get(row.page) ?? 0)),
  ];
  return finish(reading, lookup, match, candidates);
}

const toCandidate = (row: Row, byName: boolean, score: number): FoundDocument => ({ ...row, id: row.page, byName, score });

async function finish(reading: IndexReading, lookup: Lookup, match: string, candidates: FoundDocument[]): Promise<FoundDocuments> {
  const isPart = lookup.counts && candidates.length >= lookup.most;
  return { candidates, total: isPart ? await estimate(reading, lookup, match, candidates.length) : candidates.length };
}

const ALL_TIERS: readonly number[] = Array.from({ length: TIERS }, (_, tier) => tier);

/** Searches one tier after another, most important documents first, until the limit is reached. */
async function byTiers(reading: IndexReading, lookup: Lookup, match: string, limit: number, isWeighed: boolean): Promise<Row[]> {
  const found = new Map<number, Row>();
  for (const tier of ALL_TIERS) {
    if (reading.sizes[tier] === 0) continue;
    const rows = await rowsOf(reading, lookup, {
      match,
      tiers: [tier],
      limit: limit - found.size,
      order: sql`links desc, page`,
      isWeighed,
    });
    // A document that moves to another tier between two statements is found twice.
    for (const row of rows) if (!found.has(row.page)) found.set(row.page, row);
    if (found.size >= limit) break;
  }
  return [...found.values()];
}

interface RowSelection {
  readonly match: string;
  readonly tiers: readonly number[];
  readonly limit: number;
  readonly order: RawBuilder<unknown>;
  readonly isWeighed?: boolean;
}

async function rowsOf(
  reading: IndexReading,
  lookup: Lookup,
  { match, tiers, limit, order, isWeighed = false }: RowSelection,
): Promise<Row[]> {
  const { db, engine } = reading;
  const fields = sql`page, revision, namespace, title, folded, links`;
  const isScored = isWeighed && engine === 'postgres';
  const score = isWeighed && engine === 'mariadb' ? sql`match (words) against (${match} in boolean mode)` : sql`0`;
  const part = (tier: number) =>
    sql`(select ${fields}, edited, created, ${score} as score${sql.raw(isScored ? ', words' : '')} from ${table(tier)} where ${matching(engine, match)}${conditions(lookup)}
      order by ${order} limit ${limit})`;
  const parts = sql`select * from (${sql.join(tiers.map(part), sql` union all `)}) found order by ${order} limit ${limit}`;
  // Weights are computed only for the selected rows.
  const weighed = isScored ? sql<Row>`select ${fields}, ${weightOf(reading, lookup)} as score from (${parts}) taken` : sql<Row>`${parts}`;
  const { rows } = await weighed.execute(db);
  return rows;
}

/** Query for the listed pages, which needs no full-text index. */
const EVERYTHING = '';

const table = (tier: number) => sql.raw(`words_${tier}`);

const matching = (engine: ServerEngine, match: string): RawBuilder<unknown> =>
  match === EVERYTHING
    ? sql`true`
    : engine === 'postgres'
      ? sql`words @@ ${match}::tsquery`
      : sql`match (words) against (${match} in boolean mode)`;

function conditions({ namespaces, prefix, pages }: Lookup): RawBuilder<unknown> {
  const among = pages ? sql` and page in (${sql.join(pages.length > 0 ? pages : [0])})` : sql``;
  const within = namespaces ? sql`${among} and namespace in (${sql.join(namespaces)})` : among;
  return prefix === undefined ? within : sql`${within} and folded >= ${prefix} and folded < ${`${prefix}\u{10ffff}`}`;
}

function orderOf(engine: ServerEngine, [by, falls]: (typeof ORDERS)[string]): RawBuilder<unknown> {
  if (by === 'none') return sql`links desc, page`;
  if (by === 'random') return sql.raw(engine === 'postgres' ? 'random()' : 'rand()');
  return sql.raw(`${by}${falls ? ' desc' : ''}, page`);
}

function weightOf({ engine, stemming, sizes }: IndexReading, { scored }: Lookup): RawBuilder<unknown> {
  const all = sizes.reduce((sum, size) => sum + size, 1);
  const parts = scored.map(({ group, documents }) => {
    const weight = Math.log(1 + all / (1 + Math.min(all, documents)));
    return sql`${weight}::float8 * ts_rank('{0.1, 0.3, 0.5, 1}', words, ${writeWord(engine, stemming, group)}::tsquery, 1)`;
  });
  return parts.length > 0 ? sql.join(parts, sql` + `) : sql`0`;
}

/** Maximum number of documents to read for each word in each tier. */
const MOST_WITH_WORD = 2000;

export async function findSimilar(reading: IndexReading, { words, least, except, namespaces, most }: Similarity): Promise<FoundDocument[]> {
  const { db, engine, stemming, sizes } = reading;
  const fields = sql.raw('page, revision, namespace, title, folded, links');
  const among = namespaces ? sql` and namespace in (${sql.join(namespaces)})` : sql``;
  const parts = words.flatMap(({ word, weight }) =>
    ALL_TIERS.filter(tier => sizes[tier] !== 0).map(tier => {
      const match = writeWord(engine, stemming, [{ words: [word], isPrefix: false }]);
      return sql`(select ${fields}, ${sql.lit(weight)} as weight from ${table(tier)} where ${matching(engine, match)}
        and page not in (${sql.join(except)})${among} limit ${sql.lit(MOST_WITH_WORD)})`;
    }),
  );
  if (parts.length === 0) return [];
  const { rows } = await sql<Row>`select ${fields}, sum(weight) as score from (${sql.join(parts, sql` union all `)}) found
    group by ${fields} having count(*) >= ${least} order by score desc, page limit ${most}`.execute(db);
  return rows.map(row => toCandidate(row, false, Number(row.score)));
}

/** Counts up to `COUNTED` documents. If there are more, extrapolates the total, assuming an even distribution. */
async function estimate(reading: IndexReading, lookup: Lookup, match: string, found: number): Promise<number> {
  const { db, engine, sizes } = reading;
  let [seen, passed] = [0, 0];
  for (const tier of ALL_TIERS) {
    if (sizes[tier] === 0) continue;
    const limited = sql`select 1 as found from ${table(tier)} where ${matching(engine, match)}${conditions(lookup)} limit ${COUNTED}`;
    const { rows } = await sql<{ count: number }>`select count(*) as count from (${limited}) counted`.execute(db);
    seen += Number(rows[0]?.count ?? 0);
    passed += sizes[tier] as number;
    if (seen >= COUNTED) break;
  }
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return roundDown(Math.max(found, seen, seen >= COUNTED ? Math.round((seen * all) / Math.max(1, passed)) : 0));
}

/** Estimates the number of documents with each word from the first tier, which is cheap to count. */
export async function countDocuments({ db, engine, stemming, sizes }: IndexReading, words: readonly string[]): Promise<number[]> {
  if (words.length === 0) return [];
  const counts = words.map(word => {
    const match = writeWord(engine, stemming, [{ words: [word], isPrefix: false }]);
    return sql`(select count(*) as count from words_0 where ${matching(engine, match)})`;
  });
  const { rows } = await sql<{ count: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return rows.map(({ count }) => Math.round((Number(count) * all) / Math.max(1, sizes[0] ?? 0)));
}
