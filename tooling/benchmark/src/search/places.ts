import { createTables, open } from '@wikiquery/database';
import { GEO_TABLES } from '@wikiquery/geo-tags';
import Sqlite from 'better-sqlite3';
import { addressOnServer, analyze, copyTable, emptyOnServer, type ServerEngine } from '../copy.ts';

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
    await copyTable(source, target.db, 'page', { where: 'page_id in (select gt_page_id from geo_tags)' });
    await copyTable(source, target.db, 'geo_tags', GEO_TABLES.geo_tags);
    for (const table of ['page', 'geo_tags']) await analyze(engine, target.db, table);
  } finally {
    source.close();
    await target.close();
  }
  return url;
}
