import type { Site } from '@wikiquery/core';

/** `$wgScriptPath`: where api.php lies, without a slash at the end. */
export const scriptPathOf = ({ general: { scriptpath } }: Site): string => (typeof scriptpath === 'string' ? scriptpath : '');
