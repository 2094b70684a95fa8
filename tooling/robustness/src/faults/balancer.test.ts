// Tests two database servers behind a TCP load balancer, which may forward a new connection to either of them.
import { openPlain, QueryCancelledError, QueryDeadlineError, sql } from '@wikiquery/database';
import { findProgram } from '@wikiquery/launch/programs';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useStand } from '../stand.test-kit.ts';
import { DatabaseServer, isInstalled, needsPrograms, type ServerEngine, serverEngines } from './database-server.ts';
import { Link } from './link.ts';

/** Duration of a statement in seconds if it is not cancelled. */
const LONG = 30;

const CLIENTS = 10;
/** Connections that check the lag and cancel statements. */
const RESERVED = 2;

describe.each(serverEngines)('%s', { timeout: 120_000 }, engine => {
  describe.runIf(isInstalled(engine))('behind a balancer', { meta: needsPrograms }, () => {
    const stand = useStand();
    let nodes: readonly [DatabaseServer, DatabaseServer];
    let balancer: Link;

    beforeAll(async () => {
      nodes = await Promise.all([DatabaseServer.start(engine), DatabaseServer.start(engine)]);
      for (const node of nodes) stand.use(node);
      balancer = stand.use(await Link.to(nodes[0].port));
    }, 120_000);

    async function openBalanced(): Promise<Plain> {
      balancer.target = nodes[0].port;
      const url = new URL(nodes[0].url);
      url.port = String(balancer.port);
      if (engine === 'mariadb') url.pathname = '/mysql';
      const database = await openPlain(url.href, { connections: 1 });
      onTestFinished(() => database.close());
      return database;
    }

    it('a statement is cancelled at its deadline, but no statement on another node', async () => {
      const [own, other] = nodes;
      const database = await openBalanced();
      // The connection on the other node has the same ID.
      const innocent = await connectionNumbered(engine, other, await threadOf(database));
      onTestFinished(() => innocent.close());
      const undisturbed = sleep(innocent.forRequest({}), engine, 6);
      balancer.target = other.port;
      const late = sleep(database.forRequest({ deadline: performance.now() + 700 }), engine, LONG);
      await expect(late).rejects.toThrow(QueryDeadlineError);
      await vi.waitUntil(() => sleeping(own) === 0, { timeout: 15_000, interval: 200 });
      expect(await undisturbed).toBe(0);
    });

    it('a statement is cancelled at once if the balancer forwards the cancel request to its node', async () => {
      const [own] = nodes;
      const database = await openBalanced();
      const thread = await threadOf(database);
      const request = new AbortController();
      const gone = sleep(database.forRequest({ signal: request.signal, deadline: performance.now() + 60_000 }), engine, LONG);
      await vi.waitUntil(() => sleeping(own) === 1, { timeout: 15_000, interval: 50 });
      request.abort();
      await expect(gone).rejects.toThrow(QueryCancelledError);
      await vi.waitUntil(() => sleeping(own) === 0, { timeout: 15_000, interval: 200 });
      expect(await threadOf(database)).toBe(thread);
    });
  });
});

const hasHaproxy = isInstalled('mariadb') && findProgram('haproxy') !== undefined;

