/**
 * Categories into which MediaWiki puts pages by itself, and their names in English. A page `MediaWiki:KEY` of the wiki names another one, and `-`
 * switches it off.
 */
export const TRACKING = {
  'broken-file-category': 'Pages with broken file links',
  'hidden-category-category': 'Hidden categories',
  'index-category': 'Indexed pages',
  'noindex-category': 'Noindexed pages',
  'template-loop-category': 'Pages with template loops',
} as const;

export type TrackingCategory = keyof typeof TRACKING;
