import type { Duplex } from 'node:stream';
import type { QueryResult } from 'kysely';
import {
  createPool,
  createPoolCluster,
  type FieldPacket,
  type Pool,
  type PoolConnection,
  type PoolNamespace,
  type PoolOptions,
  type ResultSetHeader,
  type RowDataPacket,
} from 'mysql2';
import { type EngineLoad, LAG_PATIENCE, MOST_WAITING, type ServerLag, type ServerOptions } from '../engine.ts';
import { DatabaseUnavailableError } from '../errors.ts';
import { type Lent, type Manners, runOnServer } from '../server-statements.ts';
import { convertValues } from './values.ts';

/** Milliseconds to wait for a server that is to be connected, and before one that failed is tried again. */
const CONNECT_PATIENCE = 3000;
const PAUSE = 500;

/** How often a connection is asked for that is lost again before it can be used. */
const ATTEMPTS = 3;

const EVERY = /^/;

/** Milliseconds between two looks at how far the replicas are behind. */
const LOOK = 1000;

/**
 * The servers of one wiki in the driver's pool cluster: replicas in the order given, then the server that they copy. Statements go to the first one
 * that can be reached and is not too far behind, so that the statements of a request see the same state of the wiki.
 */
export class Servers {
  readonly #options: ServerOptions;
  readonly #cluster = createPoolCluster({ removeNodeErrorCount: 1, restoreNodeTimeout: PAUSE });
  /** By server a connection beside those for statements, for what must not wait behind them. */
  readonly #beside = new Map<string, Pool>();
  readonly #ready = new WeakSet<PoolConnection>();
  readonly #watch: NodeJS.Timeout | undefined;
  /** The servers that the cluster chooses from. */
  #fit = this.#among(EVERY);
  #waiting = 0;
  #busy = 0;
  #open = 0;

