export { type IndexSearchContext, indexSearch } from './backend.ts';
export { type BuildOptions, buildIndex } from './build.ts';
export { linkNamesOf } from './link-names.ts';
export { type LinkNames, type PlainText, plainText } from './plain-text.ts';
export { INDEX_READS } from './read-pages.ts';
export {
  addWatermark,
  type Changes,
  changesSince,
  currentWatermark,
  pagesAt,
  pagesUsing,
  startOf,
  titlesOf,
  type Watermark,
} from './update/changes.ts';
