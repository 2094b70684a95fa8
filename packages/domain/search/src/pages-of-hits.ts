import { type Env, titleKey } from '@wikiquery/core';
import { pagesByTitle } from '@wikiquery/pages';
import type { Hit } from './backend.ts';

/** Looks up the pages of hits without `page`, which stays undefined if the page does not exist. */
export async function pagesOfHits<H extends Hit>({ db }: Pick<Env, 'db'>, hits: readonly H[]): Promise<readonly (H & Pick<Hit, 'page'>)[]> {
  const rows = await pagesByTitle(
    db,
    hits.filter(({ page }) => page === undefined),
  );
  if (rows.length === 0) return hits;
  const pages = new Map(rows.map(row => [titleKey(row.namespace, row.dbkey), row]));
  return hits.map(hit => ({ ...hit, page: hit.page ?? pages.get(titleKey(hit.namespace, hit.dbkey)) }));
}
