/** Letter, digit or underscore. */
const W = String.raw`[\p{L}\p{N}_]`;
const pattern = (source: string, flags = ''): RegExp => new RegExp(source.replaceAll('W', W), `gu${flags}`);

const TILDE_AFTER_NO_WORD = pattern('(?<!W|")~');
const WORD_TILDE = pattern(String.raw`(?<word>W)~(?<distance>\S*)`);
const PHRASE_TILDE = /"~(\S*)/gu;
const SIGNS_BEFORE_NO_WORD = pattern(String.raw`[+\-!]+(?!W)`);
const SIGNS_IN_WORDS = /(?<!^|[ \\])[+\-!]+/gu;
const OUTER_BARS = /^\s*\|\||\|\|\s*$/gu;
const OUTER_OPERATORS = pattern(String.raw`^\s*(?:AND|OR)(?!W)|(?<!W)(?:AND|OR|NOT)\s*$`);
const REPEATED_OPERATORS = pattern(String.raw`(?<!W)(?:AND|OR|NOT)\s+(?=(?:AND|OR|NOT)(?!W))`);

/**
 * Escapes a part of a query in Lucene syntax. Groups, ranges, weights and field names lose their meaning. Quotes are balanced. Slashes
 * become spaces, because they enclose regular expressions.
 */
export function escapePart(text: string): string {
  const escaped = text.replaceAll(/[(){}[\]^:]|\\(?!")/g, String.raw`\$&`).replaceAll('/', ' ');
  return hasOpenQuote(escaped) ? `${escaped}"` : escaped;
}

/** Escapes operators in a query that Lucene's parser would reject, such as `AND` at the end. Expects escaped parts. */
export function escapeOperators(query: string): string {
  return query
    .replaceAll(TILDE_AFTER_NO_WORD, escapeSigns)
    .replaceAll(/[<>]+(\S)/gu, '$1')
    .replaceAll(WORD_TILDE, (whole, word: string, distance: string) =>
      /^[0-2]?$/.test(distance) ? whole : `${word}\\~${distance.replaceAll(/(?<!\\)~/g, String.raw`\~`)}`,
    )
    .replaceAll(PHRASE_TILDE, (whole, distance: string) => (/\d/.test(distance) ? whole : `"\\~${distance}`))
    .replaceAll(SIGNS_BEFORE_NO_WORD, escapeSigns)
    .replaceAll(SIGNS_IN_WORDS, escapeSigns)
    .replaceAll(OUTER_BARS, escapeSigns)
    .replaceAll(OUTER_OPERATORS, word => word.toLowerCase())
    .replaceAll(REPEATED_OPERATORS, word => word.toLowerCase());
}

/** Escapes quotes inside words, which are part of abbreviations in Hebrew. */
export const escapeHebrewQuotes = (text: string): string => text.replaceAll(/(?<=[^\s\\])"(?=\S)/gu, String.raw`\"`);

const escapeSigns = (text: string): string => text.replaceAll(/(?=\S)/gu, '\\');

function hasOpenQuote(text: string): boolean {
  let isOpen = false;
  for (const [, quote] of text.matchAll(/\\.|(")/gsu)) if (quote !== undefined) isOpen = !isOpen;
  return isOpen;
}
