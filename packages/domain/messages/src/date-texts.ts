import { dateWords, hasDateWords } from '@wikiquery/languages';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const shortened = (name: string): string => name.slice(0, 3);

/** What a language calls months (`january`, `january-gen`, `jan`) and days (`sunday`, `sun`). May has no shorter name. */
export function dateTexts(language: string): (readonly [key: string, text: string])[] {
  if (!hasDateWords(language)) return [];
  const { months, genitives, shortMonths, days, shortDays } = dateWords(language);
  const texts = (keys: readonly string[], words: readonly string[]) => keys.map((key, at) => [key, words[at] ?? ''] as const);
  return [
    ...texts(
      MONTHS.map(name => (name === 'may' ? 'may_long' : name)),
      months,
    ),
    ...texts(
      MONTHS.map(name => `${name}-gen`),
      genitives,
    ),
    ...texts(MONTHS.map(shortened), shortMonths),
    ...texts(DAYS, days),
    ...texts(DAYS.map(shortened), shortDays),
  ];
}
