import { createTables, sql } from '@wikiquery/database';
import { cellOf, GEO_TABLES } from '@wikiquery/geo-tags';
import type { ImportContext } from '../context.ts';
import { isThere } from '../write/tables.ts';
import type { TargetDatabase } from '../write/target.ts';
import { cutBytes, type DerivedPage } from './derive-page.ts';
import { tellsPlaces } from './places.ts';

/** Writes where pages are in the place of what they said before. */
export class PlaceWriter {
  readonly #target: TargetDatabase;
  /** The wiki has the extension for sure. */
  readonly #isSure: boolean;

  private constructor(target: TargetDatabase, isSure: boolean) {
    [this.#target, this.#isSure] = [target, isSure];
  }

  /** Makes the table where it is missing; undefined for a wiki that has none. To be called outside a transaction. */
  static async open({ database, options, site }: ImportContext, target: TargetDatabase): Promise<PlaceWriter | undefined> {
    const { db, engine } = database;
    const { prefix = '' } = options;
    const described = await site();
    if (!tellsPlaces(described)) return undefined;
    const [tags, pages] = [sql.table(`${prefix}geo_tags`), sql.table(`${prefix}page`)];
    if (await isThere(database, `${prefix}geo_tags`)) {
      await sql`delete from ${tags} where gt_page_id not in (select page_id from ${pages})`.execute(db);
    } else for (const statement of createTables(engine, GEO_TABLES, prefix)) await sql.raw(statement).execute(db);
    return new PlaceWriter(target, described.extensions !== undefined);
  }

  async write(ids: readonly number[], pages: readonly DerivedPage[]): Promise<void> {
    const { db, prefix } = this.#target;
    await sql`delete from ${sql.table(`${prefix}geo_tags`)} where gt_page_id in (${sql.join(ids)})`.execute(db);
    for (const { id, places } of pages) {
      for (const { globe, primary, lat, lon, dim, type, name, country, region } of places) {
        const [kind, label] = [type && cutBytes(type, 32), name && cutBytes(name, 255)];
        const cells = [cellOf(lat), cellOf(lon)] as const;
        this.#target.add('geo_tags', id, cutBytes(globe, 32), Number(primary), ...cells, lat, lon, dim, kind, label, country, region);
      }
    }
  }

  /** Where nobody told of the extension, and no page of a place, the wiki has no such table. To be called outside a transaction. */
  async close(): Promise<void> {
    if (this.#isSure) return;
    const { db, prefix } = this.#target;
    const table = sql.table(`${prefix}geo_tags`);
    const { rows } = await sql`select 1 from ${table} limit 1`.execute(db);
    if (rows.length === 0) await sql`drop table ${table}`.execute(db);
  }
}
