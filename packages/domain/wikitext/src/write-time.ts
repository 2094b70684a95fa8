import { dateWords, formatNumber } from '@wikiquery/languages';
import { isoWeek } from './variables.ts';

/** Units of time in a format, shortest first. The shortest one determines for how long the formatted time stays valid. */
type Unit = 'second' | 'minute' | 'hour' | 'half' | 'day' | 'week' | 'month' | 'year';

interface Letter {
  readonly unit?: Unit;
  write(date: Date, lang: string): string;
  /** Whether the value is never written with the digits of the language. */
  readonly raw?: true;
}

const two = (value: number): string => String(value).padStart(2, '0');
const letter = (unit: Unit, write: Letter['write']): Letter => ({ unit, write });
const half = (date: Date): string => (date.getUTCHours() < 12 ? 'am' : 'pm');
const hour12 = (date: Date): number => date.getUTCHours() % 12 || 12;
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysOfMonth = (date: Date): number =>
  new Date(Date.UTC(2000 + (date.getUTCFullYear() % 400), date.getUTCMonth() + 1, 0)).getUTCDate();
const dayOfYear = (date: Date): number => {
  const first = new Date(date);
  first.setUTCMonth(0, 1);
  return Math.round((date.getTime() - first.getTime()) / 86_400_000);
};
const year = (date: Date): string => String(date.getUTCFullYear()).padStart(4, '0');
const iso = (date: Date): string => `${year(date)}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}T${clock(date)}+00:00`;
const clock = (date: Date): string => [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':');
const english = dateWords('en');

/**
 * Format characters of https://www.mediawiki.org/wiki/Help:Extension:ParserFunctions##time for Gregorian dates. Of other calendars, only
 * years are supported (`xkY`, `xoY`).
 */
const LETTERS: Readonly<Record<string, Letter>> = {
  d: letter('day', date => two(date.getUTCDate())),
  D: letter('day', (date, lang) => dateWords(lang).shortDays[date.getUTCDay()] ?? ''),
  j: letter('day', date => String(date.getUTCDate())),
  l: letter('day', (date, lang) => dateWords(lang).days[date.getUTCDay()] ?? ''),
  F: letter('month', (date, lang) => dateWords(lang).months[date.getUTCMonth()] ?? ''),
  xg: letter('month', (date, lang) => dateWords(lang).genitives[date.getUTCMonth()] ?? ''),
  m: letter('month', date => two(date.getUTCMonth() + 1)),
  M: letter('month', (date, lang) => dateWords(lang).shortMonths[date.getUTCMonth()] ?? ''),
  n: letter('month', date => String(date.getUTCMonth() + 1)),
  t: letter('month', date => String(daysOfMonth(date))),
  Y: letter('year', year),
  y: letter('year', date => year(date).slice(-2)),
  xkY: letter('year', date => String(date.getUTCFullYear() + 543)),
  xoY: letter('year', date => String(date.getUTCFullYear() - 1911)),
  o: letter('year', date => String(isoWeek(date).year)),
  L: letter('year', date => (isLeap(date.getUTCFullYear()) ? '1' : '0')),
  a: letter('half', half),
  A: letter('half', date => half(date).toUpperCase()),
  g: letter('hour', date => String(hour12(date))),
  G: letter('hour', date => String(date.getUTCHours())),
  h: letter('hour', date => two(hour12(date))),
  H: letter('hour', date => two(date.getUTCHours())),
  i: letter('minute', date => two(date.getUTCMinutes())),
  s: letter('second', date => two(date.getUTCSeconds())),
  U: letter('second', date => String(Math.floor(date.getTime() / 1000))),
  c: { unit: 'second', write: iso, raw: true },
  r: {
    unit: 'second',
    raw: true,
    write: date =>
      `${english.shortDays[date.getUTCDay()]}, ${two(date.getUTCDate())} ${english.shortMonths[date.getUTCMonth()]} ${year(date)} ${clock(date)} +0000`,
  },
  w: letter('day', date => String(date.getUTCDay())),
  N: letter('day', date => String(date.getUTCDay() || 7)),
  z: letter('day', date => String(dayOfYear(date))),
  W: letter('week', date => two(isoWeek(date).week)),
  e: { write: () => 'UTC', raw: true },
  T: { write: () => 'UTC', raw: true },
  O: { write: () => '+0000', raw: true },
  P: { write: () => '+00:00', raw: true },
  I: { write: () => '0', raw: true },
  Z: { write: () => '0', raw: true },
  xx: { write: () => 'x', raw: true },
};

const TOKEN = /"([^"]*)"|\\(.)|xn|xN|xr|x[ko]Y|xg|xx|[a-zA-Z]/gs;

/** Formats a UTC time as `{{#time:…}}` does. `lasts`: number of seconds for which the result stays the same. */
export function writeTime(date: Date, format: string, lang: string): { readonly text: string; readonly lasts: number | undefined } {
  const units = new Set<Unit>();
  let raw: 'no' | 'once' | 'always' = 'no';
  let isRoman = false;
  const text = format.replaceAll(TOKEN, (token, quoted?: string, bare?: string) => {
    if (quoted !== undefined || bare !== undefined) return quoted ?? (bare as string);
    if (token === 'xn') raw = 'once';
    else if (token === 'xN') raw = raw === 'always' ? 'no' : 'always';
    else if (token === 'xr') isRoman = true;
    else {
      const found = LETTERS[token];
      if (!found) return token;
      if (found.unit) units.add(found.unit);
      const written = found.write(date, lang);
      const isNumber = /^\d+$/.test(written);
      const result =
        isRoman && isNumber ? roman(Number(written)) : isNumber && !found.raw && raw === 'no' ? inDigits(written, lang) : written;
      isRoman = false;
      if (raw === 'once') raw = 'no';
      return result;
    }
    return '';
  });
  return { text, lasts: remaining(date, units) };
}

const inDigits = (digits: string, lang: string): string => digits.replaceAll(/\d/g, digit => formatNumber(lang, digit));

const ROMAN = { M: 1000, CM: 900, D: 500, CD: 400, C: 100, XC: 90, L: 50, XL: 40, X: 10, IX: 9, V: 5, IV: 4, I: 1 };

function roman(value: number): string {
  if (value <= 0 || value > 10_000) return String(value);
  let left = value;
  let out = '';
  for (const [sign, worth] of Object.entries(ROMAN)) {
    out += sign.repeat(Math.floor(left / worth));
    left %= worth;
  }
  return out;
}

/** Returns the number of seconds until the shortest unit in the result changes. */
function remaining(date: Date, units: ReadonlySet<Unit>): number | undefined {
  const [hours, minutes, seconds] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  if (units.has('second')) return 1;
  if (units.has('minute')) return 60 - seconds;
  if (units.has('hour')) return 3600 - minutes * 60 - seconds;
  if (units.has('half')) return 43_200 - (hours % 12) * 3600 - minutes * 60 - seconds;
  const day = 86_400 - hours * 3600 - minutes * 60 - seconds;
  if (units.has('day')) return day;
  const ends: number[] = [];
  if (units.has('week')) ends.push((7 - (date.getUTCDay() || 7)) * 86_400 + day);
  if (units.has('month')) ends.push((daysOfMonth(date) - date.getUTCDate()) * 86_400 + day);
  else if (units.has('year')) ends.push(((isLeap(date.getUTCFullYear()) ? 365 : 364) - dayOfYear(date)) * 86_400 + day);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}
