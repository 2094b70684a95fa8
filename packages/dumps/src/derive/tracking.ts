/**
 * Categories into which MediaWiki puts pages by itself, and their names in English. A page `MediaWiki:KEY` of the wiki names another one, and `-`
 * switches it off.
 */
export const TRACKING = {
  'broken-file-category': 'Pages with broken file links',
  'expansion-depth-exceeded-category': 'Pages where expansion depth is exceeded',
  'expensive-parserfunction-category': 'Pages with too many expensive parser function calls',
  'hidden-category-category': 'Hidden categories',
  'index-category': 'Indexed pages',
  'node-count-exceeded-category': 'Pages where node count is exceeded',
  'noindex-category': 'Noindexed pages',
  'post-expand-template-argument-category': 'Pages containing omitted template arguments',
  'post-expand-template-inclusion-category': 'Pages where template include size is exceeded',
  'template-loop-category': 'Pages with template loops',
} as const;

export type TrackingCategory = keyof typeof TRACKING;
