import type { Site } from '@wikiquery/core';

/** Returns `$wgScriptPath`, the folder of api.php without a slash at the end. */
export const scriptPathOf = ({ general: { scriptpath } }: Site): string => (typeof scriptpath === 'string' ? scriptpath : '');
