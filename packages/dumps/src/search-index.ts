import { buildIndex } from '@wikiquery/search-index';
import { searchIndexOf } from '@wikiquery/site';
import type { ImportContext } from './context.ts';

/**
 * Builds or updates the search index of the imported wiki, by default beside the SQLite file `file`. `changed`: pages that changed since the
 * last call in this process. Default: compares all pages.
 */
export async function buildSearchIndex(
  { database, options, site }: ImportContext,
  file: string | undefined,
  changed?: ReadonlySet<number>,
): Promise<void> {
  const path = options.searchIndex ?? (file && searchIndexOf(file));
  if (!path) return;
  const build = options.buildIndex ?? buildIndex;
  await build(database.db, { location: path, site: await site(), progress: options.progress, changed, full: changed === undefined });
}
