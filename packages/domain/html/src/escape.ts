/** Returns a function that escapes the given characters. One `replaceAll` for each character is faster than one pattern for all. */
const escaper =
  (...references: readonly (readonly [character: string, reference: string])[]) =>
  (text: string): string => {
    let escaped = text;
    for (const [character, reference] of references) if (escaped.includes(character)) escaped = escaped.replaceAll(character, reference);
    return escaped;
  };

// The ampersand must come first, because references contain it.
const AMPERSAND = ['&', '&amp;'] as const;
const LESS_THAN = ['<', '&lt;'] as const;
const TAGS = [LESS_THAN, ['>', '&gt;'] as const] as const;
const QUOTE = ['"', '&quot;'] as const;
const APOSTROPHE = ["'", '&#039;'] as const;
const WHITESPACE = [['\n', '&#10;'] as const, ['\r', '&#13;'] as const, ['\t', '&#9;'] as const];

/** Escapes text content of HTML and XML. Unsafe in attributes. */
export const escapeText = escaper(AMPERSAND, ...TAGS);

/** Escapes text content and double-quoted attributes. */
export const escapeAttribute = escaper(AMPERSAND, ...TAGS, QUOTE);

/** Escapes text content and quoted attributes as PHP's `htmlspecialchars` does. */
export const escapeSpecialChars = escaper(AMPERSAND, ...TAGS, QUOTE, APOSTROPHE);

/** Escapes text content and quoted attributes with numeric references, as MediaWiki's HTML pages of API results do. */
export const escapeHtml = escaper(['&', '&#38;'], ['<', '&#60;'], ['>', '&#62;'], ['"', '&#34;'], ["'", '&#39;']);

/** Escapes quoted HTML attributes, including line ends and tabs, as MediaWiki's sanitizer does. */
export const escapeHtmlAttribute = escaper(AMPERSAND, ...TAGS, QUOTE, ["'", '&#39;'], ...WHITESPACE);

/** Escapes double-quoted XML attributes, including line ends and tabs: parsers would replace literal ones with spaces. */
export const escapeXmlAttribute = escaper(AMPERSAND, ...TAGS, QUOTE, ...WHITESPACE);

/** Escapes quoted XML attributes as MediaWiki's dumps do. */
export const escapeDumpAttribute = escaper(AMPERSAND, ...TAGS, QUOTE, APOSTROPHE, ...WHITESPACE);

/** Escapes HTML text content except for `>`, as in MediaWiki's unified diffs. Unsafe in attributes. */
export const escapeTagStarts = escaper(AMPERSAND, LESS_THAN);

/** Escapes text content that already contains character references. Unsafe in attributes. */
export const escapeTags = escaper(...TAGS);

/** Escapes text content and double-quoted attributes that already contain character references. */
export const escapeTagsAndQuotes = escaper(...TAGS, QUOTE);

/** Replaces characters that XML forbids, even as character references, with U+FFFD. */
export const cleanXml = (text: string): string => text.toWellFormed().replace(FORBIDDEN, '\ufffd');
const FORBIDDEN = /[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu;
