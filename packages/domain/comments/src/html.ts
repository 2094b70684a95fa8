import { escapeSpecialChars } from '@wikiquery/html';
import { decodeCharacterReferences } from '@wikiquery/titles';

/** Escapes text for HTML after decoding its character references. */
export const escapeComment = (text: string): string =>
  escapeStroke(escapeSpecialChars(text.includes('&') ? decodeCharacterReferences(text) : text));

/** Wraps HTML in a link. Empty attributes are left out. */
export const anchor = (html: string, attributes: { readonly href: string; readonly class?: string; readonly title?: string }): string => {
  const { href, class: names, title } = attributes;
  const written = `<a href="${escapeAttribute(href)}"${names ? ` class="${names}"` : ''}${title ? ` title="${escapeAttribute(title)}"` : ''}>`;
  return `${written}${html}</a>`;
};

const escapeAttribute = (value: string): string => escapeStroke(escapeSpecialChars(value));

// A combining stroke would combine with the preceding markup.
const escapeStroke = (html: string): string => html.replaceAll('\u0338', '&#x338;');
