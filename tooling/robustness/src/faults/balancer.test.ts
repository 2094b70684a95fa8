// Tests two database servers behind a TCP load balancer, which may forward a new connection to either of them.
import { openPlain, QueryCancelledError, QueryDeadlineError, sql } from '@wikiquery/database';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { useStand } from '../stand.test-kit.ts';
import { DatabaseServer, isInstalled, needsPrograms, type ServerEngine, serverEngines } from './database-server.ts';
import { Link } from './link.ts';

/** Duration of a statement in seconds if it is not cancelled. */
const LONG = 30;

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
    node.engine === 'mariadb'
      ? `information_schema.processlist where info like 'select sleep(${LONG})%'`
      : "pg_stat_activity where state = 'active' and query like 'select case when pg_sleep%'";
  return Number(node.execute(`select count(*) from ${from}`));
}
