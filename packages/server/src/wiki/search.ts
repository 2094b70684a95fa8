import { existsSync } from 'node:fs';
import { databaseSearch, type SearchBackend } from '@wikiquery/search';
import { searchIndexOf, sqliteFileOf } from '@wikiquery/site';
import { isIndexAddress } from '../config/index-address.ts';
import type { SearchableWiki, SearchIndexes } from '../plugins/search-indexes.ts';
import { StartError } from '../start-error.ts';

/** The settings that locate the full-text index. Not picked from `Settings`, whose types depend on the services. */
interface IndexSettings {
  readonly searchIndex?: string | undefined;
  readonly database?: string | undefined;
}

/** Value of the setting `searchIndex` for no index. */
const NONE = 'none';

/** Returns the file or database of the full-text index: that of the settings, or the file next to the database file. */
export function searchIndexPlace({ searchIndex, database = '' }: IndexSettings): string | undefined {
  if (searchIndex !== undefined) return searchIndex === NONE ? undefined : searchIndex;
  const file = sqliteFileOf(database);
  return file && searchIndexOf(file);
}

/** Returns the place of the full-text index if the index exists. Throws a StartError if the settings specify a missing file. */
export function searchIndexThere(settings: IndexSettings): string | undefined {
  const path = searchIndexPlace(settings);
  if (path === undefined || isIndexAddress(path) || existsSync(path)) return path;
  if (settings.searchIndex === undefined) return undefined;
  throw new StartError([`There is no full-text index at ${path}. Build it with "wikiquery index --search-index ${path}".`]);
}

/** The wiki of a search backend, and where its full-text index is. */
interface IndexContext extends Omit<SearchableWiki, 'fallback'> {
  readonly searchIndex: string | undefined;
  /** Hooks of the extension that supports the address of the index. */
  readonly searchIndexes: SearchIndexes | undefined;
}

/** Creates a search backend with the full-text index or, without one, with MediaWiki's own index. */
export async function searchService({ searchIndex, searchIndexes, ...context }: IndexContext): Promise<SearchBackend> {
  const fallback = databaseSearch(context);
  if (searchIndex === undefined) return fallback;
  if (searchIndexes) return searchIndexes.open(searchIndex, { ...context, fallback });
  const { indexSearch } = await import('@wikiquery/search-index');
  return indexSearch({ ...context, location: searchIndex, fallback });
}
