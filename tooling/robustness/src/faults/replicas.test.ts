// Tests the choice between a primary and two replicas.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { open, openPlain, RequestReads, sql } from '@wikiquery/database';
import { findProgram } from '@wikiquery/launch/programs';
import { openWiki } from '@wikiquery/testing';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MINIMAL_APP, type ServerProcess, startServerProcess } from '../server-process.ts';
import { useStand } from '../stand.test-kit.ts';
import { DatabaseServer, isInstalled, needsPrograms } from './database-server.ts';
import { startHaproxy } from './haproxy.test-kit.ts';
import { ask, keepAsking } from './load.ts';

describe.runIf(isInstalled('mariadb'))('MariaDB with replicas', { timeout: 60_000, meta: needsPrograms }, () => {
  const stand = useStand();
  let primary: DatabaseServer;
  /** The replica that the test's client uses. */
  let own: DatabaseServer;
  let other: DatabaseServer;
  /** Numbers that identify the two replicas in responses. */
  let [ownNumber, otherNumber] = [0, 0];
  let server: ServerProcess;
  let place: string;

  beforeAll(async () => {
    const start = async (source?: DatabaseServer) => stand.use(await DatabaseServer.start('mariadb', source));
    primary = await start();
    const [first, second] = await Promise.all([start(primary), start(primary)]);
    const wiki = await openWiki('mariadb', { server: primary.url });
    await wiki.page('Page');
    await wiki.database.close();
    place = new URL(wiki.url).pathname.slice(1);
    // The number of pages in the statistics identifies a database server.
    await vi.waitUntil(() => [first, second].every(each => each.execute('select count(*) from page', place) === '1\n'), {
      timeout: 30_000,
    });
    for (const [i, each] of [primary, first, second].entries())
      each.execute(`set sql_log_bin = 0; replace into site_stats (ss_row_id, ss_total_pages) values (1, ${i})`, place);
    const folder = stand.folder();
    const url = ({ port }: DatabaseServer) => `mariadb://root@127.0.0.1:${port}/${place}`;
    await writeFile(join(folder, 'wikiquery.config.json'), JSON.stringify({ wiki: { showHostnames: true } }));
    const flags = [
      '--database',
      url(primary),
      '--replicas',
      url(first),
      '--replicas',
      url(second),
      '--max-lag',
      '5s',
      '--connections',
      '3',
    ];
    server = stand.use(await startServerProcess(MINIMAL_APP, flags, folder));
    ownNumber = await usedServer();
    otherNumber = ownNumber === 1 ? 2 : 1;
    [own, other] = ownNumber === 1 ? [first, second] : [second, first];
  }, 120_000);

  const usedServer = async () => (await ask(server.api, STATISTICS)).query?.statistics.pages;
  const PATIENCE = { timeout: 20_000, interval: 100 };

  it('keeps to one replica', async () => {
    for (let i = 0; i < 5; i++) expect(await usedServer()).toBe(ownNumber);
  });

  it('uses the other replica while its own is down, without a failed request', async () => {
    const stop = keepAsking(server.api, STATISTICS, 6);
    await sleep(200);
    await own.kill();
    await expect.poll(usedServer, PATIENCE).toBe(otherNumber);
    await own.start();
    await expect.poll(usedServer, PATIENCE).toBe(ownNumber);
    const outcomes = await stop();
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200]));
    const used = new Set(outcomes.map(({ query }) => query?.statistics.pages));
    // The primary responds while a replica may lack changes that the client has seen.
    expect(used.difference(new Set([PRIMARY]))).toEqual(new Set([ownNumber, otherNumber]));
  });

  it('uses no replica that lags too far, and reports the lag', async () => {
    own.execute('stop slave; change master to master_delay = 3600; start slave');
    primary.execute('update page set page_touched = page_touched', place);
    primary.execute('create table work (n int)', place);
    await expect.poll(usedServer, PATIENCE).toBe(otherNumber);
    const lags = async () =>
      (await ask(server.api, 'meta=siteinfo&siprop=dbrepllag&sishowalldb=1')).query?.dbrepllag.map(({ lag }: { lag: number }) => lag);
    await vi.waitFor(async () => expect((await lags()).toSorted()).toEqual([0, 0, expect.toSatisfy(lag => lag > 5)]), {
      timeout: 15_000,
      interval: 300,
    });
    expect(await ask(server.api, 'meta=siteinfo&maxlag=5')).toMatchObject({ status: 200, code: 'maxlag', retryAfter: '5' });
    expect((await ask(server.api, 'meta=siteinfo&maxlag=3000')).code).toBeUndefined();
    own.execute('stop slave; change master to master_delay = 0; start slave');
    await expect.poll(usedServer, PATIENCE).toBe(ownNumber);
  });

  it('a read-only replica has a version token that changes with its tables', async () => {
    const url = ({ port }: DatabaseServer) => `mariadb://root@127.0.0.1:${port}/${place}`;
    expect(await stateOf(url(other))).toBeUndefined();
    other.execute('set global read_only = 1');
    await expectStateToChange(url(other), touched => primary.execute(`update page set page_touched = ${touched}`, place));
    other.execute('set global read_only = 0');
  });

  it('uses no replica whose replication has stopped', async () => {
    own.execute('stop slave');
    await expect.poll(usedServer, PATIENCE).toBe(otherNumber);
    own.execute('start slave');
    await expect.poll(usedServer, PATIENCE).toBe(ownNumber);
  });

  it('uses the primary when both replicas are down', async () => {
    await Promise.all([own.kill(), other.kill()]);
    await expect.poll(usedServer, PATIENCE).toBe(PRIMARY);
    await Promise.all([own.start(), other.start()]);
    await expect.poll(usedServer, PATIENCE).toBe(ownNumber);
  });

  it('uses another replica while its own has too many statements', async () => {
    const url = ({ port }: DatabaseServer) => `mariadb://root@127.0.0.1:${port}/${place}`;
    const direct = await openPlain(url(primary), { connections: 4, replicas: [url(own), url(other)] });
    onTestFinished(() => direct.close());
    const run = async (seconds: number): Promise<number> => {
      const db = direct.forRequest({ reads: new RequestReads({ client: 'one' }) });
      const { rows } = await sql<{ port: number }>`select @@port as port, sleep(${seconds})`.execute(db);
      return Number(rows[0]?.port);
    };
    const used = await run(0);
    const running = Array.from({ length: 6 }, () => run(2));
    expect(await Promise.all(running)).toEqual([used, used, used, used, ...Array(2).fill(expect.toSatisfy(port => port !== used))]);
    // The client has seen the data of the other replica, so its own must catch up first.
    expect(await run(0)).toBe(used);
  });

  it('requests without a client use the least busy replica', async () => {
    const url = ({ port }: DatabaseServer) => `mariadb://root@127.0.0.1:${port}/${place}`;
    const direct = await openPlain(url(primary), { connections: 5, replicas: [url(own), url(other)] });
    onTestFinished(() => direct.close());
    const ports = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const db = direct.forRequest({ reads: new RequestReads() });
        const { rows } = await sql<{ port: number }>`select @@port as port, sleep(1)`.execute(db);
        return Number(rows[0]?.port);
      }),
    );
    for (const { port } of [own, other]) expect(ports.filter(each => each === port)).toHaveLength(2);
  });
});

