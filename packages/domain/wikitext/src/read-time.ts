/** Parses a time as PHP does in UTC: `2024-02-29`, `29 February 2024 12:30`, `@0`, `+1 week`. Returns undefined for an invalid time. */
export function readTime(text: string, now: Date): Date | undefined {
  if (text.length > LONGEST) return undefined;
  const reading = new Reading(now);
  let rest = (/^\d{4}$/.test(text) ? `00:00 ${text}` : text).trim().toLowerCase();
  while (rest !== '') {
    const separator = /^[\s,]+/.exec(rest)?.[0];
    if (separator !== undefined) {
      rest = rest.slice(separator.length);
      continue;
    }
    const found = RULES.map(([pattern, apply]) => [pattern.exec(rest), apply] as const).find(([match]) => match !== null);
    const [match, apply] = found ?? [];
    if (!match || apply?.(reading, match) === false) return undefined;
    rest = rest.slice(match[0].length);
  }
  return reading.result();
}

/** Maximum length of a time in characters. */
const LONGEST = 200;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ORDINALS = ['last', 'this', 'next', '', ...'second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')];

type Fields = [number, number, number, number, number, number];

class Reading {
  readonly #at: Fields;
  readonly #moved: Fields = [0, 0, 0, 0, 0, 0];
  #offset = 0;
  #hasTime = false;
  #weekday: { readonly day: number; readonly step: number } | undefined;
  #edge: 'first' | 'last' | undefined;

  constructor(now: Date) {
    this.#at = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()];
  }

