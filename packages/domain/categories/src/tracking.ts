/** English names of MediaWiki's tracking categories by message key. Page `MediaWiki:KEY` renames a category, or disables it with `-`. */
export const TRACKING_CATEGORIES = {
  'broken-file-category': 'Pages with broken file links',
  'duplicate-args-category': 'Pages using duplicate arguments in template calls',
  'expansion-depth-exceeded-category': 'Pages where expansion depth is exceeded',
  'expensive-parserfunction-category': 'Pages with too many expensive parser function calls',
  'hidden-category-category': 'Hidden categories',
  'index-category': 'Indexed pages',
  'node-count-exceeded-category': 'Pages where node count is exceeded',
  'noindex-category': 'Noindexed pages',
  'nonnumeric-formatnum': 'Pages with non-numeric formatnum arguments',
  'post-expand-template-argument-category': 'Pages containing omitted template arguments',
  'post-expand-template-inclusion-category': 'Pages where template include size is exceeded',
  'restricted-displaytitle-ignored': 'Pages with ignored display titles',
  'template-equals-category': 'Pages which use = as a template',
  'template-loop-category': 'Pages with template loops',
  'unstrip-depth-category': 'Pages where the unstrip depth limit is exceeded',
  'unstrip-size-category': 'Pages where the unstrip size limit is exceeded',
  'bad-language-code-category': 'Pages with invalid language codes',
  'bad-double-underscore-category': 'Pages with invalid behavior switches',
  'double-px-category': 'Pages with image sizes containing extra px',
  'magiclink-tracking-isbn': 'Pages using ISBN magic links',
  'magiclink-tracking-pmid': 'Pages using PMID magic links',
  'magiclink-tracking-rfc': 'Pages using RFC magic links',
} as const;

/** English names of the tracking categories of the extensions Cite and Scribunto, by message key. */
export const EXTENSION_TRACKING_CATEGORIES = {
  'cite-tracking-category-cite-error': 'Pages with reference errors',
  'scribunto-common-error-category': 'Pages with script errors',
} as const;

/** Message key of a tracking category of MediaWiki or of an extension. */
export type TrackingCategory = keyof typeof TRACKING_CATEGORIES | keyof typeof EXTENSION_TRACKING_CATEGORIES;
