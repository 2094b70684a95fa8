import { connect } from 'node:net';
import type { QueryResult } from 'kysely';
import pg from 'pg';
import { type EngineLoad, MOST_WAITING } from '../engine.ts';
import { DatabaseUnavailableError } from '../errors.ts';
import { type Lent, limitFor, type Manners } from '../server-statements.ts';

/** Milliseconds to wait for a server that is to be connected, and before one that failed is tried again. */
const CONNECT_PATIENCE = 3000;
const PAUSE = 500;

/** The pool takes such a limit for the time that a statement waits for its turn as well. */
class Client extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_PATIENCE });
  }
}

/** The driver's pool; after a failure it is left alone for a moment. */
export class PostgresPool {
  readonly #pool: pg.Pool;
  /** For each connection, the milliseconds after which the server cancels a statement. */
  readonly #limits = new WeakMap<pg.PoolClient, number>();
  readonly #most: number;
  #failure: { readonly error: unknown; readonly until: number } | undefined;

  /**
   * `settings`: session settings of each connection. A statement sets them, because poolers such as PgBouncer reject or drop startup parameters. `most`: milliseconds
   * after which the server cancels a statement in any case.
   */
  constructor(config: pg.PoolConfig, settings: Readonly<Record<string, string>>, most: number) {
    this.#most = most;
    const calls = Object.keys(settings).map((name, at) => `set_config('${name}', $${at + 1}, false)`);
    const told = { text: `select ${calls.join(', ')}`, values: Object.values(settings), query_timeout: CONNECT_PATIENCE };
    this.#pool = new pg.Pool({
      ...config,
      // The types know no client that is told something.
      Client: Client as unknown as new () => pg.ClientBase,
      // Nobody gets the connection before.
      onConnect: client => client.query(told),
    });
    // A connection that breaks is replaced, idle or not; without a listener it would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', client => client.on('error', () => {}));
  }

  async lend(resultOf: <Row>(answer: pg.QueryResult) => QueryResult<Row>): Promise<Lent> {
    if (this.#pool.waitingCount >= MOST_WAITING) throw new DatabaseUnavailableError(new Error('Too many requests wait for it already.'));
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

  /** See `Lent.limit`. */
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

/** Classes of codes: connection exceptions, a server that shuts down or starts. The driver has no codes for what it finds out itself. */
export const reading: Manners = {
  isLost: error =>
    error instanceof Error && (/^(?:08|57P0)/.test(codeOf(error)) || /^E[A-Z]+$/.test(codeOf(error)) || DRIVER.test(error.message)),
  isStopped: error => codeOf(error) === '57014',
};

const DRIVER = /^(?:Connection terminated|Client (?:has encountered a connection error|was closed))/;

const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? '';

/**
 * Sends a cancel request of PostgreSQL: a new connection with a secret key that only the client and its server have. Behind a
 * balancer it may reach another server, which ignores it; the server then cancels the statement by its limit.
 */
function cancel(client: pg.PoolClient): Promise<void> {
  const { processID, secretKey, host, port } = client as pg.PoolClient & Backend;
  const request = Buffer.alloc(16);
  for (const [i, word] of [16, CANCEL, processID, secretKey].entries()) request.writeInt32BE(word, 4 * i);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket
    .once('error', reject)
    // The server closes the connection when it has passed the request on.
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
