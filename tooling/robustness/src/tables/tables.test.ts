// What the packages of the modules say that they read, and the rights that an account gets from it.
import { readFileSync } from 'node:fs';
import { grantStatements, open } from '@wikiquery/database';
import { SERVER_TABLES } from '@wikiquery/server';
import { openWiki } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import { DatabaseServer, isInstalled, needsPrograms, type ServerEngine, serverEngines } from '../faults/database-server.ts';
import { asker, login, openServer } from '../inside-process.ts';
import { readOffer } from '../modules.ts';
import { trials } from '../plans/plans.ts';
import { PASSWORD, plant, SUPPRESSOR } from '../secrets/planted-wiki.ts';
import { manifestOf } from './manifests.ts';
import { traceTables } from './trace.ts';

it('no module reads a table that its package does not name', { timeout: 180_000 }, async () => {
  const { server, modules } = await traceTables();
  expect(server.filter(table => !SERVER_TABLES.includes(table))).toEqual([]);
  const unnamed = [...modules].flatMap(([module, read]) => {
    const named: string[] = JSON.parse(readFileSync(manifestOf(module), 'utf8')).wikiquery.tables ?? [];
    return read.filter(table => !named.includes(table) && !SERVER_TABLES.includes(table)).map(table => `${module}: ${table}`);
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
      database.execute(grantStatements({ engine, generation: '1.43', place, prefix: '' }).join('\n'));
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
