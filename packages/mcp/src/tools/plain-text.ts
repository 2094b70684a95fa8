import { decodeCharacterReferences } from '@wikiquery/titles';

/** Returns the text of a short HTML fragment, on one line. */
export const plainText = (html: string): string =>
  decodeCharacterReferences(html.replaceAll(/<[^<>]*>/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim();
