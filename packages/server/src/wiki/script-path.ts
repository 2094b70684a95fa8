import type { Site } from '@wikiquery/core';

/** Returns MediaWiki's `$wgScriptPath`: the URL path of the folder that contains api.php, without a slash at the end. */
export const scriptPathOf = ({ general: { scriptpath } }: Site): string => (typeof scriptpath === 'string' ? scriptpath : '');
