// Two nodes of a database behind a TCP balancer that leads each new connection to another one.
import { connect, createServer, type Server } from 'node:net';
import { openPlain, QueryCancelledError, QueryDeadlineError, sql } from '@wikiquery/database';
import { freePort } from '@wikiquery/launch/free-port';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseServer, isInstalled, needsPrograms, type ServerEngine, serverEngines } from './database-server.ts';

/** Seconds that statements take when nobody ends them. */
const LONG = 30;

describe.each(serverEngines)('%s', { timeout: 120_000 }, engine => {
  describe.runIf(isInstalled(engine))('behind a balancer', { meta: needsPrograms }, () => {
    let nodes: readonly [DatabaseServer, DatabaseServer];
    let balancer: Balancer;

    beforeAll(async () => {
      nodes = await Promise.all([DatabaseServer.start(engine), DatabaseServer.start(engine)]);
      balancer = await Balancer.start(nodes);
    }, 120_000);
    afterAll(async () => {
      balancer?.close();
      for (const node of nodes ?? []) await node.remove();
    });

    it('has a statement cancelled at its deadline, and none of another node', async () => {
      const [own, other] = nodes;
      balancer.target = own;
      const database = await openPlain(balancer.urlFor(own), { connections: 1 });
      onTestFinished(() => database.close());
      const thread = await threadOf(database);
      // Somebody else's statement, which has the same number on the other node.
      const innocent = await connectionNumbered(engine, other, thread);
      onTestFinished(() => innocent.close());
      const undisturbed = sleep(innocent.forRequest({}), engine, 6);
      balancer.target = other;
      const late = sleep(database.forRequest({ deadline: performance.now() + 700 }), engine, LONG);
      await expect(late).rejects.toThrow(QueryDeadlineError);
      await vi.waitUntil(() => sleeping(own) === 0, { timeout: 15_000, interval: 200 });
      expect(await undisturbed).toBe(0);
    });

    it('has a statement cancelled at once where the balancer leads back to its node', async () => {
      const [own] = nodes;
      balancer.target = own;
      const database = await openPlain(balancer.urlFor(own), { connections: 1 });
      onTestFinished(() => database.close());
      const thread = await threadOf(database);
      const request = new AbortController();
      const gone = sleep(database.forRequest({ signal: request.signal, deadline: performance.now() + 60_000 }), engine, LONG);
      await vi.waitUntil(() => sleeping(own) === 1, { timeout: 15_000, interval: 50 });
      request.abort();
      await expect(gone).rejects.toThrow(QueryCancelledError);
      await vi.waitUntil(() => sleeping(own) === 0, { timeout: 15_000, interval: 200 });
      // The connection was kept.
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

/** A connection with this number, which MariaDB counts; processes of PostgreSQL have any. */
async function connectionNumbered(engine: ServerEngine, node: DatabaseServer, number: number): Promise<Plain> {
  for (;;) {
    const database = await openPlain(node.url, { writable: true, single: true });
    if (engine === 'postgres' || (await threadOf(database)) === number) return database;
    await database.close();
  }
}

/** Result of `sleep` in MariaDB: 1 if it was cancelled. */
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

/** Leads new connections to the node that is chosen. */
class Balancer {
  target: DatabaseServer;
  readonly port: number;
  readonly #server: Server;

  static async start([first]: readonly [DatabaseServer, DatabaseServer]): Promise<Balancer> {
    const port = await freePort();
    const balancer = new Balancer(first, port);
    await new Promise<void>(resolve => balancer.#server.listen(port, '127.0.0.1', resolve));
    return balancer;
  }

  private constructor(target: DatabaseServer, port: number) {
    this.target = target;
    this.port = port;
    this.#server = createServer(client => {
      const node = connect(this.target.port, '127.0.0.1');
      client.pipe(node).pipe(client);
      for (const [one, end] of [
        [client, node],
        [node, client],
      ] as const)
        one.on('error', () => {}).on('close', () => end.destroy());
    });
  }

  /** The address of a node, through the balancer. */
  urlFor(node: DatabaseServer): string {
    const url = new URL(node.url);
    url.port = String(this.port);
    if (node.engine === 'mariadb') url.pathname = '/mysql';
    return url.href;
  }

  close(): void {
    this.#server.close();
  }
}
