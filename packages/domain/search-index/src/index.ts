export { type IndexSearchContext, indexSearch } from './backend.ts';
export { type BuildOptions, buildIndex } from './build.ts';
export { INDEX_READS } from './read-pages.ts';
