import { createRequire } from 'node:module';
import type { Site } from '@wikiquery/core';

/** The site, whose release determines the formats. */
type DatedSite = Pick<Site, 'since'>;

/**
 * Formats a UTC time in a language. `order` is a date preference such as `dmy`, `mdy` or `ymd`; if it is unknown, the language's default
 * applies. Supports only Gregorian dates and years of the Thai solar calendar.
 */
export const writeDate = (date: Date, order: string, language: string, site: DatedSite): string => {
  const { formats, usual, words } = wordsOf(language);
  return written(date, markOf(language, site) + (formats.get(order) ?? formats.get(usual) ?? DAY_FIRST), words);
};

/** Part of a date in the language's default format: the time of the day, the date, or the date without the year. */
export type DatePart = 'time' | 'date' | 'pretty';

/** Returns MediaWiki's format for a part of a date, with format characters as in `{{#time:…}}`; `both` is the whole date. */
export function dateFormat(part: DatePart | 'both', language: string, site: DatedSite): string {
  const { formats, usual, parts } = wordsOf(language);
  return markOf(language, site) + (part === 'both' ? (formats.get(usual) ?? DAY_FIRST) : parts[part]);
}

/** Returns the right-to-left mark with which the formats of some languages began before MediaWiki 1.45. */
const markOf = (language: string, { since }: DatedSite): string => (wordsOf(language).hadMark && !since('1.45') ? '\u200f' : '');

/** Writes a part of a UTC time in a language. */
export const writeDatePart = (date: Date, part: DatePart, language: string, site: DatedSite): string =>
  written(date, dateFormat(part, language, site), wordsOf(language).words);

function written(date: Date, pattern: string, words: Words): string {
  return pattern.replaceAll(TOKEN, token => {
    if (token.startsWith('"')) return token.slice(1, -1);
    if (token.startsWith('\\')) return token.slice(1);
    const raw = token.startsWith('xn');
    const part = LETTERS[raw ? token.slice(2) : token]?.(date, words) ?? token;
    return raw || words.digits === undefined ? part : part.replaceAll(/\d/g, digit => words.digits?.[Number(digit)] ?? digit);
  });
}

/** Returns MediaWiki's names of months and days in a language. Default: English. */
export const dateWords = (language: string): DateWords => wordsOf(language).words;

/** Whether MediaWiki has names of months and days in a language. */
export const hasDateWords = (language: string): boolean => languageOf(language) !== undefined;

// Tokens of MediaWiki's date formats: quoted and escaped text, PHP's format characters, and MediaWiki's own, which start with x.
const TOKEN = /"[^"]*"|\\.|xn[dGHijmnsY]|xg|xkY|[DdFGHijlMmnsY]/gs;

/** Date formats and words of a language. The items of lists are separated by `|`. Missing fields are as in English. */
interface Language {
  /** The date preference that applies by default. Default: `dmy`. */
  readonly default?: string;
  readonly formats?: Readonly<Record<string, string>>;
  readonly months?: string;
  /** Month names in the form used after the day of the month. Default: `months`. */
  readonly genitives?: string;
  readonly shortMonths?: string;
  readonly days?: string;
  readonly shortDays?: string;
  readonly digits?: string;
  /** Whether the formats began with a right-to-left mark before MediaWiki 1.45. */
  readonly hadMark?: boolean;
  /** Parts of the default format. */
  readonly time?: string;
  readonly date?: string;
  readonly pretty?: string;
}

/** Month names, starting with January, and day names, starting with Sunday. */
export interface DateWords {
  readonly months: readonly string[];
  /** Month names in the form used after the day of the month. */
  readonly genitives: readonly string[];
  readonly shortMonths: readonly string[];
  readonly days: readonly string[];
  readonly shortDays: readonly string[];
}

interface Words extends DateWords {
  readonly digits: readonly string[] | undefined;
}

type Letter = (date: Date, words: Words) => string;

const two = (value: number): string => String(value).padStart(2, '0');

const LETTERS: Readonly<Record<string, Letter>> = {
  d: date => two(date.getUTCDate()),
  j: date => String(date.getUTCDate()),
  D: (date, { shortDays }) => shortDays[date.getUTCDay()] ?? '',
  l: (date, { days }) => days[date.getUTCDay()] ?? '',
  m: date => two(date.getUTCMonth() + 1),
  n: date => String(date.getUTCMonth() + 1),
  M: (date, { shortMonths }) => shortMonths[date.getUTCMonth()] ?? '',
  F: (date, { months }) => months[date.getUTCMonth()] ?? '',
  xg: (date, { genitives }) => genitives[date.getUTCMonth()] ?? '',
  Y: date => String(date.getUTCFullYear()),
  // Year of the Thai solar calendar.
  xkY: date => String(date.getUTCFullYear() + 543),
  H: date => two(date.getUTCHours()),
  G: date => String(date.getUTCHours()),
  i: date => two(date.getUTCMinutes()),
  s: date => two(date.getUTCSeconds()),
};

const DAY_FIRST = 'H:i, j F Y';
const ENGLISH = {
  formats: { dmy: DAY_FIRST, mdy: 'H:i, F j, Y', ymd: 'H:i, Y F j' },
  months: 'January|February|March|April|May|June|July|August|September|October|November|December',
  shortMonths: 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec',
  days: 'Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday',
  shortDays: 'Sun|Mon|Tue|Wed|Thu|Fri|Sat',
};

const PARTS = { time: 'H:i', date: 'j F Y', pretty: 'j F' };

interface Read {
  readonly formats: ReadonlyMap<string, string>;
  readonly usual: string;
  readonly hadMark: boolean;
  readonly parts: Readonly<Record<DatePart, string>>;
  readonly words: Words;
}

const read = new Map<string, Read>();

const wordsOf = (code: string): Read => {
  const language = languageOf(code);
  const key = language === undefined ? 'en' : code;
  let known = read.get(key);
  if (known === undefined) {
    const {
      default: usual = 'dmy',
      formats,
      digits,
      hadMark = false,
      time = PARTS.time,
      date = PARTS.date,
      pretty = PARTS.pretty,
      ...own
    }: Language = language ?? {};
    const lists = { ...ENGLISH, ...own };
    const months = lists.months.split('|');
    known = {
      formats: new Map(Object.entries({ ...ENGLISH.formats, ...formats })),
      usual,
      hadMark,
      parts: { time, date, pretty },
      words: {
        months,
        genitives: own.genitives?.split('|') ?? months,
        shortMonths: lists.shortMonths.split('|'),
        days: lists.days.split('|'),
        shortDays: lists.shortDays.split('|'),
        digits: digits === undefined ? undefined : Array.from(digits),
      },
    };
    read.set(key, known);
  }
  return known;
};

type Languages = Readonly<Record<string, string | Language | undefined>>;

/** Loaded on demand: most servers need no dates, and the data takes a megabyte. */
let languages: Languages | undefined;

/** In the data, a string refers to another language with the same formats. */
const languageOf = (code: string): Language | undefined => {
  languages ??= createRequire(import.meta.url)('./date-formats.json') as Languages;
  const all = languages;
  const found = Object.hasOwn(all, code) ? all[code] : undefined;
  return typeof found === 'string' ? languageOf(found) : found;
};
