/** The tags that MediaWiki itself puts on edits and uploads. */
export const CORE_TAGS: readonly string[] = [
  'mw-contentmodelchange',
  'mw-new-redirect',
  'mw-removed-redirect',
  'mw-changed-redirect-target',
  'mw-blank',
  'mw-replace',
  'mw-rollback',
  'mw-undo',
  'mw-manual-revert',
  'mw-reverted',
  'mw-server-side-upload',
];