  constructor(options: ServerOptions, driver: PoolOptions) {
    this.#options = options;
    for (const url of [...options.replicas, options.url]) {
      const { hostname, port } = new URL(url);
      const host = hostname.replaceAll(/[[\]]/g, '');
      const settings = {
        ...driver,
        uri: url.replace(/^mariadb:/, 'mysql:'),
        host,
        port: Number(port) || 3306,
        connectTimeout: CONNECT_PATIENCE,
      };
      const name = nameOf(settings);
      this.#cluster.add(name, { ...settings, connectionLimit: options.connections });
      this.#beside.set(name, createPool({ ...settings, connectionLimit: 1 }));
    }
    // What a failed server costs is said by those who wait for it.
    this.#cluster.on('warn', () => {});
    if (this.#beside.size > 1) this.#watch = setInterval(() => this.#look().catch(() => {}), LOOK).unref();
  }

  /** A connection of the first server that is fit. */
  async lend(): Promise<Lent> {
    if (this.#waiting >= MOST_WAITING) throw new DatabaseUnavailableError(new Error('Too many requests wait for it already.'));
    this.#waiting++;
    try {
      const connection = await this.#connection();
      this.#busy += 1;
      const { giveBack, discard, ...lent } = this.#lent(connection);
      const counted = (end: () => void) => () => {
        this.#busy -= 1;
        end();
      };
      return { ...lent, giveBack: counted(giveBack), discard: counted(discard) };
    } finally {
      this.#waiting--;
    }
  }

  async #connection(attempts = ATTEMPTS): Promise<PoolConnection> {
    const connection = await connectionOf(this.#fit).catch((error: unknown) => {
      // Those that were fit have gone since; the others may have been too busy to say that they are.
      if (codeOf(error) !== 'POOL_NONEONLINE') throw error;
      return connectionOf(this.#among(EVERY));
    });
    if (this.#ready.has(connection)) return connection;
    try {
      await this.#prepare(connection);
      return connection;
    } catch (error) {
      // The server went meanwhile: another one may be there.
      if (attempts <= 1 || !reading.isLost(error)) throw error;
      return this.#connection(attempts - 1);
    }
  }

  load(): EngineLoad {
    return { busy: this.#busy, idle: Math.max(0, this.#open - this.#busy), waiting: this.#waiting };
  }

  /** How far each server that answers is behind. */
  async lags(): Promise<ServerLag[]> {
    const answers = await Promise.allSettled([...this.#beside.keys()].map(name => this.#lagOf(name)));
    return answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value] : []));
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    const cluster = new Promise<void>(resolve => this.#cluster.end(() => resolve()));
    await Promise.all([cluster, ...[...this.#beside.values()].map(pool => pool.promise().end())]);
  }

  #lent(connection: PoolConnection): Lent {
    return {
      run: (sql, parameters) => query(connection, sql, parameters),
      stop: () => this.#askBeside(nameOf(connection.config), `kill query ${connection.threadId}`),
      giveBack: () => connection.release(),
      discard: () => connection.destroy(),
    };
  }

  /** A new connection only reads, and ends by itself what this process cannot end any more. One that does not take that is not used. */
  async #prepare(connection: PoolConnection): Promise<void> {
    this.#open += 1;
    (connection as PoolConnection & { readonly stream: Duplex }).stream.once('close', () => {
      this.#open -= 1;
    });
    try {
      await query(connection, "set time_zone = '+00:00'");
      if (!this.#options.writable) {
        await query(connection, 'set session transaction read only');
        // The server's own mode could change how values are quoted.
        await query(connection, "set session sql_mode = ''");
        await limitStatements(connection, this.#options.statementLimit);
      }
      this.#ready.add(connection);
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  /** Takes servers that are too far behind, or do not say, out of the choice; when that would leave none, old answers are better than none. */
  async #look(): Promise<void> {
    const looks = [...this.#beside.keys()].map(async name => [name, await this.#isFit(name)] as const);
    const fit = (await Promise.all(looks)).flatMap(([name, isFit]) => (isFit ? [name] : []));
    this.#fit = this.#among(fit.length === 0 ? EVERY : new RegExp(`^(?:${fit.map(RegExp.escape).join('|')})$`));
  }

  /** Those whose names match, in order; the types know only patterns with stars. */
  #among(names: RegExp): PoolNamespace {
    return this.#cluster.of(names as unknown as string, 'ORDER');
  }

  async #isFit(name: string): Promise<boolean> {
    try {
      const { seconds } = await this.#lagOf(name);
      return seconds === undefined || seconds <= this.#options.maxLag;
    } catch (error) {
      // An account that may not ask reads all the same.
      return codeOf(error) === 'ER_SPECIFIC_ACCESS_DENIED_ERROR';
    }
  }

  async #lagOf(name: string): Promise<ServerLag> {
    const { rows } = await this.#askBeside<ReplicaStatus>(name, 'show replica status');
    const [status] = rows;
    const host = name.slice(0, name.lastIndexOf(':'));
    if (!status) return { host, seconds: undefined };
    const seconds = status.Seconds_Behind_Master ?? status.Seconds_Behind_Source;
    return { host, seconds: seconds === null || seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) };
  }

  #askBeside<Row>(name: string, sql: string) {
    const pool = this.#beside.get(name) as Pool;
    const lend = async (): Promise<Lent> => {
      const connection = await connectionOf(pool);
      return { ...this.#lent(connection), stop: () => Promise.reject(new Error('It is closed instead.')) };
    };
    const limits = { deadline: performance.now() + LAG_PATIENCE };
    return runOnServer<Row>(lend, { sql, parameters: [] }, limits, reading);
  }
}

const connectionOf = (pool: Pool | PoolNamespace): Promise<PoolConnection> =>
  new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });

interface ReplicaStatus extends RowDataPacket {
  readonly Seconds_Behind_Master?: number | null;
  readonly Seconds_Behind_Source?: number | null;
}

export const reading: Manners = {
  isLost: error => (error as { readonly fatal?: boolean }).fatal === true || LOST.has(codeOf(error)),
  isStopped: error => STOPPED.has(codeOf(error)),
};

/** What the server says on a connection that it is about to close; others are `fatal` to the driver. */
const LOST: ReadonlySet<string> = new Set(['ER_SERVER_SHUTDOWN', 'ER_NORMAL_SHUTDOWN', 'ER_CONNECTION_KILLED', 'ER_SERVER_LOST']);
const STOPPED: ReadonlySet<string> = new Set(['ER_QUERY_INTERRUPTED', 'ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT']);

const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? '';
const nameOf = ({ host, port }: PoolOptions): string => `${host}:${port}`;

function query<Row>(connection: PoolConnection, sql: string, values: readonly unknown[] = []): Promise<QueryResult<Row>> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
  connection.query({ sql, values: values as unknown[] }, (error, rows, fields) => {
    if (error) reject(error);
    else resolve(resultOf(rows as RowDataPacket[] | ResultSetHeader, fields));
  });
  return promise;
}

function resultOf<Row>(rows: RowDataPacket[] | ResultSetHeader, fields: readonly FieldPacket[]): QueryResult<Row> {
  if (Array.isArray(rows)) {
    convertValues(rows, fields);
    return { rows: rows as Row[] };
  }
  return { rows: [], numAffectedRows: BigInt(rows.affectedRows), insertId: BigInt(rows.insertId) };
}

/** MariaDB counts seconds, MySQL milliseconds, each under a name that the other does not know. */
async function limitStatements(connection: PoolConnection, milliseconds: number): Promise<void> {
  try {
    await query(connection, `set session max_statement_time = ${milliseconds / 1000}`);
  } catch (error) {
    if (codeOf(error) !== 'ER_UNKNOWN_SYSTEM_VARIABLE') throw error;
    await query(connection, `set session max_execution_time = ${milliseconds}`);
  }
}
