// What the packages of the modules say that they read, and the rights that an account gets from it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  grantStatements,
  indexGrants,
  isRequired,
  layoutOfRelease,
  open,
  PRIVATE,
  SERVER_REQUIREMENTS,
  sql,
  tableRequirementsOf,
} from '@wikiquery/database';
import { Stand } from '@wikiquery/launch/stand';
import { RENDERING_READS } from '@wikiquery/rendering';
import { buildIndex, INDEX_READS } from '@wikiquery/search-index';
import { ColumnsRead, openWiki } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { DatabaseServer, isInstalled, needsPrograms, type ServerEngine, serverEngines } from '../faults/database-server.ts';
import { asker, login, openServer } from '../inside-process.ts';
import { readOffer } from '../modules.ts';
import { trials } from '../plans/plans.ts';
import { BOT_PASSWORD, PASSWORD, plant, SUPPRESSOR } from '../secrets/planted-wiki.ts';
import { manifestOf, manifestOfRoute, pluginManifests, renderingManifests } from './manifests.ts';
import { traceTables } from './trace.ts';

it('no module or route reads a column that its package does not name', { timeout: 180_000 }, async () => {
  const { server, modules, routes } = await traceTables();
  expect(server.filter(place => !isRequired(SERVER_REQUIREMENTS, place))).toEqual([]);
  const rendering = [...tableRequirementsOf({ tables: RENDERING_READS })!.needed];
  const unnamedIn = (manifest: string, read: readonly string[]): string[] => {
    const needs = tableRequirementsOf(JSON.parse(readFileSync(manifest, 'utf8')).wikiquery);
    return read
      .filter(place => !(needs && isRequired(needs, place)) && !isRequired(SERVER_REQUIREMENTS, place))
      .map(place => `${manifest}: ${place}`);
  };
  const unnamed = [
    ...[...modules].flatMap(([module, read]) => unnamedIn(manifestOf(module), read)),
    ...[...routes].flatMap(([route, read]) => unnamedIn(manifestOfRoute(route), read)),
    ...renderingManifests().flatMap(manifest => unnamedIn(manifest, rendering)),
  ];
  // `pnpm lab tables` writes them.
  expect(unnamed).toEqual([]);
});

it('an index for searches is made of no other columns than those that it names', async () => {
  await using stand = new Stand();
  const wiki = stand.use(await openWiki());
  const columns = stand.use(new ColumnsRead(wiki.url));
  await plant(wiki, []);
  const statements = await wiki.statementsOf(() => buildIndex(wiki.db, { place: join(stand.folder(), 'index'), site: wiki.site }));
  const read = new Set(statements.flatMap(({ sql }) => [...columns.of(sql)]));
  expect(read.size).toBeGreaterThan(20);
  expect([...read].filter(name => !isRequired(tableRequirementsOf({ tables: INDEX_READS })!, name))).toEqual([]);
});

for (const engine of serverEngines) {
  const options = { timeout: 240_000, meta: needsPrograms };
  describe.runIf(isInstalled(engine))(`an account with the printed rights on ${engine}`, options, () => {
    testRights(engine);
  });
}

function testRights(engine: ServerEngine): void {
  it('writes an index for searches as one account, and searches in it as the other', async () => {
    const database = await DatabaseServer.start(engine);
    try {
      const wiki = await openWiki(engine, { server: database.url });
      await wiki.page('Lighthouse', { text: 'A tower with a lamp.' });
      const url = new URL(wiki.url);
      const place = url.searchParams.get('schema') ?? url.pathname.slice(1);
      const reads = new Set([...SERVER_REQUIREMENTS.needed, ...tableRequirementsOf({ tables: INDEX_READS })!.needed]);
      const reading = grantStatements({ engine, layout: layoutOfRelease('1.46'), place, prefix: '', reads });
      database.execute([...reading, ...indexGrants(engine, 'wiki_search')].join('\n'));
      const index = new URL(url);
      if (engine === 'mariadb') index.pathname = '/wiki_search';
      else index.searchParams.set('schema', 'wiki_search');
      const as = (address: URL, account: string): string =>
        Object.assign(new URL(address), { username: account, password: 'PASSWORD' }).href;
      const reader = await open(as(url, 'wikiquery'), { tables: new Set(Object.keys(INDEX_READS)), dispensable: PRIVATE });
      await buildIndex(reader.db, { place: as(index, 'wikiquery_index'), site: wiki.site });
      // Once more, with what is there.
      await buildIndex(reader.db, { place: as(index, 'wikiquery_index'), site: wiki.site });
      await reader.close();
      const searched = await open(as(index, 'wikiquery'), { writable: true });
      const { rows } = await sql`select page from words_0`.execute(searched.db);
      expect(rows).toHaveLength(1);
      await expect(sql`delete from words_0`.execute(searched.db)).rejects.toThrow(/denied|read-only/);
      await searched.close();
      await wiki.database.close();
    } finally {
      await database.remove();
    }
  });

  it('reads all that modules ask for, and no more', async () => {
    const database = await DatabaseServer.start(engine);
    try {
      const wiki = await openWiki(engine, { server: database.url });
      const planted = await plant(wiki, []);
      await wiki.database.close();
      const url = new URL(wiki.url);
      const place = url.searchParams.get('schema') ?? url.pathname.slice(1);
      const requirements = pluginManifests().map(each => tableRequirementsOf(JSON.parse(readFileSync(each, 'utf8')).wikiquery)!);
      const reads = new Set([SERVER_REQUIREMENTS, ...requirements].flatMap(each => [...each.needed, ...each.optional]));
      const found = await open(wiki.url);
      await found.close();
      const { layout, lacking } = found;
      database.execute(grantStatements({ engine, layout, place, prefix: '', reads, lacking }).join('\n'));
      url.username = 'wikiquery';
      url.password = 'PASSWORD';

      // An account that may do more reads only, too.
      const root = await open(wiki.url);
      await expect(root.db.deleteFrom('page').execute()).rejects.toThrow(/read.only/i);
      await root.close();
      const direct = await open(url.href);
      await expect(direct.db.deleteFrom('page').execute()).rejects.toThrow(/denied|read-only|READ ONLY/);
      await expect(direct.db.selectFrom('user').select('user_email_token').execute()).rejects.toThrow(/denied/);
      await direct.close();

      const server = await openServer(url.href, {});
      const failed: string[] = [];
      const { app, password } = BOT_PASSWORD;
      expect(await login(server, `${SUPPRESSOR}@${app}`, password)).not.toBe('');
      try {
        for (const ask of [asker(server, ''), asker(server, await login(server, SUPPRESSOR, PASSWORD))]) {
          const all = await trials(await readOffer(ask), { ...planted, guesses: planted.hoard.guesses }, ask);
          // Every module with each of its parameters once.
          const seen = new Set<string>();
          for (const { what, question } of all) {
            if (seen.has(what)) continue;
            seen.add(what);
            const { error } = await ask(question);
            if (error?.code.startsWith('internal_api_error')) failed.push(`${new URLSearchParams(question).toString()}: ${error.info}`);
          }
        }
      } finally {
        await server.close();
      }
      expect(failed).toEqual([]);
    } finally {
      await database.remove();
    }
  });
}
