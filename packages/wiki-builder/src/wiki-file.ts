import { existsSync } from 'node:fs';
import type { Site } from '@wikiquery/core';
import { createStatements, open, sql } from '@wikiquery/database';
import { defaultSite } from '@wikiquery/site';
import { WikiBuilder } from './wiki.ts';

/** Creates a SQLite file with MediaWiki's tables, without rows. */
export async function emptyWikiFile(file: string): Promise<void> {
  const { db, close } = await open(`sqlite:${file}`, { writable: true, connections: 1 });
  try {
    for (const statement of createStatements('sqlite')) await sql.raw(statement).execute(db);
  } finally {
    await close();
  }
}

/** Creates a wiki in a new SQLite file. Throws if the file exists. The caller must close the wiki. */
export async function createWikiFile(file: string, site?: Site): Promise<WikiBuilder> {
  if (existsSync(file)) throw new Error(`The file ${file} already exists. Choose another name or delete it.`);
  await emptyWikiFile(file);
  return openWikiFile(file, site);
}

/** Opens an existing wiki in a SQLite file. The caller must close the wiki. */
export async function openWikiFile(file: string, site: Site = defaultSite()): Promise<WikiBuilder> {
  const url = `sqlite:${file}`;
  const wiki = new WikiBuilder(url, await open(url, { writable: true, connections: 1 }), site, async () => {});
  await wiki.load();
  return wiki;
}
