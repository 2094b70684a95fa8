import { existsSync } from 'node:fs';
import { serverEngineOf } from '@wikiquery/database';
import { type DatabaseSearchContext, databaseSearch, type SearchBackend } from '@wikiquery/search';
import { searchIndexOf, sqliteFileOf } from '@wikiquery/site';
import { StartError } from '../start-error.ts';

/** Settings that say where the index is. */
interface IndexSettings {
  readonly searchIndex?: string | undefined;
  readonly database?: string | undefined;
}

/** Stands for no index. */
const NONE = 'none';

/** Where the index for searches is, or is to be made (a file, or the address of a database): as the settings say, or beside the file of the database. */
export function searchIndexPlace({ searchIndex, database = '' }: IndexSettings): string | undefined {
  if (searchIndex !== undefined) return searchIndex === NONE ? undefined : searchIndex;
  const file = sqliteFileOf(database);
  return file && searchIndexOf(file);
}

/** The index that searches use. Throws a StartError where the settings name one that is not there. */
export function searchIndexThere(settings: IndexSettings): string | undefined {
  const path = searchIndexPlace(settings);
  if (path === undefined || serverEngineOf(path) || existsSync(path)) return path;
  if (settings.searchIndex === undefined) return undefined;
  throw new StartError([`There is no index for searches at ${path}. Make it with "wikiquery index --search-index ${path}".`]);
}

/** Searches in an index of its own where there is one, else in that of MediaWiki. */
export async function searchService({
  searchIndex,
  ...context
}: DatabaseSearchContext & { readonly searchIndex: string | undefined }): Promise<SearchBackend> {
  const otherwise = databaseSearch(context);
  if (searchIndex === undefined) return otherwise;
  const { indexSearch } = await import('@wikiquery/search-index');
  return indexSearch({ ...context, location: searchIndex, fallback: otherwise });
}
