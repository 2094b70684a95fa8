import type { Timestamp } from './actor.ts';

/** `20240131120000` as `2024-01-31T12:00:00Z`; `infinity` stays. */
export function isoTimestamp(t: Timestamp): string {
  if (t.length !== 14) return t;
  // Nearly every record has a time, and to join parts of the text takes three times as long. Between the digits stand -, T, : and Z.
  const c = (i: number): number => t.charCodeAt(i);
  return String.fromCharCode(
    c(0),
    c(1),
    c(2),
    c(3),
    45,
    c(4),
    c(5),
    45,
    c(6),
    c(7),
    84,
    c(8),
    c(9),
    58,
    c(10),
    c(11),
    58,
    c(12),
    c(13),
    90,
  );
}

/** The fourteen digits of a moment. */
export const toTimestamp = (date: Date): Timestamp => date.toISOString().slice(0, 19).replace(/[-T:]/g, '');

/** The moment of fourteen digits, in milliseconds. */
export const timestampMillis = (t: Timestamp): number =>
  Date.UTC(+t.slice(0, 4), +t.slice(4, 6) - 1, +t.slice(6, 8), +t.slice(8, 10), +t.slice(10, 12), +t.slice(12, 14));

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const numeric = (match: RegExpExecArray): Parts => match.slice(1, 7).map(Number);
type Parts = readonly (number | undefined)[];

/** The forms that MediaWiki reads, each with how its parts are found: year, month, day, hour, minute, second, offset in minutes. */
const FORMS: readonly (readonly [RegExp, (match: RegExpExecArray) => Parts])[] = [
  [/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, numeric],
  [/^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,6})?Z?$/, numeric],
  [/^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,6})?([+-]\d\d(?::?\d\d)?)$/, withOffset],
  [/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:\.\d{1,6})?Z?$/, numeric],
  [/^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.\d{1,6})?$/, numeric],
  [/^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.\d+)? ?GMT$/, numeric],
  [/^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.\d+)?([+-]\d\d(?::?\d\d)?)$/, withOffset],
  [/^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/, numeric],
  [/^(\d\d)-(\d\d)-(\d{4}) (\d\d):(\d\d):(\d\d)\.\d{1,6}$/, m => [+m[3]!, +m[2]!, +m[1]!, +m[4]!, +m[5]!, +m[6]!]],
  // RFC 2822, RFC 850 and asctime
  [
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? +(\d\d?) +([A-Z][a-z]{2}) +(\d\d(?:\d\d)?) +(\d\d?) *: *(\d\d?) *: *(\d\d)/,
    m => named(m[3]!, m[2]!, m, 1),
  ],
  [/^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (\d\d)-([A-Z][a-z]{2})-(\d{2}) (\d\d):(\d\d):(\d\d)/, m => named(m[3]!, m[2]!, m, 1)],
  [
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([A-Z][a-z]{2}) +(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})/,
    m => [+m[6]!, month(m[1]!), +m[2]!, +m[3]!, +m[4]!, +m[5]!],
  ],
];

/** Reads a time in any form that MediaWiki takes (Unix seconds included); undefined when it is none. */
export function parseTimestamp(text: string): Timestamp | undefined {
  if (/^-?\d{1,13}(?:\.\d+)?$/.test(text)) return within(Number.parseFloat(text) * 1000);
  for (const [form, parts] of FORMS) {
    const match = form.exec(text);
    if (!match) continue;
    const [year, mon, day, hour, minute, second, offset = 0] = parts(match) as number[];
    if (!(mon! >= 0) || [year, day, hour, minute, second].some(Number.isNaN)) return undefined;
    const date = new Date(0);
    date.setUTCFullYear(year!, mon! - 1, day!);
    date.setUTCHours(hour!, minute! - offset, second!);
    return within(date.getTime());
  }
  return undefined;
}

/** Years 0 to 9999 have fourteen digits. */
function within(millis: number): Timestamp | undefined {
  const date = new Date(Math.floor(millis / 1000) * 1000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 0 || date.getUTCFullYear() > 9999) return undefined;
  return date.toISOString().slice(0, 19).replace(/[-T:]/g, '');
}

function withOffset(match: RegExpExecArray): Parts {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(match[7]!)!;
  return [...numeric(match), (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))];
}

const month = (name: string): number => MONTHS.indexOf(name.toLowerCase()) + 1 || Number.NaN;
const named = (year: string, monthName: string, m: RegExpExecArray, day: number): Parts => [
  year.length === 2 ? Number(year) + (Number(year) < 70 ? 2000 : 1900) : Number(year),
  month(monthName),
  +m[day]!,
  +m[4]!,
  +m[5]!,
  +m[6]!,
];

/** Minutes by which a time zone (`Europe/Berlin`) is ahead of UTC at a moment in milliseconds; undefined for no known zone. */
export function zoneOffset(timeZone: string, millis: number): number | undefined {
  const name = zoneClock(timeZone)?.formatToParts(millis).at(-1)?.value ?? '';
  const [known, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
  return known === undefined ? undefined : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const MOST_ZONES = 1000;
const zoneClocks = new Map<string, Intl.DateTimeFormat>();

function zoneClock(timeZone: string): Intl.DateTimeFormat | undefined {
  const known = zoneClocks.get(timeZone);
  if (known) return known;
  try {
    const clock = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    // A name may be spelt in many ways.
    if (zoneClocks.size < MOST_ZONES) zoneClocks.set(timeZone, clock);
    return clock;
  } catch {
    return undefined;
  }
}
