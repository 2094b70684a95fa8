import { createTables, sql } from '@wikiquery/database';
import { cellOf, GEO_TABLES } from '@wikiquery/geo-tags';
import type { ImportContext } from '../context.ts';
import { isThere } from '../write/tables.ts';
import type { TargetDatabase } from '../write/target.ts';
import { hasGeoData } from './coordinates.ts';
import { cutBytes, type DerivedPage } from './derive-page.ts';

export class CoordinateWriter {
  readonly #target: TargetDatabase;
  readonly #hasExtension: boolean;

  private constructor(target: TargetDatabase, hasExtension: boolean) {
    [this.#target, this.#hasExtension] = [target, hasExtension];
  }

  /** Creates the table `geo_tags` if needed. Resolves to undefined for a wiki without GeoData. Must not be called in a transaction. */
  static async open({ database, options, site }: ImportContext, target: TargetDatabase): Promise<CoordinateWriter | undefined> {
    const { db, engine } = database;
    const { prefix = '' } = options;
    const described = await site();
    if (!hasGeoData(described)) return undefined;
    const [tags, pages] = [sql.table(`${prefix}geo_tags`), sql.table(`${prefix}page`)];
    if (await isThere(database, `${prefix}geo_tags`)) {
      await sql`delete from ${tags} where gt_page_id not in (select page_id from ${pages})`.execute(db);
    } else for (const statement of createTables(engine, GEO_TABLES, prefix)) await sql.raw(statement).execute(db);
    return new CoordinateWriter(target, described.extensions !== undefined);
  }

  async write(ids: readonly number[], pages: readonly DerivedPage[]): Promise<void> {
    const { db, prefix } = this.#target;
    await sql`delete from ${sql.table(`${prefix}geo_tags`)} where gt_page_id in (${sql.join(ids)})`.execute(db);
    for (const { id, coordinates } of pages) {
      for (const { globe, primary, lat, lon, dim, type, name, country, region } of coordinates) {
        const [kind, label] = [type && cutBytes(type, 32), name && cutBytes(name, 255)];
        const cells = [cellOf(lat), cellOf(lon)] as const;
        this.#target.add('geo_tags', id, cutBytes(globe, 32), Number(primary), ...cells, lat, lon, dim, kind, label, country, region);
      }
    }
  }

  /** Drops the table if it is empty and the wiki's extensions are unknown. Must not be called in a transaction. */
  async close(): Promise<void> {
    if (this.#hasExtension) return;
    const { db, prefix } = this.#target;
    const table = sql.table(`${prefix}geo_tags`);
    const { rows } = await sql`select 1 from ${table} limit 1`.execute(db);
    if (rows.length === 0) await sql`drop table ${table}`.execute(db);
  }
}
