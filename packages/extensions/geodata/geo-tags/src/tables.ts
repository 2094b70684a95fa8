import { f, p, type Shape } from '@wikiquery/core';
import { column, type Database, hasOwnOrder, ownTables, type RowsOf } from '@wikiquery/database';
import type { Kysely, Selectable } from 'kysely';

const { binary, decimal, flag, int, serial, uint, varchar } = column;

/** Definition of GeoData's table `geo_tags`, for the types of queries and for creating the table. */
export const GEO_TABLES = ownTables({
  geo_tags: {
    columns: {
      gt_id: serial(),
      gt_page_id: uint(),
      gt_globe: varchar(32),
      gt_primary: flag(),
      // Grid cells in tenths of degrees (see `cellOf`), which the spatial index starts with.
      gt_lat_int: int().null(),
      gt_lon_int: int().null(),
      gt_lat: decimal(),
      gt_lon: decimal(),
      gt_dim: int().null(),
      gt_type: varchar(32).null(),
      gt_name: binary(255).null(),
      gt_country: varchar(2).null(),
      gt_region: varchar(3).null(),
    },
    primaryKey: ['gt_id'],
    indexes: {
      gt_page_primary: { kind: 'plain', parts: ['gt_page_id', 'gt_primary'] },
      gt_page_id_id: { kind: 'plain', parts: ['gt_page_id'] },
      gt_spatial: { kind: 'plain', parts: ['gt_lat_int', 'gt_lon_int', 'gt_lon', 'gt_primary'] },
    },
  },
});

type GeoRows = RowsOf<typeof GEO_TABLES>;

/** Returns the database with the type of GeoData's table. */
export const geoTags = (db: Kysely<Database>) => db.withTables<GeoRows>();

/** Returns the index cell of a latitude or longitude (`$wgGeoDataIndexGranularity`: tenths of degrees). */
export const cellOf = (degrees: number): number => Math.sign(degrees) * Math.round(Math.abs(degrees) * 10) || 0;

const COORDINATE_FIELDS = ['type', 'name', 'dim', 'country', 'region', 'globe'] as const;
/** Property of coordinates that a request can select. */
export type CoordinateField = (typeof COORDINATE_FIELDS)[number];

/** Parameters that `prop=coordinates` and `list=geosearch` share. */
export const coordinateParams = {
  prop: p.enum(COORDINATE_FIELDS).multi().default(['globe']).help('Properties to return.'),
  primary: p.enum(['primary', 'secondary', 'all']).default('primary').help('Coordinates to return: primary, secondary or all.'),
};

/** Returns the column of `geo_tags` that stores a field. */
export const columnOf = <F extends CoordinateField>(field: F) => `gt_${field}` as const;

/** Declarations of the selectable fields. `dim` has the type that MediaWiki's database driver returns: a string, except on SQLite. */
export const geoFields = {
  type: f.string().optional().help('Type of the object.'),
  name: f.string().optional().help('Name of the object.'),
  dim: f.oneOf(f.int(), f.string()).optional().help('Size of the object in meters.'),
  country: f.string().optional().help('Country code.'),
  region: f.string().optional().help('Region code within the country.'),
  globe: f.string().optional().help('Celestial body.'),
} satisfies Shape;

type FieldRow = Partial<Pick<Selectable<GeoRows['geo_tags']>, `gt_${CoordinateField}`>>;
type Fields = { -readonly [F in CoordinateField]?: F extends 'dim' ? number | string : string };

/** Returns the selected fields of a row, except null values. */
export function fieldsOf(db: Kysely<Database>, row: FieldRow, selected: Iterable<CoordinateField>): Fields {
  const fields: Fields = {};
  for (const field of selected) {
    const value = row[columnOf(field)];
    if (value === null || value === undefined) continue;
    if (field !== 'dim') fields[field] = String(value);
    else fields.dim = hasOwnOrder(db) ? String(value) : Number(value);
  }
  return fields;
}
