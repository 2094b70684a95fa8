import type { PageRow } from '@wikiquery/core';
import { type Database, isStrictlyTyped, whereEquals } from '@wikiquery/database';
import { type Box, type CoordinateField, cellsOf, columnOf, geoTags, type Point } from '@wikiquery/geo-tags';
import { pagesById } from '@wikiquery/pages';
import { type Kysely, type SqlBool, sql } from 'kysely';

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

/** The nearest coordinates in a box with their pages. The index gives those of the box, and the database sends the nearest of them alone. */
export async function nearest(db: Kysely<Database>, wanted: Wanted) {
  const { limit, namespaces } = wanted;
  for (let most = limit + SPARE; ; most *= 4) {
    const tags = await nearestTags(db, wanted).limit(most).execute();
    const pages = new Map((await pagesById(db, [...new Set(tags.map(tag => tag.gt_page_id))])).map(page => [page.id, page]));
    const found = tags.flatMap(tag => {
      const page: PageRow | undefined = pages.get(tag.gt_page_id);
      return page && namespaces.has(page.namespace) ? [{ tag, page }] : [];
    });
    if (found.length >= limit || tags.length < most) return found.slice(0, limit);
  }
}

function nearestTags(db: Kysely<Database>, { center, box, primary, maxdim, except, fields }: Wanted) {
  const { south, north, west, east } = box;
  const cells = cellsOf(box);
  let tags = whereEquals(
    geoTags(db).selectFrom('geo_tags').select(['gt_page_id', 'gt_lat', 'gt_lon', 'gt_primary', 'gt_globe']).select(fields.map(columnOf)),
    { gt_lat_int: cells.lat, gt_lon_int: cells.lon, gt_primary: primary, gt_globe: center.globe },
  )
    .where('gt_lat', '>=', south)
    .where('gt_lat', '<=', north);
  tags =
    west > east
      ? tags.where(is => is.or([is('gt_lon', '<', east), is('gt_lon', '>', west)]))
      : tags.where('gt_lon', '>=', west).where('gt_lon', '<=', east);
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
  const number = (value: number) => (isStrictlyTyped(db) ? sql`cast(${sql.lit(value)} as double precision)` : sql.lit(value));
  const half = number(Math.PI / 360);
  const north = sql`sin((${latitude} - ${number(lat)}) * ${half})`;
  const east = sql`sin((${longitude} - ${number(lon)}) * ${half})`;
  const narrowing = sql`cos(${latitude} * ${number(Math.PI / 180)})`;
  return sql<SqlBool>`${north} * ${north} + ${number(Math.cos((lat / 180) * Math.PI))} * ${narrowing} * ${east} * ${east}`;
}
