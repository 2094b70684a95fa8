import { connect } from 'node:net';
import type { QueryResult } from 'kysely';
import pg from 'pg';
import type { EngineLoad } from '../engine.ts';
import { FairShare, type Share } from '../fair-share.ts';
import { type ErrorRules, type Lent, limitFor } from '../server-statements.ts';

/** Connection timeout, and pause before the next attempt on a failed server, in milliseconds. */
const CONNECT_PATIENCE = 3000;
const PAUSE = 500;

/** Sets the connection timeout on the client, because the pool's own option includes the time in its queue. */
class Client extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_PATIENCE });
  }
}

/** A wiki that uses the connections. */
export interface Tenant {
  readonly searchPath: string;
  /** Maximum duration of a statement that the server enforces, in milliseconds. */
  readonly most: number;
  readonly share: Share;
}

/** State of a connection. */
interface Session {
  limit: number;
  searchPath: string;
}

/** Connections to one database. Several wikis can share them, each of which has its own schema. */
export class PostgresPool {
  readonly #pool: pg.Pool;
  readonly #sessions = new Map<pg.PoolClient, Session>();
  readonly #shares: FairShare;
  #failure: { readonly error: unknown; readonly until: number } | undefined;

  /** A statement applies the settings, because poolers such as PgBouncer drop startup parameters. */
  constructor(config: pg.PoolConfig & { readonly max: number }, settings: Readonly<Record<string, string>>) {
    this.#shares = new FairShare(config.max);
    const calls = Object.keys(settings).map((name, at) => `set_config('${name}', $${at + 1}, false)`);
    const setup = { text: `select ${calls.join(', ')}`, values: Object.values(settings), query_timeout: CONNECT_PATIENCE };
    this.#pool = new pg.Pool({
      ...config,
      // One connection stays open, so that the first request after a pause does not wait for a connection. Others close after ten seconds.
      min: 1,
      // The types do not allow clients whose constructor has options.
      Client: Client as unknown as new () => pg.ClientBase,
      onConnect: client => client.query(setup),
    });
    // Broken connections are replaced. Without a listener, the `error` event would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', client => client.on('error', () => {}));
    this.#pool.on('remove', client => this.#sessions.delete(client));
  }

  join(searchPath: string, most: number): Tenant {
    return { searchPath, most, share: this.#shares.join() };
  }

  leave({ share }: Tenant): void {
    this.#shares.leave(share);
  }

  async lend(tenant: Tenant, resultOf: <Row>(result: pg.QueryResult) => QueryResult<Row>): Promise<Lent> {
    const { share } = tenant;
    await this.#shares.take(share);
    try {
      const client = await this.#client(tenant);
      const release = (isBroken: boolean) => () => {
        client.release(isBroken);
        this.#shares.giveBack(share);
      };
      return {
        limit: left => this.#limit(client, left, tenant.most),
        run: async (sql, parameters) => resultOf(await client.query(sql, parameters as unknown[])),
        stop: () => cancel(client),
        giveBack: release(false),
        discard: release(true),
      };
    } catch (error) {
      this.#shares.giveBack(share);
      throw error;
    }
  }

  async #client(tenant: Tenant): Promise<pg.PoolClient> {
    if (this.#failure && performance.now() < this.#failure.until) throw this.#failure.error;
    try {
      const client = await this.#pool.connect();
      await this.#use(client, tenant);
      return client;
    } catch (error) {
      this.#failure = { error, until: performance.now() + PAUSE };
      throw error;
    }
  }

  /** Selects the schema of the tenant. If that fails, the connection is closed. */
  async #use(client: pg.PoolClient, { searchPath, most }: Tenant): Promise<void> {
    const session = this.#sessions.get(client) ?? { limit: most, searchPath: '' };
    if (session.searchPath === searchPath) return;
    try {
      await client.query("select set_config('search_path', $1, false)", [searchPath]);
      session.searchPath = searchPath;
      this.#sessions.set(client, session);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  #limit(client: pg.PoolClient, left: number, most: number): Promise<void> | undefined {
    const session = this.#sessions.get(client);
    if (!session) return undefined;
    const limit = limitFor(left, session.limit, most);
    if (limit === undefined) return undefined;
    const milliseconds = limit === Number.POSITIVE_INFINITY ? '0' : String(limit);
    return client.query("select set_config('statement_timeout', $1, false)", [milliseconds]).then(() => {
      session.limit = limit;
    });
  }

  /** Counts an idle connection for the wiki that used it last, so that the sum over all wikis is correct. */
  load({ share, searchPath }: Tenant): EngineLoad {
    const used = [...this.#sessions.values()].filter(session => session.searchPath === searchPath).length;
    return { busy: share.busy, idle: Math.max(0, used - share.busy), waiting: share.queue.length };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** Recognizes connection errors and server shutdowns by code, and errors of the driver by message. */
export const readErrors: ErrorRules = {
  isLost: error =>
    error instanceof Error && (/^(?:08|57P0)/.test(codeOf(error)) || /^E[A-Z]+$/.test(codeOf(error)) || DRIVER.test(error.message)),
  isStopped: error => codeOf(error) === '57014',
};

const DRIVER = /^(?:Connection terminated|Client (?:has encountered a connection error|was closed))/;

const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? '';

/** Sends PostgreSQL's cancel request. Behind a load balancer, it may reach another server, which ignores it. Then the timeout applies. */
function cancel(client: pg.PoolClient): Promise<void> {
  const { processID, secretKey, host, port } = client as pg.PoolClient & Backend;
  const request = Buffer.alloc(16);
  for (const [i, word] of [16, CANCEL, processID, secretKey].entries()) request.writeInt32BE(word, 4 * i);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket
    .once('error', reject)
    .once('close', () => resolve())
    .resume()
    .end(request);
  return promise;
}

const CANCEL = 80_877_102;

interface Backend {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
}
