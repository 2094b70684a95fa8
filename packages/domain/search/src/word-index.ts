import type { Env } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Expression, Selectable, SelectQueryBuilder, SqlBool } from 'kysely';
import type { SearchRequest } from './backend.ts';
import type { Marking } from './highlight.ts';
import type { SearchLanguage } from './normalize.ts';

export interface WordIndex {
  /** Returns undefined for an empty query that the engine would reject. Throws database errors for invalid queries and missing indexes. */
  find(db: Env['db'], language: SearchLanguage, request: WordRequest): Promise<WordHit | undefined>;
}

export interface WordRequest extends Pick<SearchRequest, 'what' | 'text' | 'limit' | 'offset' | 'total'> {
  readonly namespaces: readonly number[] | undefined;
  readonly condition: Expression<SqlBool>;
}

export const COLUMNS = ['page_id', 'page_namespace', 'page_title', 'page_latest'] as const;

export interface WordHit {
  readonly rows: readonly Pick<Selectable<Database['page']>, (typeof COLUMNS)[number]>[];
  readonly total: number | undefined;
  readonly marking: Marking | undefined;
}

/** Counts the matching pages. If the number of rows already read determines the count, no query is sent. */
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

/** Classifies a database error that a search caused. Returns undefined for any other error. */
export function refusalOf(error: unknown): 'unreadable' | 'noIndex' | undefined {
  const { code, errno, message } = error as { readonly code?: unknown; readonly errno?: unknown; readonly message?: unknown };
  const known = REFUSALS.get(typeof errno === 'number' ? errno : code);
  if (known || typeof message !== 'string') return known;
  if (/^(?:malformed MATCH expression|FTS expression tree is too large)/.test(message)) return 'unreadable';
  return /^(?:no such (?:table|column): \S*(?:searchindex|si_t)|unable to use function MATCH)/.test(message) ? 'noIndex' : undefined;
}

/** Codes (PostgreSQL) and numbers (MariaDB) of errors: invalid syntax, exceeded limits, and missing tables, columns or indexes. */
const REFUSALS = new Map<unknown, 'unreadable' | 'noIndex'>([
  ['42601', 'unreadable'],
  ['54000', 'unreadable'],
  ['54001', 'unreadable'],
  [1064, 'unreadable'],
  ['42703', 'noIndex'],
  [1146, 'noIndex'],
  [1191, 'noIndex'],
]);
