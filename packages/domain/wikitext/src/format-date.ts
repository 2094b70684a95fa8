import { dateWords } from '@wikiquery/languages';
import { at, type ParserFunction } from './parser-function.ts';

/** Orders of day, month and year. */
type Order = 'dm' | 'md' | 'dmy' | 'mdy' | 'ymd' | 'ydm' | 'iso';

interface Parts {
  readonly order: Order;
  readonly day: number;
  readonly month: number;
  /** The year 0 is 1 BC. */
  readonly year: number | undefined;
}

/** Orders that users can choose, for dates with and without a year. */
const PREFERENCES: ReadonlyMap<string, { readonly whole: Order; readonly short?: Order }> = new Map([
  ['dmy', { whole: 'dmy', short: 'dm' }],
  ['mdy', { whole: 'mdy', short: 'md' }],
  ['ymd', { whole: 'ymd' }],
  ['ISO 8601', { whole: 'iso' }],
]);

const YEAR = '(?<year>\\d{1,4}(?:[ _]BC)?)';
const DAY = '(?<day>\\d{1,2})';
const MONTH = '(?<month>[\\p{L}.]+)';
const APART = '(?: *, *| +)';

const PATTERNS: readonly (readonly [Order, RegExp])[] = [
  ['iso', /^(?<year>-?\d{4})-(?<month>\d{2})-(?<day>\d{2})$/],
  ...(
    [
      ['dmy', `${DAY}[ _]${MONTH}${APART}${YEAR}`],
      ['ydm', `${YEAR}${APART}${DAY}[ _]${MONTH}`],
      ['mdy', `${MONTH}[ _]${DAY}${APART}${YEAR}`],
      ['ymd', `${YEAR}${APART}${MONTH}[ _]${DAY}`],
      ['dm', `${DAY}[ _]${MONTH}`],
      ['md', `${MONTH}[ _]${DAY}`],
    ] as const
  ).map(([order, pattern]) => [order, new RegExp(`^${pattern}$`, 'u')] as const),
];

/** Reorders a date and marks it up (`{{#formatdate:date|order}}`). Text that is not a date stays unchanged. */
export const formatDate: ParserFunction = async (values, { lang }) => {
  const written = await at(values, 0);
  const date = written.length > LONGEST ? undefined : readDate(written, lang);
  if (!date) return written;
  const preference = PREFERENCES.get(await at(values, 1));
  const order = (date.year === undefined ? preference?.short : preference?.whole) ?? date.order;
  return `<span class="mw-formatted-date" title="${numbersOf(date)}">${shown(date, order, lang)}</span>`;
};

/** Maximum length of a date in characters. */
const LONGEST = 100;

function readDate(text: string, lang: string): Parts | undefined {
  for (const [order, pattern] of PATTERNS) {
    const { day, month = '', year } = pattern.exec(text)?.groups ?? {};
    const number = order === 'iso' ? Number(month) : monthNamed(month, lang);
    if (day === undefined || number < 1 || number > 12) continue;
    return { order, day: Number(day), month: number, year: yearOf(year) };
  }
  return undefined;
}

function yearOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const year = Number.parseInt(written, 10);
  return written.endsWith('BC') ? 1 - year : year;
}

function monthNamed(name: string, lang: string): number {
  const lowerName = name.toLowerCase();
  const { months, shortMonths } = dateWords(lang);
  return months.findIndex((month, at) => month.toLowerCase() === lowerName || shortMonths[at]?.toLowerCase() === lowerName) + 1;
}

const two = (value: number): string => String(value).padStart(2, '0');

function numbersOf({ day, month, year }: Parts): string {
  const years = year === undefined ? '' : `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}-`;
  return `${years}${two(month)}-${two(day)}`;
}

function shown(date: Parts, order: Order, lang: string): string {
  const month = dateWords(lang).months[date.month - 1] ?? '';
  const year = date.year === undefined ? '' : date.year > 0 ? String(date.year) : `${1 - date.year} BC`;
  switch (order) {
    case 'iso':
      return numbersOf(date);
    case 'dm':
    case 'dmy':
      return `${date.day} ${month} ${year}`.trim();
    case 'md':
      return `${month} ${date.day}`;
    case 'mdy':
      return `${month} ${date.day}, ${year}`;
    case 'ymd':
      return `${year} ${month} ${date.day}`;
    case 'ydm':
      return `${year}, ${date.day} ${month}`;
  }
}
