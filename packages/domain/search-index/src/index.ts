export { type IndexSearchContext, indexSearch } from './backend.ts';
export { type BuildOptions, buildIndex } from './build.ts';
