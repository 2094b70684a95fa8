import type { ImportOptions } from '@wikiquery/dumps';
import { serverExtensions } from '../plugins/discovery.ts';
import { searchIndexesAt } from '../plugins/search-indexes.ts';
import type { App } from '../plugins/server-extension.ts';

/** Returns the options of an import that determine its search index. Rejects with a StartError if no extension supports the address. */
export async function indexOptions(app: App, searchIndex: string | undefined): Promise<Pick<ImportOptions, 'searchIndex' | 'buildIndex'>> {
  if (searchIndex === undefined) return {};
  if (searchIndex === 'none') return { searchIndex: false };
  const indexes = searchIndexesAt(await serverExtensions(app), searchIndex);
  return {
    searchIndex,
    ...(indexes && {
      buildIndex: (db, { location, progress, ...wiki }) => indexes.build(location, { ...wiki, db, ...(progress && { progress }) }),
    }),
  };
}
