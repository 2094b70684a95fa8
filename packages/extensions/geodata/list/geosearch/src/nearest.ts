import type { PageRow } from '@wikiquery/core';
import { type Database, isStrictlyTyped, sql, whereEquals } from '@wikiquery/database';
import { type Box, boxAround, type CoordinateField, cellsOf, columnOf, distance, geoTags, type Point } from '@wikiquery/geo-tags';
import { pagesById } from '@wikiquery/pages';
import type { Kysely, SqlBool } from 'kysely';

interface NearestQuery {
  readonly center: Point;
  readonly box: Box;
  /** Required value of `gt_primary`; undefined selects primary and secondary coordinates. */
  readonly primary: number | undefined;
  readonly maxdim: number | undefined;
  readonly except: number | undefined;
  readonly fields: readonly CoordinateField[];
  readonly namespaces: ReadonlySet<number>;
  readonly limit: number;
}

/** Number of additional rows to read, because the namespace filter can drop rows. */
const SPARE = 20;

/** Initial search radius in metres. Points within `SURE` times the radius are nearer than all points outside the bounding box. */
const FIRST_LOOK = 500;
const SURE = 0.9;
/** Latitude in degrees above which boxes cannot bound distances, because meridians converge. */
const HIGHEST = 89;

export async function nearest(db: Kysely<Database>, query: NearestQuery) {
  const { limit, namespaces } = query;
  for (let most = limit + SPARE; ; most *= 4) {
    const tags = (await nearestAround(db, query, most)) ?? (await nearestTags(db, query, query.box).limit(most).execute());
    const pages = new Map((await pagesById(db, [...new Set(tags.map(tag => tag.gt_page_id))])).map(page => [page.id, page]));
    const found = tags.flatMap(tag => {
      const page: PageRow | undefined = pages.get(tag.gt_page_id);
      return page && namespaces.has(page.namespace) ? [{ tag, page }] : [];
    });
    if (found.length >= limit || tags.length < most) return found.slice(0, limit);
  }
}

/** Searches within growing radii, to avoid sorting all rows in the box. Returns undefined if too few rows are near the center. */
async function nearestAround(db: Kysely<Database>, query: NearestQuery, most: number) {
  const { center, box } = query;
  if (Math.abs(center.lat) > HIGHEST) return undefined;
  for (let radius = FIRST_LOOK; boxAround(center, radius).north < box.north; ) {
    const tags = await nearestTags(db, query, boxAround(center, radius)).limit(most).execute();
    const far = tags.filter(tag => metres(center, tag) > SURE * radius).length;
    if (tags.length - far >= most) return tags;
    if (tags.length < FEW) return undefined;
    // Extrapolates the next radius from the density of the rows found so far.
    radius *= Math.max(1.5, 1.2 * Math.sqrt(most / (tags.length - far + 1)));
  }
  return undefined;
}

/** Minimum number of rows for extrapolating the radius. */
const FEW = 8;

const metres = (center: Point, { gt_lat, gt_lon }: { readonly gt_lat: unknown; readonly gt_lon: unknown }): number =>
  distance(center, { lat: Number(gt_lat), lon: Number(gt_lon), globe: center.globe }) ?? Number.POSITIVE_INFINITY;

/** Selects the rows that are within both the search box and `part`, nearest first. */
function nearestTags(db: Kysely<Database>, { center, box, primary, maxdim, except, fields }: NearestQuery, part: Box) {
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

/** SQL expression that grows with the distance from a point: the haversine of the central angle. */
function farness(db: Kysely<Database>, { lat, lon }: Point) {
  // On PostgreSQL, computing with exact decimals would take ten times as long.
  const [latitude, longitude] = (['gt_lat', 'gt_lon'] as const).map(name =>
    isStrictlyTyped(db) ? sql`cast(${sql.ref(name)} as double precision)` : sql.ref(name),
  );
  // MariaDB treats literals without an exponent as exact decimals.
  const literal = (value: number) => sql.raw(value.toExponential());
  const number = (value: number) => (isStrictlyTyped(db) ? sql`cast(${literal(value)} as double precision)` : literal(value));
  const half = number(Math.PI / 360);
  const north = sql`sin((${latitude} - ${number(lat)}) * ${half})`;
  const east = sql`sin((${longitude} - ${number(lon)}) * ${half})`;
  const narrowing = sql`cos(${latitude} * ${number(Math.PI / 180)})`;
  return sql<SqlBool>`${north} * ${north} + ${number(Math.cos((lat / 180) * Math.PI))} * ${narrowing} * ${east} * ${east}`;
}
