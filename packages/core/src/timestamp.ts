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
