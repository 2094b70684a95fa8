import { escapeSpecialChars } from '@wikiquery/html';
import { decodeCharacterReferences } from '@wikiquery/titles';

/** Decodes the character references of a string, then escapes it for HTML. */
export const escapeComment = (text: string): string =>
  escapeStroke(escapeSpecialChars(text.includes('&') ? decodeCharacterReferences(text) : text));

/** Wraps HTML in a link. Empty attributes are omitted. */
export const anchor = (html: string, attributes: { readonly href: string; readonly class?: string; readonly title?: string }): string => {
  const { href, class: names, title } = attributes;
  const written = `<a href="${escapeAttribute(href)}"${names ? ` class="${names}"` : ''}${title ? ` title="${escapeAttribute(title)}"` : ''}>`;
  return `${written}${html}</a>`;
};

const escapeAttribute = (value: string): string => escapeStroke(escapeSpecialChars(value));

// A combining stroke (U+0338) would combine with the preceding markup.
const escapeStroke = (html: string): string => html.replaceAll('\u0338', '&#x338;');
