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

const DATE = String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`;
const CLOCK = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
const ZONE = String.raw`(?<zone>Z|[+-]\d\d(?::?\d\d)?)?`;
const FRACTION = String.raw`(?:[.,]\d{1,6})?`;
const GAP = String.raw`[ \t\r\n]`;

/** The forms that MediaWiki reads. The first that fits is the one. */
const FORMS: readonly RegExp[] = [
  String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)`,
  `${DATE}[T ]${CLOCK}${FRACTION}${ZONE}`,
  String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)${FRACTION}${ZONE}`,
  String.raw`(?<day>\d\d)-(?<month>\d\d)-(?<year>\d{4}) ${CLOCK}\.\d{6}`,
  // A plus sign that was not escaped in a URL is a blank.
  String.raw`${DATE} ${CLOCK}(?:\.\d{1,6})?(?<zone>[ +-]\d\d)`,
  String.raw`${DATE} ${CLOCK}(?:\.\d{1,6})? GMT`,
  String.raw`(?<year>\d{4}):(?<month>\d\d):(?<day>\d\d) ${CLOCK}`,
  // RFC 2822, with a remark behind it.
  String.raw`${GAP}*(?:(?<weekday>[A-Z][a-z]{2}),${GAP}*)?(?<day>\d\d?)${GAP}+(?<name>[A-Z][a-z]{2})${GAP}+(?<year>\d{2,})` +
    String.raw`${GAP}+(?<hour>\d\d)${GAP}*:${GAP}*(?<minute>\d\d)${GAP}*:${GAP}*(?<second>\d\d)` +
    String.raw`(?:${GAP}+(?<zone>[+-]\d{4}|UT|GMT|[ECMP][SD]T|[A-IK-Za-ik-z]))?(?:${GAP}*;.*)?`,
  // RFC 850
  String.raw`(?<weekday>[A-Z][a-z]{5,8}), (?<day>\d\d)-(?<name>[A-Z][a-z]{2})-(?<near>\d\d) ${CLOCK}(?: (?<zone>[+-]\d\d(?::?\d\d)?|[A-Z]{1,5}))?`,
  // asctime
  String.raw`(?<weekday>[A-Z][a-z]{2}) (?<name>[A-Z][a-z]{2}) +(?<day>\d\d?) ${CLOCK} (?<year>\d{4})\s*`,
].map(form => new RegExp(`^${form}$`, 's'));

/** Reads a time in any form that MediaWiki takes (Unix seconds included); undefined when it is none. */
export function parseTimestamp(text: string): Timestamp | undefined {
  if (/^-?\d{1,13}(?:\.\d{1,6})?$/.test(text) && text.length !== MEDIAWIKI) return within(Number.parseFloat(text) * 1000);
  for (const form of FORMS) {
    const parts = form.exec(text)?.groups;
    if (parts) return read(parts);
  }
  return undefined;
}

/** The digits of MediaWiki's own form. */
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
    // As PHP has it, a date of another day of the week means the next one of that day.
    date.setUTCDate(date.getUTCDate() + ((wanted - date.getUTCDay() + 7) % 7));
  }
  return within(date.getTime() - offset * 60_000);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** RFC 2822 knows years of two and three digits. */
const fullYearOf = (year: string): number =>
  (year.length === 4 ? 0 : Number(year) < 50 ? 2000 : Number(year) < 1000 ? 1900 : 0) + Number(year);

/** The latest year with these last digits that is at most fifty years ahead (RFC 2626). */
function nearestYear(digits: number): number {
  const last = new Date().getUTCFullYear() + 50;
  const year = last - (last % 100) + digits;
  return year > last ? year - 100 : year;
}

/** Minutes ahead of UTC; undefined for a name that is not known. */
function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^([ +-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  // Letters of the military mean nothing, because RFC 822 had them the wrong way round.
  return zone.length === 1 ? 0 : ZONES[zone];
}

/** Names of RFC 822, and those of Europe. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ UT: 0, UTC: 0, GMT: 0, WET: 0, WEST: 60, BST: 60, CET: 60, CEST: 120, EET: 120, EEST: 180, MSK: 180 },
  ...{ EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420 },
};

/** Years 0 to 9999 have fourteen digits. */
function within(millis: number): Timestamp | undefined {
  const date = new Date(Math.floor(millis / 1000) * 1000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 0 || date.getUTCFullYear() > 9999) return undefined;
  return toTimestamp(date);
}
