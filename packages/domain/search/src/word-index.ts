import type { Env } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Expression, Selectable, SelectQueryBuilder, SqlBool } from 'kysely';
import type { SearchRequest } from './backend.ts';
import type { Marking } from './highlight.ts';
import type { SearchLanguage } from './normalize.ts';

/** One engine's index of words, as MediaWiki keeps it. */
export interface WordIndex {
  /** Undefined when a query without words can not be asked. Throws what the database says when it can not read the words or has no index. */
  find(db: Env['db'], language: SearchLanguage, request: WordRequest): Promise<WordHit | undefined>;
}

export interface WordRequest extends Pick<SearchRequest, 'what' | 'text' | 'limit' | 'offset' | 'total'> {
  readonly namespaces: readonly number[] | undefined;
  /** Of table `page`: which pages count. */
  readonly isWanted: Expression<SqlBool>;
}

/** What an index has to select. */
export const COLUMNS = ['page_id', 'page_namespace', 'page_title', 'page_latest'] as const;

export interface WordHit {
  /** One more than the limit when there are more. */
  readonly rows: readonly Pick<Selectable<Database['page']>, (typeof COLUMNS)[number]>[];
  readonly total: number | undefined;
  /** What snippets show. */
  readonly marking: Marking | undefined;
}

/** How many pages match; a first batch that is also the last has them all. */
export async function countAll<TB extends keyof Database>(
  matching: SelectQueryBuilder<Database, TB, unknown>,
  { limit, offset, total }: WordRequest,
  read: number,
): Promise<number | undefined> {
  if (!total) return undefined;
  if (read <= limit && (read > 0 || offset === 0)) return offset + read;
  const row = await matching.select(({ fn }) => fn.countAll<number>().as('pages')).executeTakeFirstOrThrow();
  return Number(row.pages);
}

/** What an error of the database says of a search; undefined when it has another cause. */
export function refusalOf(error: unknown): 'unreadable' | 'noIndex' | undefined {
  const { code, errno, message } = error as { readonly code?: unknown; readonly errno?: unknown; readonly message?: unknown };
  const known = REFUSALS.get(typeof errno === 'number' ? errno : code);
  if (known || typeof message !== 'string') return known;
  if (/^(?:malformed MATCH expression|FTS expression tree is too large)/.test(message)) return 'unreadable';
  return /^(?:no such (?:table|column): \S*(?:searchindex|si_t)|unable to use function MATCH)/.test(message) ? 'noIndex' : undefined;
}

/** Syntax errors and limits of the query languages; tables, columns and full-text indexes that are missing. PostgreSQL's by code. */
const REFUSALS = new Map<unknown, 'unreadable' | 'noIndex'>([
  ['42601', 'unreadable'],
  ['54000', 'unreadable'],
  ['54001', 'unreadable'],
  [1064, 'unreadable'],
  ['42703', 'noIndex'],
  [1146, 'noIndex'],
  [1191, 'noIndex'],
]);
