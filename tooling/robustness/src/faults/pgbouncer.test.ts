// Tests two servers that share the connections of PgBouncer.
import { chmodSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@wikiquery/launch/free-port';
import { findProgram } from '@wikiquery/launch/programs';
import { EXAMPLES } from '@wikiquery/launch/stand';
import { openWiki } from '@wikiquery/testing';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MINIMAL_APP, type ServerProcess, startServerProcess } from '../server-process.ts';
import { useStand } from '../stand.test-kit.ts';
import { accountOf, DatabaseServer, isInstalled } from './database-server.ts';
import { ask, keepAsking } from './load.ts';

const isHere = isInstalled('postgres') && findProgram('pgbouncer') !== undefined;

describe.runIf(isHere)('PostgreSQL behind PgBouncer', { timeout: 60_000, meta: { needs: 'PgBouncer: install pgbouncer' } }, () => {
  const stand = useStand();
  let database: DatabaseServer;
  let servers: readonly ServerProcess[];

  beforeAll(async () => {
    database = stand.use(await DatabaseServer.start('postgres'));
    const wiki = await openWiki('postgres', { server: database.url });
    await wiki.page('Page');
    await wiki.database.close();
    const folder = stand.folder();
    const url = new URL(wiki.url);
    url.port = String(await startPgbouncer(folder, url.pathname.slice(1)));
    const start = () => startServerProcess(MINIMAL_APP, ['--database', url.href, '--connections', '4', '--cached-responses', '0'], folder);
    servers = await Promise.all([start(), start()]);
    for (const server of servers) stand.use(server);
  }, 120_000);

  /** Starts PgBouncer with the example configuration from the documentation. Returns its port. */
  async function startPgbouncer(folder: string, name: string): Promise<number> {
    const port = await freePort();
    const configuration = (await readFile(join(EXAMPLES, 'pgbouncer/pgbouncer.ini'), 'utf8'))
      .replace(/wiki = .*/, `${name} = host=127.0.0.1 port=${database.port}`)
      .replace('listen_port = 6432', `listen_port = ${port}`)
      .replace('scram-sha-256', 'any')
      .replace(/auth_file = .*/, 'unix_socket_dir =')
      .replace(`port=${database.port}`, `port=${database.port} user=root`);
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(file, configuration);
    chmodSync(folder, 0o755);
    stand.run(findProgram('pgbouncer') as string, [file], accountOf());
    return port;
  }

  it('two servers return correct responses to many clients', async () => {
    const ends = servers.map(({ api }) => keepAsking(api, 'titles=Page&list=allpages', 20));
    const outcomes = (await Promise.all(ends.map(end => end(300)))).flat();
    expect(new Set(outcomes.map(({ status, query }) => `${status} ${query?.pages[0].pageid} ${query?.allpages.length}`))).toEqual(
      new Set(['200 1 1']),
    );
    const used = database.execute("select count(*) from pg_stat_activity where application_name = 'wikiquery'");
    expect(Number(used)).toBeLessThanOrEqual(10);
  });

  it('two servers return 503 while the database is down, and recover', async () => {
    const ends = servers.map(({ api }) => keepAsking(api, 'titles=Page', 5));
    await database.kill();
    const away = await vi.waitUntil(
      async () => {
        const outcomes = await Promise.all(servers.map(({ api }) => ask(api, 'titles=Page')));
        return outcomes.every(({ status }) => status === 503) && outcomes;
      },
      { timeout: 30_000, interval: 100 },
    );
    for (const outcome of away)
      expect(outcome).toMatchObject({ code: 'internal_api_error_DBConnectionError', retryAfter: expect.any(String) });
    await database.start();
    for (const { api } of servers)
      await expect.poll(async () => (await ask(api, 'titles=Page')).query?.pages[0].pageid, { timeout: 20_000 }).toBe(1);
    const outcomes = (await Promise.all(ends.map(end => end()))).flat();
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 503]));
  });
});
