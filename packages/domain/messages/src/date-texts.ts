import { dateWords, hasDateWords } from '@wikiquery/languages';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const shortened = (name: string): string => name.slice(0, 3);

/**
 * Returns a language's messages for months (`january`, `january-gen`, `jan`) and days (`sunday`, `sun`). The long form of May is
 * `may_long`, because `may` is its short form.
 */
export function dateTexts(language: string): (readonly [key: string, text: string])[] {
  if (!hasDateWords(language)) return [];
  const { months, genitives, shortMonths, days, shortDays } = dateWords(language);
  const texts = (keys: readonly string[], words: readonly string[]) => keys.map((key, at) => [key, words[at] ?? ''] as const);
  const longNames = MONTHS.map(name => (name === 'may' ? 'may_long' : name));
  const genitiveNames = MONTHS.map(name => `${name}-gen`);
  return [
    ...texts(longNames, months),
    ...texts(genitiveNames, genitives),
    ...texts(MONTHS.map(shortened), shortMonths),
    ...texts(DAYS, days),
    ...texts(DAYS.map(shortened), shortDays),
  ];
}
