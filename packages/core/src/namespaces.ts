/** Ids of the namespaces that every wiki has, as in MediaWiki: https://www.mediawiki.org/wiki/Manual:Namespace_constants */
export const NS = {
  MEDIA: -2,
  SPECIAL: -1,
  MAIN: 0,
  TALK: 1,
  USER: 2,
  USER_TALK: 3,
  PROJECT: 4,
  FILE: 6,
  MEDIAWIKI: 8,
  TEMPLATE: 10,
  CATEGORY: 14,
} as const;
