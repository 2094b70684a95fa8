export { type BuiltSearch, buildSearch, type QueryRequest } from './build.ts';
export type { SearchResponse } from './engine.ts';
export { databaseLookups } from './lookups.ts';
export { RANKINGS } from './ranking.ts';
export type { CirrusDocument } from './response.ts';
export { type CirrusRequest, type CirrusResults, type SendSearch, searchCirrus } from './search.ts';
export { SORTS } from './sort.ts';
export type { IndexSettings, SearchedWiki, WikiLookups } from './wiki.ts';
