import { type Env, isoTimestamp, type Timestamp, timestampMillis, toTimestamp, zoneOffset } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { writeDate } from '@wikiquery/languages';

/** Formats a time for the interface: `05:28, 10 April 2025`. */
export type FormatDate = (timestamp: Timestamp) => string;

const DATE = 'date';
const TIME_CORRECTION = 'timecorrection';

/** Loads the date format for the request's language, with the user's preferred order and time zone. */
export async function loadDateFormat({ db, site, actor, lang }: Pick<Env, 'db' | 'site' | 'actor' | 'lang'>): Promise<FormatDate> {
  const preferences = new Map(Object.entries((site.info.defaultoptions ?? {}) as Record<string, string | number | null>));
  if (!actor.isAnon) {
    const own = db.selectFrom('user_properties').select(['up_property', 'up_value']);
    const rows = await whereEquals(own, { up_user: actor.id, up_property: [DATE, TIME_CORRECTION] }).execute();
    for (const { up_property, up_value } of rows) preferences.set(up_property, up_value);
  }
  const order = String(preferences.get(DATE) ?? '');
  const correction = String(preferences.get(TIME_CORRECTION) ?? '');
  const siteOffset = Number(site.general.timeoffset ?? 0);
  return timestamp => {
    const millis = timestampMillis(timestamp);
    const local = new Date(millis + offsetMinutes(correction, siteOffset, millis) * 60_000);
    return order === 'ISO 8601' ? isoTimestamp(toTimestamp(local)).slice(0, -1) : writeDate(local, order, lang, site);
  };
}

/** Returns the user's offset from UTC. The preference is `System|60`, `Offset|60`, `ZoneInfo|60|Europe/Berlin`, formerly `1` or `01:30`. */
function offsetMinutes(correction: string, siteOffset: number, millis: number): number {
  const [kind, minutes = '', zone] = correction.split('|');
  if (kind === 'ZoneInfo' && zone !== undefined) return zoneOffset(zone, millis) ?? Number(minutes);
  if (kind === 'Offset' || kind === 'ZoneInfo') return Number(minutes) || 0;
  const [, sign = '', hours, rest = '0'] = /^([+-]?)(\d\d?)(?::(\d\d))?$/.exec(correction) ?? [];
  if (hours === undefined) return siteOffset;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(rest));
}
