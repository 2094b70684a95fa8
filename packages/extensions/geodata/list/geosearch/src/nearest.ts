import type { PageRow } from '@wikiquery/core';
import { type Database, isStrictlyTyped, sql, whereEquals } from '@wikiquery/database';
import { type Box, boxAround, type CoordinateField, cellsOf, columnOf, distance, geoTags, type Point } from '@wikiquery/geo-tags';
import { pagesById } from '@wikiquery/pages';
import type { Kysely, SqlBool } from 'kysely';

interface Wanted {
  readonly center: Point;
  readonly box: Box;
  /** 1, 0, or both. */
  readonly primary: number | undefined;
  /** Metres. */
  readonly maxdim: number | undefined;
  /** Id of a page that does not count. */
  readonly except: number | undefined;
  readonly fields: readonly CoordinateField[];
  readonly namespaces: ReadonlySet<number>;
  readonly limit: number;
}

/** Pages of few namespaces have coordinates: so many more than wanted are looked at first. */
const SPARE = 20;

/** Metres around the centre that are looked at first, and what part of them is surely nearer than everything behind. */
const FIRST_LOOK = 500;
const SURE = 0.9;
/** So near to a pole meridians run together. */
const HIGHEST = 89;

/** The nearest coordinates in a box with their pages. The index gives those of the box, and the database sends the nearest of them alone. */
export async function nearest(db: Kysely<Database>, wanted: Wanted) {
  const { limit, namespaces } = wanted;
  for (let most = limit + SPARE; ; most *= 4) {
    const tags = (await nearestAround(db, wanted, most)) ?? (await nearestTags(db, wanted, wanted.box).limit(most).execute());
    const pages = new Map((await pagesById(db, [...new Set(tags.map(tag => tag.gt_page_id))])).map(page => [page.id, page]));
    const found = tags.flatMap(tag => {
      const page: PageRow | undefined = pages.get(tag.gt_page_id);
      return page && namespaces.has(page.namespace) ? [{ tag, page }] : [];
    });
    if (found.length >= limit || tags.length < most) return found.slice(0, limit);
  }
}

/** Where so many are near, they are found without ordering all that the box holds. Undefined where they are not. */
async function nearestAround(db: Kysely<Database>, wanted: Wanted, most: number) {
  const { center, box } = wanted;
  if (Math.abs(center.lat) > HIGHEST) return undefined;
  for (let radius = FIRST_LOOK; boxAround(center, radius).north < box.north; ) {
    const tags = await nearestTags(db, wanted, boxAround(center, radius)).limit(most).execute();
    const far = tags.filter(tag => metres(center, tag) > SURE * radius).length;
    if (tags.length - far >= most) return tags;
    if (tags.length < FEW) return undefined;
    // As far as so many will be, if they lie as close together there.
    radius *= Math.max(1.5, 1.2 * Math.sqrt(most / (tags.length - far + 1)));
  }
  return undefined;
}

/** Fewer say nothing of how many are further off. */
const FEW = 8;

const metres = (center: Point, { gt_lat, gt_lon }: { readonly gt_lat: unknown; readonly gt_lon: unknown }): number =>
  distance(center, { lat: Number(gt_lat), lon: Number(gt_lon), globe: center.globe }) ?? Number.POSITIVE_INFINITY;

/** Those of the wanted box that lie in a part of it. */
function nearestTags(db: Kysely<Database>, { center, box, primary, maxdim, except, fields }: Wanted, part: Box) {
  const cells = cellsOf(part);
  let tags = whereEquals(
    geoTags(db).selectFrom('geo_tags').select(['gt_page_id', 'gt_lat', 'gt_lon', 'gt_primary', 'gt_globe']).select(fields.map(columnOf)),
    { gt_lat_int: cells.lat, gt_lon_int: cells.lon, gt_primary: primary, gt_globe: center.globe },
  );
  for (const { south, north, west, east } of part === box ? [box] : [box, part]) {
    tags = tags.where('gt_lat', '>=', south).where('gt_lat', '<=', north);
    tags =
      west > east
        ? tags.where(is => is.or([is('gt_lon', '<', east), is('gt_lon', '>', west)]))
        : tags.where('gt_lon', '>=', west).where('gt_lon', '<=', east);
  }
  if (maxdim !== undefined) tags = tags.where('gt_dim', '<', maxdim);
  if (except !== undefined) tags = tags.where('gt_page_id', '!=', except);
  return tags.orderBy(farness(db, center)).orderBy('gt_id');
}

/** What grows with the distance: the haversine of the angle between two places. */
function farness(db: Kysely<Database>, { lat, lon }: Point) {
  // Exact decimals take PostgreSQL ten times as long.
  const [latitude, longitude] = (['gt_lat', 'gt_lon'] as const).map(name =>
    isStrictlyTyped(db) ? sql`cast(${sql.ref(name)} as double precision)` : sql.ref(name),
  );
  // With an exponent MariaDB does not take it for an exact decimal, either.
  const literal = (value: number) => sql.raw(value.toExponential());
  const number = (value: number) => (isStrictlyTyped(db) ? sql`cast(${literal(value)} as double precision)` : literal(value));
  const half = number(Math.PI / 360);
  const north = sql`sin((${latitude} - ${number(lat)}) * ${half})`;
  const east = sql`sin((${longitude} - ${number(lon)}) * ${half})`;
  const narrowing = sql`cos(${latitude} * ${number(Math.PI / 180)})`;
  return sql<SqlBool>`${north} * ${north} + ${number(Math.cos((lat / 180) * Math.PI))} * ${narrowing} * ${east} * ${east}`;
}
