import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { globeOf } from './globes.ts';
import { geoTags } from './tables.ts';

/** A place, in degrees. */
export interface Point {
  readonly lat: number;
  readonly lon: number;
  /** Name of the celestial body: `earth`. */
  readonly globe: string;
}

const radians = (degrees: number): number => (degrees / 180) * Math.PI;

/** Metres along the surface, by the haversine formula; undefined for places on different globes, or on one without a radius. */
export function distance(a: Point, b: Point): number | undefined {
  const { radius } = globeOf(a.globe);
  if (a.globe !== b.globe || radius === undefined) return undefined;
  const north = Math.sin(radians(b.lat - a.lat) / 2);
  const east = Math.sin(radians(b.lon - a.lon) / 2);
  return 2 * radius * Math.asin(Math.sqrt(north * north + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * east * east));
}

/** `latitude|longitude`; undefined for what is no place on the globe. */
export function readPoint(text: string, globe: string): Point | undefined {
  const [lat = '', lon = '', ...more] = text.split('|');
  return more.length === 0 ? pointOf(lat, lon, globe) : undefined;
}

export function pointOf(lat: string, lon: string, globe: string): Point | undefined {
  const [latitude, longitude] = [numberOf(lat), numberOf(lon)];
  if (latitude === undefined || longitude === undefined) return undefined;
  const point = { lat: latitude, lon: longitude, globe };
  const { west, east } = globeOf(globe);
  return Math.abs(point.lat) <= 90 && point.lon >= west && point.lon <= east ? point : undefined;
}

export const numberOf = (text: string): number | undefined => (NUMBER.test(text) ? Number(text) : undefined);

/** What PHP takes for a number. */
const NUMBER = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;

/** Where a page is; undefined where nothing is told of it. */
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
