import { escapeSpecialChars } from '@wikiquery/html';
import { decodeCharacterReferences } from '@wikiquery/titles';

/** Text as HTML. Character references that a writer put in stand for themselves. */
export const escapeComment = (text: string): string =>
  escapeStroke(escapeSpecialChars(text.includes('&') ? decodeCharacterReferences(text) : text));

/** A link around HTML; attributes without a value are left out. */
export const anchor = (html: string, attributes: { readonly href: string; readonly class?: string; readonly title?: string }): string => {
  const { href, class: names, title } = attributes;
  const written = `<a href="${escapeAttribute(href)}"${names ? ` class="${names}"` : ''}${title ? ` title="${escapeAttribute(title)}"` : ''}>`;
  return `${written}${html}</a>`;
};

const escapeAttribute = (value: string): string => escapeStroke(escapeSpecialChars(value));

// A combining stroke would change the bracket or quote of the markup before it.
const escapeStroke = (html: string): string => html.replaceAll('\u0338', '&#x338;');
