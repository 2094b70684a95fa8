import { buildIndex } from '@wikiquery/search-index';
import { searchIndexOf } from '@wikiquery/site';
import type { ImportContext } from './context.ts';

/** Builds the search index of the imported wiki, by default beside the SQLite file `file`. */
export async function buildSearchIndex({ database, options, site }: ImportContext, file: string | undefined): Promise<void> {
  const path = options.searchIndex ?? (file && searchIndexOf(file));
  if (!path) return;
  await buildIndex(database.db, { location: path, site: await site(), progress: options.progress });
}