  date(year: number | undefined, month: number | undefined, day: number | undefined): boolean {
    if (year !== undefined) this.#at[0] = year;
    if (month !== undefined) this.#at[1] = month - 1;
    if (day !== undefined) this.#at[2] = day;
    if (!this.#hasTime) this.#midnight();
    return (month === undefined || (month >= 1 && month <= 12)) && (day === undefined || (day >= 0 && day <= 31));
  }
  time(hours: number, minutes: number, seconds: number): boolean {
    this.#hasTime = true;
    [this.#at[3], this.#at[4], this.#at[5]] = [hours, minutes, seconds];
    return hours <= 24 && minutes <= 59 && seconds <= 60;
  }
  reset(): void {
    this.#midnight();
    this.#hasTime = true;
  }
  midnightOf(days: number): void {
    this.reset();
    this.move(days, 'day');
  }
  moment(seconds: number): void {
    const date = new Date(seconds * 1000);
    this.date(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
    this.time(date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds());
  }
  zone(minutes: number): void {
    this.#offset = minutes;
  }
  move(count: number, unit: string): boolean {
    const weekday = weekdayOf(unit);
    if (weekday !== undefined) {
      this.weekday(weekday, count);
      return true;
    }
    const offset = UNITS.get(unit.replace(/s$/, ''));
    if (!offset) return false;
    this.#moved[offset[0]] = (this.#moved[offset[0]] as number) + count * offset[1];
    return true;
  }
  weekday(day: number, step: number): void {
    this.#weekday = { day, step };
    if (!this.#hasTime) this.#midnight();
  }
  edge(which: 'first' | 'last'): void {
    this.#edge = which;
  }
  #midnight(): void {
    [this.#at[3], this.#at[4], this.#at[5]] = [0, 0, 0];
  }

  result(): Date | undefined {
    const [year, month, day, hours, minutes, seconds] = this.#at.map((value, i) => value + (this.#moved[i] as number)) as Fields;
    const date = new Date(0);
    date.setUTCFullYear(year, this.#edge === 'last' ? month + 1 : month, this.#edge === 'first' ? 1 : this.#edge === 'last' ? 0 : day);
    date.setUTCHours(hours, minutes, seconds);
    if (this.#weekday) {
      const { day: target, step } = this.#weekday;
      const ahead = (target - date.getUTCDay() + 7) % 7;
      // `next` and `last` weekdays exclude the current day.
      const move = step === 0 ? ahead : step > 0 ? (ahead || 7) + (step - 1) * 7 : (ahead === 0 ? -7 : ahead - 7) + (step + 1) * 7;
      date.setUTCDate(date.getUTCDate() + move);
    }
    const result = new Date(date.getTime() - this.#offset * 60_000);
    return Number.isNaN(result.getTime()) ? undefined : result;
  }
}

/** Units with the index of their field and their size in units of the field. */
const UNITS: ReadonlyMap<string, readonly [field: number, size: number]> = new Map([
  ['year', [0, 1]],
  ['month', [1, 1]],
  ['fortnight', [2, 14]],
  ['week', [2, 7]],
  ['day', [2, 1]],
  ['hour', [3, 1]],
  ['min', [4, 1]],
  ['minute', [4, 1]],
  ['sec', [5, 1]],
  ['second', [5, 1]],
]);

const indexOf = (names: readonly string[], word: string): number => names.indexOf(word.slice(0, 3));
const weekdayOf = (word: string): number | undefined =>
  /^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?s?$/.test(word) ? indexOf(DAYS, word) : undefined;
/** Two-digit years are in the range from 1970 to 2069. */
const yearOf = (digits: string): number => (digits.length > 2 ? Number(digits) : Number(digits) + (Number(digits) < 70 ? 2000 : 1900));
const optionalYear = (digits: string | undefined): number | undefined => (digits === undefined ? undefined : yearOf(digits));

function hours(digits: string, half: string | undefined): number {
  if (half === undefined) return Number(digits);
  const hour = Number(digits) % 12;
  return half.startsWith('p') ? hour + 12 : hour;
}

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const END = '(?![a-z\\d])';

/** Pattern for a part of a time, and a function that applies the part. The function returns false if the time is invalid. */
type Rule = readonly [RegExp, (reading: Reading, match: RegExpExecArray) => unknown];

const rule = (pattern: string, apply: Rule[1]): Rule => [new RegExp(`^(?:${pattern})`), apply];

const RULES: readonly Rule[] = [
  rule(`@(-?\\d{1,12})${END}`, (r, [, seconds]) => r.moment(Number(seconds))),
  rule(`now${END}`, () => undefined),
  rule(`(?:today|midnight)${END}`, r => r.reset()),
  rule(`noon${END}`, r => r.time(12, 0, 0)),
  rule(`tomorrow${END}`, r => r.midnightOf(1)),
  rule(`yesterday${END}`, r => r.midnightOf(-1)),
  rule(`(first|last) day of${END}`, (r, [, which]) => r.edge(which as 'first' | 'last')),
  rule(
    '(\\d{4})(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)(?!\\d)',
    (r, [, y, m, d, h, i, s]) => r.date(Number(y), Number(m), Number(d)) && r.time(Number(h), Number(i), Number(s)),
  ),
  rule('(\\d{4})-(\\d\\d?)-(\\d\\d?)(?!\\d)t?', (r, [, y, m, d]) => r.date(Number(y), Number(m), Number(d))),
  rule('(\\d{4})/(\\d\\d?)/(\\d\\d?)(?!\\d)', (r, [, y, m, d]) => r.date(Number(y), Number(m), Number(d))),
  rule('(\\d{4})(\\d\\d)(\\d\\d)(?!\\d)t?', (r, [, y, m, d]) => r.date(Number(y), Number(m), Number(d))),
  rule('(\\d\\d?)/(\\d\\d?)/(\\d{4}|\\d\\d)(?!\\d)', (r, [, m, d, y]) => r.date(yearOf(y as string), Number(m), Number(d))),
  rule('(\\d\\d?)[-.](\\d\\d?)[-.](\\d{4})(?!\\d)', (r, [, d, m, y]) => r.date(Number(y), Number(m), Number(d))),
  rule('(\\d{4})-(\\d\\d)(?![-\\d])', (r, [, y, m]) => r.date(Number(y), Number(m), 1)),
  rule('t?(\\d\\d?):(\\d\\d)(?::(\\d\\d)(?:[.,]\\d+)?)?\\s*(?:([ap])\\.?m\\.?)?(?![\\d:])', (r, [, h, m, s, half]) =>
    r.time(hours(h as string, half), Number(m), Number(s ?? 0)),
  ),
  rule(`(\\d\\d?)\\s*([ap])\\.?m\\.?${END}`, (r, [, h, half]) => r.time(hours(h as string, half), 0, 0)),
  rule(`(?:z|utc|gmt)${END}`, r => r.zone(0)),
  rule('([+-])(\\d\\d):?(\\d\\d)(?!\\d)(?!\\s*[a-z])', (r, [, sign, h, m]) =>
    r.zone((sign === '-' ? -1 : 1) * (Number(h) * 60 + Number(m))),
  ),
  rule(`(\\d\\d?)(?:st|nd|rd|th)?[-.\\s]*${MONTH}(?:[-.,\\s]*(\\d{4})(?![\\d:]))?${END}`, (r, [, d, m, y]) =>
    r.date(optionalYear(y), indexOf(MONTHS, m as string) + 1, Number(d)),
  ),
  rule(`(\\d{4})[-.\\s]*${MONTH}(?:[-.\\s]*(\\d\\d?)(?![\\d:]))?${END}`, (r, [, y, m, d]) =>
    r.date(Number(y), indexOf(MONTHS, m as string) + 1, d === undefined ? 1 : Number(d)),
  ),
  rule(`${MONTH}[-.\\s]*(\\d\\d?)(?:st|nd|rd|th)?(?![\\d:])(?:[-.,\\s]+(\\d{4})(?![\\d:]))?`, (r, [, m, d, y]) =>
    r.date(optionalYear(y), indexOf(MONTHS, m as string) + 1, Number(d)),
  ),
  rule(`${MONTH}[-.,\\s]*(\\d{4})(?![\\d:])`, (r, [, m, y]) => r.date(Number(y), indexOf(MONTHS, m as string) + 1, 1)),
  rule(`${MONTH}${END}`, (r, [, m]) => r.date(undefined, indexOf(MONTHS, m as string) + 1, undefined)),
  rule('([+-]*)\\s*(\\d{1,9})\\s*([a-z]+)(\\s+ago)?', (r, [, signs, count, unit, ago]) => {
    const isBack = ((signs as string).split('-').length - 1) % 2 === 1;
    return r.move(Number(count) * (isBack === (ago !== undefined) ? 1 : -1), unit as string);
  }),
  rule(`(${ORDINALS.filter(word => word !== '').join('|')}|previous|first)\\s+([a-z]+)(\\s+ago)?`, (r, [, word, unit, ago]) => {
    const step = word === 'previous' ? -1 : word === 'first' ? 1 : ORDINALS.indexOf(word as string) - 1;
    return r.move(ago === undefined ? step : -step, unit as string);
  }),
  rule(`([a-z]+)${END}`, (r, [, word]) => {
    const day = weekdayOf(word as string);
    if (day === undefined) return false;
    r.weekday(day, 0);
  }),
  rule('(\\d{4})(?!\\d)', (r, [, y]) => r.date(Number(y), undefined, undefined)),
];
