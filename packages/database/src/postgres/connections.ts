import { connect } from 'node:net';
import type { QueryResult } from 'kysely';
import pg from 'pg';
import { type EngineLoad, MOST_WAITING } from '../engine.ts';
import { DatabaseUnavailableError } from '../errors.ts';
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

export class PostgresPool {
  readonly #pool: pg.Pool;
  readonly #limits = new WeakMap<pg.PoolClient, number>();
  readonly #most: number;
  #failure: { readonly error: unknown; readonly until: number } | undefined;

  /** A statement applies the settings, because poolers such as PgBouncer drop startup parameters. `most`: server-side timeout in ms. */
  constructor(config: pg.PoolConfig, settings: Readonly<Record<string, string>>, most: number) {
    this.#most = most;
    const calls = Object.keys(settings).map((name, at) => `set_config('${name}', $${at + 1}, false)`);
    const setup = { text: `select ${calls.join(', ')}`, values: Object.values(settings), query_timeout: CONNECT_PATIENCE };
    this.#pool = new pg.Pool({
      ...config,
      // The types do not allow clients whose constructor has options.
      Client: Client as unknown as new () => pg.ClientBase,
      onConnect: client => client.query(setup),
    });
    // Broken connections are replaced. Without a listener, the `error` event would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', client => client.on('error', () => {}));
  }

  async lend(resultOf: <Row>(result: pg.QueryResult) => QueryResult<Row>): Promise<Lent> {
    if (this.#pool.waitingCount >= MOST_WAITING)
      throw new DatabaseUnavailableError(new Error('Too many requests are waiting for a connection.'));
    if (this.#failure && performance.now() < this.#failure.until) throw this.#failure.error;
    try {
      const client = await this.#pool.connect();
      return {
        limit: left => this.#limit(client, left),
        run: async (sql, parameters) => resultOf(await client.query(sql, parameters as unknown[])),
        stop: () => cancel(client),
        giveBack: () => client.release(),
        discard: () => client.release(true),
      };
    } catch (error) {
      this.#failure = { error, until: performance.now() + PAUSE };
      throw error;
    }
  }

  #limit(client: pg.PoolClient, left: number): Promise<void> | undefined {
    const limit = limitFor(left, this.#limits.get(client) ?? this.#most, this.#most);
    if (limit === undefined) return undefined;
    const milliseconds = limit === Number.POSITIVE_INFINITY ? '0' : String(limit);
    return client.query("select set_config('statement_timeout', $1, false)", [milliseconds]).then(() => {
      this.#limits.set(client, limit);
    });
  }

  get load(): EngineLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
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
