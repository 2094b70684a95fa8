// Tests the columns that plugin packages declare, and the rights of a database account that are derived from them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  allRequirements,
  grantStatements,
  indexGrants,
  isRequired,
  layoutOfRelease,
  open,
  PRIVATE,
  SERVER_REQUIREMENTS,
  SESSION_REQUIREMENTS,
  sql,
  tableRequirementsOf,
} from '@wikiquery/database';
import { RENDERING_READS } from '@wikiquery/rendering';
import { buildIndex, INDEX_READS } from '@wikiquery/search-index';
import { ColumnsRead, openWiki, type TestWiki } from '@wikiquery/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseServer, isInstalled, needsPrograms, type ServerEngine, serverEngines } from '../faults/database-server.ts';
import { asker, login, openServer } from '../inside-process.ts';
import { manifestOf, pluginManifests, renderingManifests } from '../requests/manifests.ts';
import { trialsOf } from '../requests/trials.ts';
import { BOT_PASSWORD, PASSWORD, plant, SUPPRESSOR } from '../secrets/planted-wiki.ts';
import { useStand } from '../stand.test-kit.ts';
import { traceTables } from './trace.ts';

const requirementsOf = (manifest: string) => tableRequirementsOf(JSON.parse(readFileSync(manifest, 'utf8')).wikiquery);

// `pnpm lab tables` writes the declarations.
it('no module or route reads an undeclared column', { timeout: 180_000 }, async () => {
  const { server, modules, routes } = await traceTables();
  const ofServer = allRequirements(SERVER_REQUIREMENTS, SESSION_REQUIREMENTS);
  expect(server.filter(column => !isRequired(ofServer, column))).toEqual([]);
  const rendering = [...tableRequirementsOf({ tables: RENDERING_READS })!.needed];
  const undeclaredIn = (manifest: string, read: readonly string[]): string[] => {
    const needs = requirementsOf(manifest);
    const isDeclared = (column: string) => (needs && isRequired(needs, column)) || isRequired(SERVER_REQUIREMENTS, column);
    return read.filter(column => !isDeclared(column)).map(column => `${manifest}: ${column}`);
  };
  const undeclared = [
    ...[...modules].flatMap(([module, read]) => undeclaredIn(manifestOf('{list,prop,meta}', module), read)),
    ...[...routes].flatMap(([route, read]) => undeclaredIn(manifestOf('rest', route), read)),
    ...renderingManifests().flatMap(manifest => undeclaredIn(manifest, rendering)),
  ];
  expect(undeclared).toEqual([]);
});

describe('the building of a search index', () => {
  const stand = useStand();
  it('reads no undeclared column', async () => {
    const wiki = stand.use(await openWiki());
    const columns = stand.use(new ColumnsRead(wiki.url));
    await plant(wiki, []);
    const statements = await wiki.statementsOf(() => buildIndex(wiki.db, { location: join(stand.folder(), 'index'), site: wiki.site }));
    const read = new Set(statements.flatMap(({ sql }) => [...columns.of(sql)]));
    expect(read.size).toBeGreaterThan(20);
    expect([...read].filter(name => !isRequired(tableRequirementsOf({ tables: INDEX_READS })!, name))).toEqual([]);
  });
});

for (const engine of serverEngines) {
  const options = { timeout: 240_000, meta: needsPrograms };
  describe.runIf(isInstalled(engine))(`an account with the printed rights on ${engine}`, options, () => {
    testRights(engine);
  });
}

function testRights(engine: ServerEngine): void {
  let database: DatabaseServer;
  let wiki: TestWiki;
  let url: URL;
  /** The MariaDB database or PostgreSQL schema. */
  let place: string;
  beforeEach(async () => {
    database = await DatabaseServer.start(engine);
    wiki = await openWiki(engine, { server: database.url });
    url = new URL(wiki.url);
    place = url.searchParams.get('schema') ?? url.pathname.slice(1);
  }, 60_000);
  afterEach(() => database?.remove());
  const as = (address: URL, account: string): string => Object.assign(new URL(address), { username: account, password: 'PASSWORD' }).href;

  it('builds a search index as the index account, and searches it as the reading account', async () => {
    await wiki.page('Lighthouse', { text: 'A tower with a lamp.' });
    const reads = new Set([...SERVER_REQUIREMENTS.needed, ...tableRequirementsOf({ tables: INDEX_READS })!.needed]);
    const reading = grantStatements({ engine, layout: layoutOfRelease('1.46'), database: place, prefix: '', reads });
    database.execute([...reading, ...indexGrants(engine, 'wiki_search')].join('\n'));
    const index = new URL(url);
    if (engine === 'mariadb') index.pathname = '/wiki_search';
    else index.searchParams.set('schema', 'wiki_search');
    const reader = await open(as(url, 'wikiquery'), { tables: new Set(Object.keys(INDEX_READS)), dispensable: PRIVATE });
    // The second build finds an existing index.
    for (let time = 0; time < 2; time++) await buildIndex(reader.db, { location: as(index, 'wikiquery_index'), site: wiki.site });
    await reader.close();
    const searched = await open(as(index, 'wikiquery'), { writable: true });
    const { rows } = await sql`select page from words_0`.execute(searched.db);
    expect(rows).toHaveLength(1);
    await expect(sql`delete from words_0`.execute(searched.db)).rejects.toThrow(/denied|read-only/);
    await searched.close();
    await wiki.database.close();
  });

  it('can read everything that modules need, and nothing else', async () => {
    const planted = await plant(wiki, []);
    await wiki.database.close();
    const requirements = [SERVER_REQUIREMENTS, SESSION_REQUIREMENTS, ...pluginManifests().map(manifest => requirementsOf(manifest)!)];
    const reads = new Set(requirements.flatMap(each => [...each.needed, ...each.optional]));
    const root = await open(wiki.url);
    const { layout, lacking } = root;
    database.execute(grantStatements({ engine, layout, database: place, prefix: '', reads, lacking }).join('\n'));
    // Connections are read-only, even if the account has the right to write.
    await expect(root.db.deleteFrom('page').execute()).rejects.toThrow(/read.only/i);
    await root.close();
    const direct = await open(as(url, 'wikiquery'));
    await expect(direct.db.deleteFrom('page').execute()).rejects.toThrow(/denied|read-only|READ ONLY/);
    await expect(direct.db.selectFrom('user').select('user_email_token').execute()).rejects.toThrow(/denied/);
    await direct.close();

    const server = await openServer(as(url, 'wikiquery'), {});
    const failed: string[] = [];
    try {
      const { app, password } = BOT_PASSWORD;
      expect(await login(server, `${SUPPRESSOR}@${app}`, password)).not.toBe('');
      for (const cookie of ['', await login(server, SUPPRESSOR, PASSWORD)]) {
        const ask = asker(server, cookie);
        // The first trial of each module and parameter is enough.
        for (const [trial] of Map.groupBy(await trialsOf(ask, planted), ({ what }) => what).values()) {
          const { error } = await ask(trial!.question);
          if (error?.code.startsWith('internal_api_error')) failed.push(`${String(new URLSearchParams(trial!.question))}: ${error.info}`);
        }
      }
    } finally {
      await server.close();
    }
    expect(failed).toEqual([]);
  });
}
