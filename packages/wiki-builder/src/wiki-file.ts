import { existsSync } from 'node:fs';
import type { Site } from '@wikiquery/core';
import { createStatements, open, sql } from '@wikiquery/database';
import { defaultSite } from '@wikiquery/site';
import { WikiBuilder } from './wiki.ts';

/** Makes a file with the tables of MediaWiki and nothing in them. */
export async function emptyWikiFile(file: string): Promise<void> {
  const { db, close } = await open(`sqlite:${file}`, { writable: true, connections: 1 });
  try {
    for (const statement of createStatements('sqlite')) await sql.raw(statement).execute(db);
  } finally {
    await close();
  }
}

/** A new wiki in an SQLite file, to be filled and closed. The file must not exist yet. */
export async function createWikiFile(file: string, site?: Site): Promise<WikiBuilder> {
  if (existsSync(file)) throw new Error(`${file} exists already. Choose another name, or take it away.`);
  await emptyWikiFile(file);
  return openWikiFile(file, site);
}

/** The wiki of an SQLite file, to be gone on with and closed. */
export async function openWikiFile(file: string, site: Site = defaultSite()): Promise<WikiBuilder> {
  const url = `sqlite:${file}`;
  const wiki = new WikiBuilder(url, await open(url, { writable: true, connections: 1 }), site, async () => {});
  await wiki.learn();
  return wiki;
}
