import { buildIndex } from '@wikiquery/search-index';
import { searchIndexOf } from '@wikiquery/site';
import type { ImportContext } from './context.ts';

/** The index for searches, of which MediaWiki's tables know nothing. `file` is that of an SQLite database. */
export async function makeIndex({ database, options, site }: ImportContext, file: string | undefined): Promise<void> {
  const path = options.searchIndex ?? (file && searchIndexOf(file));
  if (!path) return;
  await buildIndex(database.db, { place: path, site: await site(), progress: options.progress });
}
