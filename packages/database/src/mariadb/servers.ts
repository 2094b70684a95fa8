import type { Duplex } from 'node:stream';
import type { QueryResult } from 'kysely';
import {
  type Connection,
  createConnection,
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
import { type EngineLoad, LAG_PATIENCE, type ServerLag, type ServerOptions } from '../engine.ts';
import { FairShare, type Share } from '../fair-share.ts';
import { type ErrorRules, type Lent, limitFor, runOnServer } from '../server-statements.ts';
import { type Killer, Killers } from './killers.ts';
import { withLiterals } from './literals.ts';
import { databaseOf, hostOf, nameOf, portOf, quoted, serverOf, withoutDatabase } from './server-address.ts';
import { convertValues } from './values.ts';

/** Connection timeout, and pause before the next attempt on a failed server, in milliseconds. */
const CONNECT_PATIENCE = 3000;
const PAUSE = 500;

const ATTEMPTS = 3;

/** Connections to each server that run no statements of wikis: one checks the lag, the other cancels statements. */
const RESERVED = 2;

const EVERY = /^/;

const LOOK = 1000;

/** A database that uses the connections. */
export interface Tenant {
  /** Database names by server, because a replica may store the wiki under another name. */
  readonly databases: ReadonlyMap<string, string>;
  readonly share: Share;
  /** Maximum duration of a statement that the server enforces, in milliseconds. */
  readonly most: number;
}

/**
 * Replicas in order of preference, then their primary. All statements use the first usable server, so that a request sees one state.
 * Several databases can share the connections, which then change their default database.
 */
export class Servers {
  readonly #options: ServerOptions;
  readonly #cluster = createPoolCluster({ removeNodeErrorCount: 1, restoreNodeTimeout: PAUSE });
  /** One separate connection to each server, for lag checks. */
  readonly #pools = new Map<string, Pool>();
  readonly #killers = new Map<string, Killers>();
  readonly #sessions = new WeakMap<PoolConnection, Session>();
  readonly #watch: NodeJS.Timeout | undefined;
  readonly #shares: FairShare;
  readonly #open = new Set<PoolConnection>();
  #fit = this.#select(EVERY);

  constructor(options: ServerOptions, driver: PoolOptions) {
    this.#options = options;
    const connectionLimit = options.isOwn ? options.connections : Math.max(1, options.connections - RESERVED);
    this.#shares = new FairShare(connectionLimit);
    for (const url of [...options.replicas, options.url]) {
      const settings = {
        ...driver,
        uri: withoutDatabase(url),
        host: hostOf(url),
        port: portOf(url),
        connectTimeout: CONNECT_PATIENCE,
      };
      const name = nameOf(settings);
      this.#cluster.add(name, { ...settings, connectionLimit });
      this.#pools.set(name, createPool({ ...settings, connectionLimit: 1 }));
      this.#killers.set(name, new Killers(() => connectKiller(settings)));
    }
    // Ignores warnings: callers report the failure of a server.
    this.#cluster.on('warn', () => {});
    if (this.#pools.size > 1) this.#watch = setInterval(() => this.#checkLag().catch(() => {}), LOOK).unref();
  }

  join({ url, replicas, writable, statementLimit }: ServerOptions): Tenant {
    const databases = new Map([...replicas, url].map(each => [serverOf(each), databaseOf(each)] as const));
    return { databases, share: this.#shares.join(), most: writable ? Number.POSITIVE_INFINITY : statementLimit };
  }

  leave({ share }: Tenant): void {
    this.#shares.leave(share);
  }

  async lend(tenant: Tenant): Promise<Lent> {
    const { share } = tenant;
    await this.#shares.take(share);
    try {
      const { giveBack, discard, ...lent } = this.#lent(await this.#connection(tenant), tenant.most);
      const counted = (end: () => void) => () => {
        end();
        this.#shares.giveBack(share);
      };
      return { ...lent, giveBack: counted(giveBack), discard: counted(discard) };
    } catch (error) {
      this.#shares.giveBack(share);
      throw error;
    }
  }

  async #connection(tenant: Tenant, attempts = ATTEMPTS): Promise<PoolConnection> {
    const connection = await connectionOf(this.#fit).catch((error: unknown) => {
      // The usable servers have failed since the last check. Tries all servers, because others may only have reported their lag too slowly.
      if (codeOf(error) !== 'POOL_NONEONLINE') throw error;
      return connectionOf(this.#select(EVERY));
    });
    try {
      if (!this.#sessions.has(connection)) {
        this.#count(connection);
        await this.#prepare(connection);
      }
      await this.#use(connection, tenant);
      return connection;
    } catch (error) {
      // The server failed. Tries the next one.
      if (attempts <= 1 || !readErrors.isLost(error)) throw error;
      return this.#connection(tenant, attempts - 1);
    }
  }

  #count(connection: PoolConnection): void {
    this.#open.add(connection);
    (connection as PoolConnection & { readonly stream: Duplex }).stream.once('close', () => this.#open.delete(connection));
  }

  /** Selects the database of the tenant. If that fails, returns the connection. */
  async #use(connection: PoolConnection, { databases }: Tenant): Promise<void> {
    const session = this.#sessions.get(connection);
    const database = databases.get(nameOf(connection.config)) ?? '';
    if (!session || session.database === database) return;
    try {
      await query(connection, `use ${quoted(database)}`);
      session.database = database;
    } catch (error) {
      if (readErrors.isLost(error)) connection.destroy();
      else connection.release();
      throw error;
    }
  }

  /** Counts an idle connection for the database that used it last, so that the sum over all databases is correct. */
  load({ share, databases }: Tenant): EngineLoad {
    const used = [...this.#open].filter(each => this.#sessions.get(each)?.database === databases.get(nameOf(each.config))).length;
    return { busy: share.busy, idle: Math.max(0, used - share.busy), waiting: share.queue.length };
  }

  async lags(): Promise<ServerLag[]> {
    const results = await Promise.allSettled([...this.#pools.keys()].map(name => this.#lagOf(name)));
    return results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []));
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    for (const killers of this.#killers.values()) killers.close();
    const cluster = new Promise<void>(resolve => this.#cluster.end(() => resolve()));
    await Promise.all([cluster, ...[...this.#pools.values()].map(pool => pool.promise().end())]);
  }

  #lent(connection: PoolConnection, most: number): Lent {
    let running = '';
    let hasEnded = false;
    const ended = () => {
      hasEnded = true;
    };
    return {
      run<Row>(sql: string, parameters: readonly unknown[]) {
        running = sql;
        const result = query<Row>(connection, sql, parameters);
        result.then(ended, ended);
        return result;
      },
      limit: left => this.#limit(connection, left, most),
      stop: () => this.#stop(connection, running, () => hasEnded),
      giveBack: () => connection.release(),
      discard: () => connection.destroy(),
    };
  }

  /** Sets the session variables of a new connection before the first parameterized statement. If that fails, the connection is closed. */
  async #prepare(connection: PoolConnection): Promise<void> {
    try {
      await query(connection, SETTINGS);
      if (!this.#options.writable) await query(connection, 'set session transaction read only');
      const { rows } = await query<{ thread: number }>(connection, 'select connection_id() as thread');
      const node = await nodeOf(connection);
      this.#sessions.set(connection, { node, thread: Number(rows[0]?.thread), limit: Number.POSITIVE_INFINITY, database: '' });
      const { writable, statementLimit } = this.#options;
      await this.#limit(connection, Number.POSITIVE_INFINITY, writable ? Number.POSITIVE_INFINITY : statementLimit);
      this.#killers.get(nameOf(connection.config))?.note(node);
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  #limit(connection: PoolConnection, left: number, most: number): Promise<void> | undefined {
    const session = this.#sessions.get(connection);
    if (!session) return undefined;
    const limit = limitFor(left, session.limit, most);
    if (limit === undefined) return undefined;
    return limitStatements(connection, session, limit);
  }

  /** Kills a statement through another connection to the same node. On another node, the thread id could belong to another client. */
  async #stop(connection: PoolConnection, running: string, hasEnded: () => boolean): Promise<void> {
    const { node, thread } = this.#sessions.get(connection) ?? {};
    // The ids differ if a proxy assigns its own.
    if (node === undefined || thread !== connection.threadId) throw new Error('The connection leads through a proxy.');
    const start = running.split('?', 1)[0]?.slice(0, SHOWN) ?? '';
    await this.#killers.get(nameOf(connection.config))?.kill(node, thread, start, hasEnded);
  }

  /** Excludes servers with unknown or excessive lag. If none is left, uses all servers, because stale results are better than none. */
  async #checkLag(): Promise<void> {
    const looks = [...this.#pools.keys()].map(async name => [name, await this.#isFit(name)] as const);
    const fit = (await Promise.all(looks)).flatMap(([name, isFit]) => (isFit ? [name] : []));
    this.#fit = this.#select(fit.length === 0 ? EVERY : new RegExp(`^(?:${fit.map(RegExp.escape).join('|')})$`));
  }

  /** Selects servers by name, in order. The type of `of` allows only wildcard patterns, but the driver also accepts regular expressions. */
  #select(names: RegExp): PoolNamespace {
    return this.#cluster.of(names as unknown as string, 'ORDER');
  }

  async #isFit(name: string): Promise<boolean> {
    try {
      const { seconds } = await this.#lagOf(name);
      return seconds === undefined || seconds <= this.#options.maxLag;
    } catch (error) {
      // An account without the privilege to read the lag still uses the server.
      return codeOf(error) === 'ER_SPECIFIC_ACCESS_DENIED_ERROR';
    }
  }

  async #lagOf(name: string): Promise<ServerLag> {
    const { rows } = await this.#withSeparateConnection(name, connection => query<ReplicaStatus>(connection, 'show replica status'));
    const [status] = rows;
    const host = name.slice(0, name.lastIndexOf(':'));
    if (!status) return { host, seconds: undefined };
    const seconds = status.Seconds_Behind_Master ?? status.Seconds_Behind_Source;
    return { host, seconds: seconds === null || seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) };
  }

  #withSeparateConnection<Row>(name: string, work: (connection: PoolConnection) => Promise<QueryResult<Row>>): Promise<QueryResult<Row>> {
    const pool = this.#pools.get(name) as Pool;
    const lend = async (): Promise<Lent> => {
      const connection = await connectionOf(pool);
      if (!this.#sessions.has(connection)) await this.#prepare(connection);
      return {
        run: <R>() => work(connection) as unknown as Promise<QueryResult<R>>,
        limit: () => undefined,
        stop: () => Promise.reject(new Error('Separate connections are closed instead.')),
        giveBack: () => connection.release(),
        discard: () => connection.destroy(),
      };
    };
    const limits = { deadline: performance.now() + LAG_PATIENCE };
    return runOnServer<Row>(lend, { sql: '', parameters: [] }, limits, readErrors);
  }
}

interface Session {
  /** Identifies the server. All connections to the same server have the same value. */
  readonly node: string;
  readonly thread: number;
  limit: number;
  /** Current default database. Empty: none. */
  database: string;
  /** Whether the server is MySQL, whose variable for the timeout has another name. */
  isMysql?: boolean;
}

/** Session settings. Settings of a server, account or proxy could otherwise change the meaning of statements or limit their rows. */
const SETTINGS = [
  'set names utf8mb4 collate utf8mb4_bin',
  "session time_zone = '+00:00'",
  "session sql_mode = 'STRICT_TRANS_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION'",
  'session autocommit = 1',
  'session sql_auto_is_null = 0',
  'session sql_select_limit = 18446744073709551615',
  'session sql_safe_updates = 0',
  'session sql_big_selects = 1',
].join(', ');

/** Variables that identify a server. MariaDB and MySQL each support some of them. */
const IDENTITY = `show global variables where variable_name in
  ('hostname', 'port', 'server_id', 'server_uuid', 'server_uid', 'pid_file', 'datadir', 'wsrep_node_name')`;

/** Number of characters that identify a running statement. */
const SHOWN = 100;

async function nodeOf(connection: Connection): Promise<string> {
  const { rows } = await query(connection, IDENTITY, [], LAG_PATIENCE);
  return JSON.stringify(rows);
}

/** Opens a connection that cancels statements. Each of its own statements has a time limit. */
async function connectKiller(settings: PoolOptions): Promise<Killer> {
  const connection = createConnection(settings);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Without a listener, the `error` event of a broken connection would end the process.
  connection.on('error', reject).connect(error => (error ? reject(error) : resolve()));
  try {
    await promise;
    await query(connection, 'set names utf8mb4 collate utf8mb4_bin', [], LAG_PATIENCE);
    const run = async (sql: string, values?: readonly unknown[]) => (await query(connection, sql, values, LAG_PATIENCE)).rows;
    return { node: await nodeOf(connection), connection, run };
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

const connectionOf = (pool: Pool | PoolNamespace): Promise<PoolConnection> =>
  new Promise((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(withCause(pool, error)) : resolve(connection)));
  });

/** Last connection error of each pool. */
const failures = new WeakMap<Pool | PoolNamespace, Error>();

/** Replaces the driver's message while no server is online with that of the last connection error, which names the cause. */
function withCause(pool: Pool | PoolNamespace, error: Error): Error {
  if (codeOf(error) !== 'POOL_NONEONLINE') failures.set(pool, error);
  else error.message = failures.get(pool)?.message ?? error.message;
  return error;
}

interface ReplicaStatus extends RowDataPacket {
  readonly Seconds_Behind_Master?: number | null;
  readonly Seconds_Behind_Source?: number | null;
}

export const readErrors: ErrorRules = {
  isLost: error => (error as { readonly fatal?: boolean }).fatal === true || LOST.has(codeOf(error)),
  isStopped: error => STOPPED.has(codeOf(error)),
};

/** Error codes of connections that the server closes. The driver marks other lost connections as `fatal`. */
const LOST: ReadonlySet<string> = new Set(['ER_SERVER_SHUTDOWN', 'ER_NORMAL_SHUTDOWN', 'ER_CONNECTION_KILLED', 'ER_SERVER_LOST']);
const STOPPED: ReadonlySet<string> = new Set(['ER_QUERY_INTERRUPTED', 'ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT']);

const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? '';

function query<Row>(connection: Connection, sql: string, values: readonly unknown[] = [], timeout?: number): Promise<QueryResult<Row>> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
  connection.query({ sql: withLiterals(sql, values), ...(timeout !== undefined && { timeout }) }, (error, rows, fields) => {
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

/** MariaDB's timeout is in seconds, MySQL's in milliseconds. Each rejects the variable of the other. */
async function limitStatements(connection: PoolConnection, session: Session, limit: number): Promise<void> {
  const milliseconds = limit === Number.POSITIVE_INFINITY ? 0 : limit;
  try {
    if (!session.isMysql) await query(connection, `set session max_statement_time = ${milliseconds / 1000}`);
  } catch (error) {
    if (codeOf(error) !== 'ER_UNKNOWN_SYSTEM_VARIABLE') throw error;
    session.isMysql = true;
  }
  if (session.isMysql) await query(connection, `set session max_execution_time = ${milliseconds}`);
  session.limit = limit;
}
