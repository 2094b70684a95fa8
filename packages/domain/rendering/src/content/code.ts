import { escapeText } from '@wikiquery/html';
/** Text that stands in HTML as it is. */
export const escapeCode = (text: string): string => escapeText(text).replaceAll('\u00a0', '&#160;');
