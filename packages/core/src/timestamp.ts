import type { Timestamp } from './actor.ts';

/** Formats a timestamp in ISO 8601: `2024-01-31T12:00:00Z`. Returns `infinity` unchanged. */
export function isoTimestamp(t: Timestamp): string {
  if (t.length !== 14) return t;
  // Nearly every record has a timestamp, and joining strings takes three times as long. 45 is -, 84 is T, 58 is : and 90 is Z.
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

/** Formats a date as a timestamp of fourteen digits in UTC. */
export const toTimestamp = (date: Date): Timestamp => date.toISOString().slice(0, 19).replace(/[-T:]/g, '');

/** Converts a timestamp of fourteen digits to Unix time in milliseconds. */
export const timestampMillis = (t: Timestamp): number =>
  Date.UTC(+t.slice(0, 4), +t.slice(4, 6) - 1, +t.slice(6, 8), +t.slice(8, 10), +t.slice(10, 12), +t.slice(12, 14));

/** Returns the UTC offset of a time zone (`Europe/Berlin`) in minutes, at a Unix time in milliseconds; undefined for an unknown zone. */
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
    // The cache is bounded, because clients can send many spellings of one name.
    if (zoneClocks.size < MOST_ZONES) zoneClocks.set(timeZone, clock);
    return clock;
  } catch {
    return undefined;
  }
}

const DATE = String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`;
const CLOCK = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
const ZONE = String.raw`(?<zone>Z|[+-]\d\d(?::?\d\d)?)?`;
const FRACTION = String.raw`(?:[.,]\d{1,6})?`;
const GAP = String.raw`[ \t\r\n]`;

/** The timestamp forms that MediaWiki accepts. The first matching form applies. */
const FORMS: readonly RegExp[] = [
  String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)`,
  `${DATE}[T ]${CLOCK}${FRACTION}${ZONE}`,
  String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)${FRACTION}${ZONE}`,
  String.raw`(?<day>\d\d)-(?<month>\d\d)-(?<year>\d{4}) ${CLOCK}\.\d{6}`,
  // An unescaped plus sign in a URL becomes a space.
  String.raw`${DATE} ${CLOCK}(?:\.\d{1,6})?(?<zone>[ +-]\d\d)`,
  String.raw`${DATE} ${CLOCK}(?:\.\d{1,6})? GMT`,
  String.raw`(?<year>\d{4}):(?<month>\d\d):(?<day>\d\d) ${CLOCK}`,
  // RFC 2822, followed by an optional comment.
  String.raw`${GAP}*(?:(?<weekday>[A-Z][a-z]{2}),${GAP}*)?(?<day>\d\d?)${GAP}+(?<name>[A-Z][a-z]{2})${GAP}+(?<year>\d{2,})` +
    String.raw`${GAP}+(?<hour>\d\d)${GAP}*:${GAP}*(?<minute>\d\d)${GAP}*:${GAP}*(?<second>\d\d)` +
    String.raw`(?:${GAP}+(?<zone>[+-]\d{4}|UT|GMT|[ECMP][SD]T|[A-IK-Za-ik-z]))?(?:${GAP}*;.*)?`,
  // RFC 850
  String.raw`(?<weekday>[A-Z][a-z]{5,8}), (?<day>\d\d)-(?<name>[A-Z][a-z]{2})-(?<near>\d\d) ${CLOCK}(?: (?<zone>[+-]\d\d(?::?\d\d)?|[A-Z]{1,5}))?`,
  // Output of the C function `asctime`.
  String.raw`(?<weekday>[A-Z][a-z]{2}) (?<name>[A-Z][a-z]{2}) +(?<day>\d\d?) ${CLOCK} (?<year>\d{4})\s*`,
].map(form => new RegExp(`^${form}$`, 's'));

/** Parses a time in any form that MediaWiki accepts, including Unix time in seconds; undefined for any other text. */
export function parseTimestamp(text: string): Timestamp | undefined {
  if (/^-?\d{1,13}(?:\.\d{1,6})?$/.test(text) && text.length !== MEDIAWIKI) return within(Number.parseFloat(text) * 1000);
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups;
    if (parts) return read(parts);
  }
  return undefined;
}

/** Number of digits in MediaWiki's own timestamp form. */
const MEDIAWIKI = 14;

type Parts = Readonly<Record<string, string | undefined>>;

function read({ year, near, month, name, day, hour, minute, second, weekday, zone = 'Z' }: Parts): Timestamp | undefined {
  const monthNumber = name === undefined ? Number(month) : MONTHS.indexOf(name.toLowerCase()) + 1;
  const fullYear = near === undefined ? fullYearOf(year as string) : nearestYear(Number(near));
  const offset = offsetOf(zone);
  if ((name !== undefined && monthNumber === 0) || offset === undefined) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(fullYear, monthNumber - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second));
  if (weekday !== undefined) {
    const wanted = WEEKDAYS.findIndex(known => known === weekday || known.slice(0, 3) === weekday);
    if (wanted < 0) return undefined;
    // As in PHP, a date that is not on the given weekday moves to the next such day.
    date.setUTCDate(date.getUTCDate() + ((wanted - date.getUTCDay() + 7) % 7));
  }
  return within(date.getTime() - offset * 60_000);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Returns the full year for a year of RFC 2822, which can have two or three digits. */
const fullYearOf = (year: string): number =>
  (year.length === 4 ? 0 : Number(year) < 50 ? 2000 : Number(year) < 1000 ? 1900 : 0) + Number(year);

/** Returns the latest year with these last digits that is at most fifty years ahead (RFC 2626). */
function nearestYear(digits: number): number {
  const last = new Date().getUTCFullYear() + 50;
  const year = last - (last % 100) + digits;
  return year > last ? year - 100 : year;
}

/** Returns the UTC offset of a zone in minutes; undefined for an unknown zone name. */
function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^([ +-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  // RFC 2822 ignores military zone letters, because RFC 822 defined them with the wrong sign.
  return zone.length === 1 ? 0 : ZONES[zone];
}

/** UTC offsets of the zone names in RFC 822 and of European zones, in minutes. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ UT: 0, UTC: 0, GMT: 0, WET: 0, WEST: 60, BST: 60, CET: 60, CEST: 120, EET: 120, EEST: 180, MSK: 180 },
  ...{ EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420 },
};

/**
 * Returns the timestamp of a Unix time in milliseconds. Undefined for years before 0 or after 9999, which do not fit into fourteen digits.
 */
function within(millis: number): Timestamp | undefined {
  const date = new Date(Math.floor(millis / 1000) * 1000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 0 || date.getUTCFullYear() > 9999) return undefined;
  return toTimestamp(date);
}
