import type { Rules } from '../rules.ts';

/** Pig Latin, MediaWiki's test variant of English. Words in the wiki's own tables are converted only by the tables. */
export const pigLatin: Rules = {
  tables: {},
  convert: (text, variant, replace) => (variant === 'en-x-piglatin' ? replace(text, part => part.replace(/[A-Za-z][a-z']+/g, turn)) : text),
};

function turn(word: string): string {
  if (/^[aeiou]/i.test(word)) return `${word}way`;
  const [, start = '', rest = ''] = /^(s?qu|[^aeiou][^aeiouy]*)(.*)$/i.exec(word) ?? [];
  const first = start.charAt(0);
  if (first !== first.toUpperCase()) return `${rest}${start}ay`;
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}${first.toLowerCase()}${start.slice(1)}ay`;
}
