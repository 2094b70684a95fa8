import { ApiError, message } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { globeOf } from './globes.ts';
import { geoTags } from './tables.ts';

/** Point on a globe; `lat` and `lon` are in degrees. */
export interface Point {
  readonly lat: number;
  readonly lon: number;
  readonly globe: string;
}

const radians = (degrees: number): number => (degrees / 180) * Math.PI;

/** Returns the great-circle distance in metres. Undefined between different globes and on globes without a known radius. */
export function distance(a: Point, b: Point): number | undefined {
  const { radius } = globeOf(a.globe);
  if (a.globe !== b.globe || radius === undefined) return undefined;
  const north = Math.sin(radians(b.lat - a.lat) / 2);
  const east = Math.sin(radians(b.lon - a.lon) / 2);
  return 2 * radius * Math.asin(Math.sqrt(north * north + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * east * east));
}

/** Parses a point in the form `latitude|longitude`, in degrees. Returns undefined if it is invalid or out of the globe's range. */
export function readPoint(text: string, globe: string): Point | undefined {
  const [lat = '', lon = '', ...more] = text.split('|');
  return more.length === 0 ? pointOf(lat, lon, globe) : undefined;
}

/** Parses a request parameter in the form `latitude|longitude`. Throws `invalid-coord` if it is not a point on the globe. */
export function pointParameter(text: string, globe: string): Point {
  const point = readPoint(text, globe);
  const help = 'A point must be a latitude and a longitude on the globe, separated by a pipe.';
  if (!point) throw new ApiError(message('invalid-coord', help, { key: 'apierror-geodata-badcoord' }));
  return point;
}

export function pointOf(lat: string, lon: string, globe: string): Point | undefined {
  const [latitude, longitude] = [numberOf(lat), numberOf(lon)];
  if (latitude === undefined || longitude === undefined) return undefined;
  const point = { lat: latitude, lon: longitude, globe };
  const { west, east } = globeOf(globe);
  return Math.abs(point.lat) <= 90 && point.lon >= west && point.lon <= east ? point : undefined;
}

export const numberOf = (text: string): number | undefined => (NUMBER.test(text) ? Number(text) : undefined);

/** Matches PHP's numeric strings. */
const NUMBER = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;

/** Loads the primary coordinates of a page; undefined if there are none. */
export async function primaryPoint(db: Kysely<Database>, pageId: number): Promise<Point | undefined> {
  const row = await geoTags(db)
    .selectFrom('geo_tags')
    .select(['gt_lat', 'gt_lon', 'gt_globe'])
    .where('gt_page_id', '=', pageId)
    .where('gt_primary', '=', 1)
    .orderBy('gt_id')
    .limit(1)
    .executeTakeFirst();
  return row && { lat: Number(row.gt_lat), lon: Number(row.gt_lon), globe: row.gt_globe };
}