describe.runIf(hasHaproxy)('two MariaDB nodes behind HAProxy with leastconn', { timeout: 120_000, meta: needsPrograms }, () => {
  const stand = useStand();
  let nodes: readonly [DatabaseServer, DatabaseServer];
  let url: URL;

  beforeAll(async () => {
    nodes = await Promise.all([DatabaseServer.start('mariadb'), DatabaseServer.start('mariadb')]);
    for (const node of nodes) stand.use(node);
    url = new URL(nodes[0].url);
    url.port = String(
      await stand.haproxy('haproxy/galera.cfg', stand.folder(), configuration =>
        configuration
          .replaceAll(/^.*(?:external-check|insecure-fork|server third).*$/gm, '')
          .replace(/(server first +)\S+/, `$1127.0.0.1:${nodes[0].port}`)
          .replace(/(server second +)\S+/, `$1127.0.0.1:${nodes[1].port}`),
      ),
    );
    url.pathname = '/mysql';
  }, 120_000);

  it('1,000 cancelled statements end on their node, and affect no other statement', async () => {
    const database = await vi.waitFor(() => openPlain(url.href, { connections: CLIENTS + RESERVED }), { timeout: 20_000 });
    onTestFinished(() => database.close());
    const used = new Set<string>();
    let cancelled = 0;
    let undisturbed = 0;
    const client = async (number: number): Promise<void> => {
      while (cancelled < 1000) {
        cancelled += 1;
        const request = new AbortController();
        const long = sleep(database.forRequest({ signal: request.signal, deadline: performance.now() + 60_000 }), 'mariadb', LONG);
        setTimeout(() => request.abort(), (number * 7 + cancelled) % 40);
        await expect(long).rejects.toThrow(QueryCancelledError);
        const { rows } = await sql<{ node: string; ended: number }>`select @@port as node, sleep(0.01) as ended`.execute(
          database.forRequest({}),
        );
        expect(rows[0]?.ended).toBe(0);
        used.add(String(rows[0]?.node));
        undisturbed += 1;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
    expect([...used].toSorted()).toEqual(nodes.map(({ port }) => String(port)).toSorted());
    expect(undisturbed).toBe(cancelled);
    await vi.waitUntil(() => nodes.every(node => sleeping(node) === 0), { timeout: 15_000, interval: 50 });
  });

  it('statements are cancelled on each node, even if the balancer prefers the other node', async () => {
    const database = await openPlain(url.href, { connections: CLIENTS + RESERVED });
    onTestFinished(() => database.close());
    const watchers = await Promise.all(nodes.map(node => openPlain(`${node.url}/mysql`, { single: true })));
    onTestFinished(() => Promise.all(watchers.map(watcher => watcher.close())).then(() => {}));
    const request = new AbortController();
    const statements = Array.from({ length: CLIENTS }, () =>
      sleep(database.forRequest({ signal: request.signal, deadline: performance.now() + 60_000 }), 'mariadb', LONG),
    );
    await vi.waitUntil(() => nodes.reduce((sum, node) => sum + sleeping(node), 0) === CLIENTS, { timeout: 15_000, interval: 50 });
    const running = nodes.map(node => node.execute(`select id ${RUNNING}`).trim().split('\n'));
    request.abort();
    for (const statement of statements) await expect(statement).rejects.toThrow(QueryCancelledError);
    // A synchronous query would block the cancellations.
    await expect
      .poll(() => Promise.all(watchers.map(runningOn)).then(counts => counts.join()), { timeout: 15_000, interval: 50 })
      .toBe('0,0');
    // A closed connection would not end every statement at once. All connections are still open.
    for (const [i, node] of nodes.entries()) {
      const ids = running[i] ?? [];
      expect(node.execute(`select count(*) from information_schema.processlist where id in (${ids.join()})`)).toBe(`${ids.length}\n`);
    }
  });
});

type Plain = Awaited<ReturnType<typeof openPlain>>;

async function threadOf(database: Plain): Promise<number> {
  const id = database.engine === 'mariadb' ? sql`connection_id()` : sql`pg_backend_pid()`;
  const { rows } = await sql<{ id: number }>`select ${id} as id`.execute(database.forRequest({}));
  return Number(rows[0]?.id);
}

/** Opens a connection: on MariaDB, which numbers connections consecutively, the one with this ID; on PostgreSQL, any. */
async function connectionNumbered(engine: ServerEngine, node: DatabaseServer, number: number): Promise<Plain> {
  for (;;) {
    const database = await openPlain(node.url, { writable: true, single: true });
    if (engine === 'postgres' || (await threadOf(database)) === number) return database;
    await database.close();
  }
}

/** Sleeps in the database. Returns 1 if MariaDB cancelled the `sleep`, otherwise 0. */
async function sleep(db: ReturnType<Plain['forRequest']>, engine: ServerEngine, seconds: number): Promise<number> {
  const wait = engine === 'mariadb' ? sql`sleep(${seconds})` : sql`case when pg_sleep(${seconds}) is null then 1 else 0 end`;
  const { rows } = await sql<{ ended: number }>`select ${wait} as ended`.execute(db);
  return Number(rows[0]?.ended);
}

function sleeping(node: DatabaseServer): number {
  const from =
    node.engine === 'mariadb' ? RUNNING : "from pg_stat_activity where state = 'active' and query like 'select case when pg_sleep%'";
  return Number(node.execute(`select count(*) ${from}`));
}

const RUNNING = `from information_schema.processlist where info like 'select sleep(${LONG})%'`;

/** Returns the number of long statements on a MariaDB server, without blocking this process. */
async function runningOn(watcher: Plain): Promise<number> {
  const { rows } = await sql<{ running: number }>`select count(*) as running ${sql.raw(RUNNING)}`.execute(watcher.forRequest({}));
  return Number(rows[0]?.running);
}