async function stateOf(url: string): Promise<unknown> {
  const direct = await open(url);
  return Promise.resolve(direct.state()).finally(() => direct.close());
}

/** Expects that the state of a server changes with `page_touched` on the primary. */
async function expectStateToChange(url: string, change: (touched: string) => unknown): Promise<void> {
  const direct = await open(url);
  try {
    const touched = async () => (await direct.db.selectFrom('page').select('page_touched').executeTakeFirst())?.page_touched;
    for (const next of ['20250101000001', '20250101000002', '20250101000003']) {
      const before = await direct.state();
      expect(before).toBeDefined();
      change(next);
      await expect.poll(touched, { timeout: 30_000, interval: 50 }).toBe(next);
      expect(await direct.state()).not.toBe(before);
    }
    // Responses are cached while the state stays the same.
    await vi.waitFor(
      async () => {
        const state = await direct.state();
        expect(await direct.state()).toBe(state);
      },
      { timeout: 30_000 },
    );
  } finally {
    await direct.close();
  }
}

const hasProxy = isInstalled('postgres') && findProgram('haproxy') !== undefined;

describe.runIf(hasProxy)('PostgreSQL with replicas behind HAProxy', { timeout: 150_000, meta: needsPrograms }, () => {
  const stand = useStand();
  let primary: DatabaseServer;
  let first: DatabaseServer;
  let second: DatabaseServer;
  let server: ServerProcess;
  let url: URL;

  beforeAll(async () => {
    const start = async (source?: DatabaseServer) => stand.use(await DatabaseServer.start('postgres', source));
    primary = await start();
    const wiki = await openWiki('postgres', { server: primary.url });
    await wiki.page('Page');
    await wiki.database.close();
    first = await start(primary);
    second = await start(primary);
    const folder = stand.folder();
    url = new URL(wiki.url);
    const change = (script: string) =>
      script.replace('user=wikiquery dbname=wiki', 'user=root dbname=postgres').replace('10 seconds', '3 seconds');
    url.port = String(await startHaproxy(stand, folder, 'haproxy.cfg', { name: 'is-up-to-date', change }, { primary, first, second }));
    server = await vi.waitFor(() => startServerProcess(MINIMAL_APP, ['--database', url.href, '--connections', '3'], folder), {
      timeout: 20_000,
    });
    stand.use(server);
  }, 120_000);

  const lagsOf = async ({ port }: DatabaseServer) => {
    const direct = await open(Object.assign(new URL(url), { port }).href);
    return direct.lags().finally(() => direct.close());
  };
  const hasConnections = (one: DatabaseServer) =>
    one.execute("select count(*) > 0 from pg_stat_activity where application_name = 'wikiquery'") === 't\n';
  /** Returns those of the database servers that have connections after a correct response. */
  const used = async (...servers: DatabaseServer[]) => {
    const { query } = await ask(server.api, 'titles=Page');
    return query?.pages[0].pageid === 1 ? servers.filter(hasConnections) : undefined;
  };
  const PATIENCE = { timeout: 60_000, interval: 200 };

  it('uses the first replica', async () => {
    await expect.poll(() => used(first, second, primary), PATIENCE).toEqual([first]);
  });

  it('uses the second replica while the first is down', async () => {
    await first.kill();
    await expect.poll(() => used(second, primary), PATIENCE).toEqual([second]);
    await first.start();
    await expect.poll(() => used(first, second, primary), PATIENCE).toEqual([first]);
  });

  it('each database server has a state that changes with the tables', async () => {
    const schema = url.searchParams.get('schema');
    expect(schema).not.toBeNull();
    for (const { port } of [primary, second])
      await expectStateToChange(Object.assign(new URL(url), { port }).href, touched =>
        primary.execute(`update ${schema}.page set page_touched = to_timestamp('${touched}', 'YYYYMMDDHH24MISS')`),
      );
  });

  it('uses no replica that lags too far', async () => {
    first.execute('select pg_wal_replay_pause()');
    primary.execute('create table work ()');
    await expect.poll(() => used(first, second, primary), PATIENCE).toEqual([second]);
    expect(await lagsOf(first)).toEqual([{ host: '127.0.0.1', seconds: expect.toSatisfy(seconds => seconds > 3) }]);
    expect(await lagsOf(second)).toEqual([{ host: '127.0.0.1', seconds: 0 }]);
    expect(await lagsOf(primary)).toEqual([{ host: '127.0.0.1', seconds: undefined }]);
    first.execute('select pg_wal_replay_resume()');
    await expect.poll(() => used(first, second, primary), PATIENCE).toEqual([first]);
  });
});

const STATISTICS = 'meta=siteinfo&siprop=statistics';
const PRIMARY = 0;
