/**
 * Returns a function that replaces characters by references. Each variant below serves the places that its comment names, and may be unsafe elsewhere.
 * Replacing one character after the other is faster than one pattern for all.
 */
const escaper =
  (...references: readonly (readonly [character: string, reference: string])[]) =>
  (text: string): string => {
    let escaped = text;
    for (const [character, reference] of references) if (escaped.includes(character)) escaped = escaped.replaceAll(character, reference);
    return escaped;
  };

// An ampersand comes first, before the references of others hold one.
const AMPERSAND = ['&', '&amp;'] as const;
const LESS_THAN = ['<', '&lt;'] as const;
const TAGS = [LESS_THAN, ['>', '&gt;'] as const] as const;
const QUOTE = ['"', '&quot;'] as const;
const APOSTROPHE = ["'", '&#039;'] as const;
const WHITESPACE = [['\n', '&#10;'] as const, ['\r', '&#13;'] as const, ['\t', '&#9;'] as const];

/** Text of an element of HTML or XML. */
export const escapeText = escaper(AMPERSAND, ...TAGS);

/** Text of an element, or an attribute in double quotes. */
export const escapeAttribute = escaper(AMPERSAND, ...TAGS, QUOTE);

/** Text of an element, or an attribute in quotes of either kind, as PHP's `htmlspecialchars` writes it. */
export const escapeSpecialChars = escaper(AMPERSAND, ...TAGS, QUOTE, APOSTROPHE);

/** The same with numeric references, as MediaWiki writes it on the pages of its API. */
export const escapeHtml = escaper(['&', '&#38;'], ['<', '&#60;'], ['>', '&#62;'], ['"', '&#34;'], ["'", '&#39;']);

/** An attribute of HTML in quotes of either kind that keeps its line ends and tabs, as MediaWiki's sanitizer writes it. */
export const escapeHtmlAttribute = escaper(AMPERSAND, ...TAGS, QUOTE, ["'", '&#39;'], ...WHITESPACE);

/** An attribute of XML in double quotes. Parsers would turn literal line ends and tabs into spaces. */
export const escapeXmlAttribute = escaper(AMPERSAND, ...TAGS, QUOTE, ...WHITESPACE);

/** An attribute in MediaWiki's dumps: of XML, in quotes of either kind. */
export const escapeDumpAttribute = escaper(AMPERSAND, ...TAGS, QUOTE, APOSTROPHE, ...WHITESPACE);

/** Text of an element of HTML that keeps `>`, as MediaWiki's unified diffs have it. */
export const escapeTagStarts = escaper(AMPERSAND, LESS_THAN);

/** Text of an element that already holds character references. */
export const escapeTags = escaper(...TAGS);

/** Text of an element, or an attribute in double quotes, that already holds character references. */
export const escapeTagsAndQuotes = escaper(...TAGS, QUOTE);

/** XML cannot hold control characters and the like at all, not even as references. */
export const cleanXml = (text: string): string => text.toWellFormed().replace(FORBIDDEN, '\ufffd');
const FORBIDDEN = /[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu;
