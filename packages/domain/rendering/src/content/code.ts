import { escapeText } from '@wikiquery/html';
export const escapeCode = (text: string): string => escapeText(text).replaceAll('\u00a0', '&#160;');
