import { createTables, open } from '@wikiquery/database';
import { GEO_TABLES, geoTags } from '@wikiquery/geo-tags';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { addressOnServer, emptyOnServer, type ServerEngine } from '../copy.ts';

/** Rows of one statement. */
const MOST_ROWS = 1000;

/** The pages of an SQLite file that have coordinates, with these, in a database (PostgreSQL: a schema) `name` of their own on a server. Gives its address. */
export async function placesOnServer(
  engine: ServerEngine,
  { server, file, name }: { readonly server: string; readonly file: string; readonly name: string },
): Promise<string> {
  await emptyOnServer(engine, server, name, createTables(engine, GEO_TABLES));
  const url = addressOnServer(engine, server, name);
  const target = await open(url, { writable: true, connections: 1 });
  const source = new Sqlite(file, { readonly: true });
  try {
    const db = geoTags(target.db);
    const copy = async (table: 'page' | 'geo_tags', where: string, timestamps: readonly string[] = []): Promise<void> => {
      const rows = source.prepare<[], Record<string, unknown>>(`select * from ${table} where ${where}`).all();
      for (const row of rows) for (const column of timestamps) row[column] = String(row[column]);
      for (let at = 0; at < rows.length; at += MOST_ROWS)
        await db
          .insertInto(table)
          .values(rows.slice(at, at + MOST_ROWS) as never)
          .execute();
      await sql.raw(`${engine === 'mariadb' ? 'analyze table' : 'vacuum analyze'} ${table}`).execute(db);
    };
    await copy('page', 'page_id in (select gt_page_id from geo_tags)', ['page_touched']);
    await copy('geo_tags', 'true');
  } finally {
    source.close();
    await target.close();
  }
  return url;
}
