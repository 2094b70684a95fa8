import type { Env } from '@wikiquery/core';
import { type Database, keyColumn, type SortKey } from '@wikiquery/database';
import type { SelectQueryBuilder } from 'kysely';
import type { Window } from '../query-page.ts';

type Pages = SelectQueryBuilder<Database, 'page', PageColumns>;
interface PageColumns {
  readonly page_id: number;
  readonly page_namespace: number;
  readonly page_title: string;
  readonly page_len: number;
}

export const BY_TITLE: readonly SortKey[] = [
  { column: 'page_namespace', isText: false, forward: true },
  { column: 'page_title', isText: true, forward: true },
];

/** Sort keys: the size in bytes, then the namespace and the page id. */
export const byLength = ({ forward }: { readonly forward: boolean }): readonly SortKey[] =>
  ['page_len', 'page_namespace', 'page_id'].map(column => ({ column, isText: false, forward }));

/**
 * Returns the pages that `choose` selects, in the order of `keys`. An index provides this order only within one namespace,
 * so each namespace contributes rows for the whole window.
 */
export async function pagesInNamespaces(
  { db }: Env,
  namespaces: readonly number[],
  keys: readonly SortKey[],
  { offset, limit }: Window,
  choose: (pages: Pages) => Pages,
): Promise<PageColumns[]> {
  const [first, ...rest] = namespaces.map(namespace => {
    const pages = db.selectFrom('page').select(['page_id', 'page_namespace', 'page_title', 'page_len']);
    const chosen = inOrder(choose(pages.where('page_namespace', '=', namespace)), keys).limit(offset + limit);
    return db.selectFrom(chosen.as('part')).selectAll();
  });
  if (!first) return [];
  const all = rest.reduce((union, part) => union.unionAll(part), first);
  const rows = db.selectFrom(all.as('page')).selectAll();
  return inOrder(rows, keys).limit(limit).offset(offset).execute();
}

const inOrder = <DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>, keys: readonly SortKey[]) =>
  keys.reduce((ordered, key) => ordered.orderBy(keyColumn(key), key.forward ? 'asc' : 'desc'), query);

export const contentNamespaces = ({ site }: Env): number[] =>
  [...site.namespaces.values()].filter(({ content }) => content).map(({ id }) => id);
