export {
  type CompletionRequest,
  type ForeignHit,
  type ForeignHits,
  type Hit,
  type SearchBackend,
  type SearchHit,
  type SearchRequest,
  type SearchResults,
  searchBackend,
} from './backend.ts';
export { type DatabaseSearchContext, databaseSearch } from './database.ts';
export { type IndexRow, indexRow } from './indexing.ts';
export { shortestWord } from './mariadb.ts';
export { namespacePrefix } from './namespace-prefix.ts';
export { encodeWords, type SearchLanguage, searchLanguage } from './normalize.ts';
export { pagesOfHits } from './pages-of-hits.ts';
