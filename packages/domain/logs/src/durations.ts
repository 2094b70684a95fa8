import { parseTimestamp, type Timestamp, timestampMillis, toTimestamp, zoneOffset } from '@wikiquery/core';

/** Parses the expiry of a block like PHP's `strtotime`: a time in `timeZone`, or a duration after `from`. Undefined if it is invalid. */
export function momentOf(text: string, from: Timestamp, timeZone = 'UTC'): Timestamp | undefined {
  const absolute = /^\d{14}$|^\d{4}-\d\d-\d\d[T ]/.test(text) ? parseTimestamp(text) : dateOf(text);
  if (absolute !== undefined) return NAMES_ZONE.test(text) ? absolute : toTimestamp(new Date(toUtc(timestampMillis(absolute), timeZone)));
  const words = text
    .toLowerCase()
    .replaceAll(/\band\b|,/g, ' ')
    .trim();
  if (!SPANS.test(words)) return undefined;
  const start = timestampMillis(from);
  // PHP adds hours in local time too, across changes of daylight saving time.
  const date = new Date(start + offset(start, timeZone));
  for (const [, sign, digits, word, unit, ago] of words.matchAll(SPAN)) {
    const count = digits === undefined ? (word === 'last' ? -1 : 1) : Number(digits);
    const minuses = (sign?.match(/-/g)?.length ?? 0) + (ago === undefined ? 0 : 1);
    UNITS[unit as string]?.(date, minuses % 2 === 0 ? count : -count);
  }
  return Number.isNaN(date.getTime()) ? undefined : toTimestamp(new Date(toUtc(date.getTime(), timeZone)));
}

const NAMES_ZONE = /(?:Z|GMT|:\d\d ?[+-]\d\d(?::?\d\d)?)$/;

/** Converts local time in a time zone to UTC. Both are in milliseconds. */
const toUtc = (local: number, timeZone: string): number => local - offset(local - offset(local, timeZone), timeZone);

const offset = (millis: number, timeZone: string): number => (timeZone === 'UTC' ? 0 : (zoneOffset(timeZone, millis) ?? 0) * 60 * SECOND);

/** Parses dates such as `31 December 2025`, `December 31, 2025 12:00` and `2025-12-31`. */
function dateOf(text: string): Timestamp | undefined {
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text);
  if (iso) return moment(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]), '');
  const [, day, month, year, time = ''] =
    /^(\d\d?)(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})(?: (\d\d?:\d\d(?::\d\d)?))?$/i.exec(text) ?? [];
  if (day !== undefined) return moment(Number(year), monthOf(month as string), Number(day), time);
  const [, name, dayOf, yearOf, clock = ''] =
    /^([a-z]{3,9})\.? (\d\d?)(?:st|nd|rd|th)?,? (\d{4})(?: (\d\d?:\d\d(?::\d\d)?))?$/i.exec(text) ?? [];
  return name === undefined ? undefined : moment(Number(yearOf), monthOf(name), Number(dayOf), clock);
}

function moment(year: number, month: number, day: number, time: string): Timestamp | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = time === '' ? [] : time.split(':').map(Number);
  const date = new Date(Date.UTC(year, month, day, hours, minutes, seconds));
  return month < 0 || Number.isNaN(date.getTime()) ? undefined : toTimestamp(date);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase());

const by =
  (millis: number) =>
  (date: Date, count: number): void => {
    date.setTime(date.getTime() + count * millis);
  };
const SECOND = 1000;
const DAY = 86_400 * SECOND;

const UNITS: Readonly<Record<string, (date: Date, count: number) => void>> = {
  sec: by(SECOND),
  second: by(SECOND),
  min: by(60 * SECOND),
  minute: by(60 * SECOND),
  hour: by(3600 * SECOND),
  day: by(DAY),
  week: by(7 * DAY),
  fortnight: by(14 * DAY),
  // As in PHP, one month after 31 January is 3 March.
  month: (date, count) => date.setUTCMonth(date.getUTCMonth() + count),
  year: (date, count) => date.setUTCFullYear(date.getUTCFullYear() + count),
};

const ONE = `([+-]*)\\s*(?:(\\d{1,9})|(an?|next|last))?\\s*(${Object.keys(UNITS)
  .toSorted((a, b) => b.length - a.length)
  .join('|')})s?(?:\\s+(ago))?`;
const SPAN = new RegExp(`${ONE}(?=\\s|$|[+-])`, 'g');
const SPANS = new RegExp(`^(?:${ONE}(?=\\s|$|[+-])\\s*)+$`);
