// What the packages of the modules say that they read, and the rights that an account gets from it.
import { readFileSync } from 'node:fs';
import { grantStatements, layoutOfRelease, open } from '@wikiquery/database';
import { needsOf, SERVER_NEEDS } from '@wikiquery/server';
import { openWiki } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { DatabaseServer, isInstalled, needsPrograms, type ServerEngine, serverEngines } from '../faults/database-server.ts';
import { asker, login, openServer } from '../inside-process.ts';
import { readOffer } from '../modules.ts';
import { trials } from '../plans/plans.ts';
import { PASSWORD, plant, SUPPRESSOR } from '../secrets/planted-wiki.ts';
import { manifestOf } from './manifests.ts';
import { traceTables } from './trace.ts';

it('no module reads a column that its package does not name', { timeout: 180_000 }, async () => {
  const { server, modules } = await traceTables();
  const isNamed = ({ needed, optional }: typeof SERVER_NEEDS, place: string): boolean =>
    [needed, optional].some(names => names.has(place) || names.has(place.replace(/\..*/, '')));
  expect(server.filter(place => !isNamed(SERVER_NEEDS, place))).toEqual([]);
  const unnamed = [...modules].flatMap(([module, read]) => {
    const needs = needsOf(JSON.parse(readFileSync(manifestOf(module), 'utf8')).wikiquery);
    return read.filter(place => !(needs && isNamed(needs, place)) && !isNamed(SERVER_NEEDS, place)).map(place => `${module}: ${place}`);
  });
  // `pnpm tables` writes them.
  expect(unnamed).toEqual([]);
});

for (const engine of serverEngines) {
  const options = { timeout: 240_000, meta: needsPrograms };
  describe.runIf(isInstalled(engine))(`an account with the printed rights on ${engine}`, options, () => {
    testRights(engine);
  });
}

function testRights(engine: ServerEngine): void {
  it('reads all that modules ask for, and no more', async () => {
    const database = await DatabaseServer.start(engine);
    try {
      const wiki = await openWiki(engine, { server: database.url });
      const planted = await plant(wiki, []);
      await wiki.database.close();
      const url = new URL(wiki.url);
      const place = url.searchParams.get('schema') ?? url.pathname.slice(1);
      database.execute(grantStatements({ engine, layout: layoutOfRelease('1.46'), place, prefix: '' }).join('\n'));
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
