import type { Duplex } from 'node:stream';
import type { QueryResult } from 'kysely';
import { createPool, createPoolCluster, type Pool, type PoolConnection, type PoolOptions, type RowDataPacket } from 'mysql2';
import { BatchedRead } from '../batched-read.ts';
import { type EngineLoad, LAG_PATIENCE, type ServerLag, type ServerOptions } from '../engine.ts';
import { FairShare, type Share } from '../fair-share.ts';
import { LOOK, ReplicaChoice } from '../replica-choice.ts';
import { CATCH_UP, ReplicaRouter } from '../replica-router.ts';
import type { RequestReads } from '../request-reads.ts';
import { type Lent, limitFor, runOnServer } from '../server-statements.ts';
import { codeOf, connectionOf, connectKiller, nodeOf, query, readErrors, SETTINGS } from './connections.ts';
import { Killers } from './killers.ts';
import { readPosition, waitFor } from './positions.ts';
import { databaseOf, hostOf, nameOf, portOf, quoted, serverOf, withoutDatabase } from './server-address.ts';

/** Connection timeout, and pause before the next attempt on a failed server, in milliseconds. */
const CONNECT_PATIENCE = 3000;
const PAUSE = 500;

const ATTEMPTS = 3;

/** Connections to each server that run no statements of wikis: one checks the lag, the other cancels statements. */
const RESERVED = 2;

/** A database that uses the connections. */
export interface Tenant {
  /** Database names by server, because a replica may store the wiki under another name. */
  readonly databases: ReadonlyMap<string, string>;
  /** Shares of the connections by server. */
  readonly shares: ReadonlyMap<string, Share>;
  /** Maximum duration of a statement that the server enforces, in milliseconds. */
  readonly most: number;
}

/**
 * A primary and its replicas. All statements of a request use the same server, so that the request sees one state. Several databases can
 * share the connections, which then change their default database.
 */
export class Servers {
  readonly #options: ServerOptions;
  readonly #cluster = createPoolCluster({ removeNodeErrorCount: 1, restoreNodeTimeout: PAUSE });
  /** One separate connection to each server, for lag checks. */
  readonly #pools = new Map<string, Pool>();
  readonly #killers = new Map<string, Killers>();
  readonly #sessions = new WeakMap<PoolConnection, Session>();
  readonly #watch: NodeJS.Timeout | undefined;
  readonly #shares = new Map<string, FairShare>();
  readonly #open = new Set<PoolConnection>();
  readonly #primary: string;
  readonly #choice: ReplicaChoice;
  readonly #position: BatchedRead<string>;
  readonly #router: ReplicaRouter;
  /** Whether the servers run MySQL; false until the first connection. */
  #isMysql = false;
  #firstCheck: Promise<void> | undefined;
  #wasChecked = false;

  constructor(options: ServerOptions, driver: PoolOptions) {
    this.#options = options;
    const connectionLimit = options.isOwn ? options.connections : Math.max(1, options.connections - RESERVED);
    this.#primary = serverOf(options.url);
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
      this.#shares.set(name, new FairShare(connectionLimit));
    }
    const replicas = [...this.#pools.keys()].filter(name => name !== this.#primary);
    this.#choice = new ReplicaChoice({ replicas, primary: this.#primary, maxLag: options.maxLag, connections: connectionLimit });
    this.#router = new ReplicaRouter(this.#choice, this.#primary, this.#pools.size);
    this.#position = new BatchedRead(() => this.#readPosition());
    // Ignores warnings: callers report the failure of a server.
    this.#cluster.on('warn', () => {});
    if (this.#pools.size > 1) this.#watch = setInterval(() => void this.#checkLag(), LOOK).unref();
  }

  join({ url, replicas, writable, statementLimit }: ServerOptions): Tenant {
    const databases = new Map([...replicas, url].map(each => [serverOf(each), databaseOf(each)] as const));
    const shares = new Map(Array.from(this.#shares, ([name, share]) => [name, share.join()] as const));
    return { databases, shares, most: writable ? Number.POSITIVE_INFINITY : statementLimit };
  }

  leave({ shares }: Tenant): void {
    for (const [name, share] of shares) this.#shares.get(name)?.leave(share);
  }

  /** Checks the lag of the replicas, unless it was checked before. */
  examine(): Promise<void> {
    this.#firstCheck ??= this.#checkLag();
    return this.#firstCheck;
  }

  /** Lends a connection to the server of a request. Without `reads`, the connection is for work of this process outside of requests. */
  lend(tenant: Tenant, reads?: RequestReads): Promise<Lent> {
    return this.#router.lend(reads, {
      lendFrom: name => this.#lendFrom(name, tenant),
      hasCaughtUp: name => this.#hasCaughtUp(name, tenant),
    });
  }

  async #lendFrom(name: string, tenant: Tenant): Promise<Lent> {
    const [shares, share] = [this.#shares.get(name) as FairShare, tenant.shares.get(name) as Share];
    const end = this.#choice.begin(name);
    try {
      await shares.take(share);
    } catch (error) {
      end();
      throw error;
    }
    const giveBackShare = () => {
      end();
      shares.giveBack(share);
    };
    try {
      const { giveBack, discard, ...lent } = this.#lent(await this.#connection(name, tenant), tenant.most);
      const counted = (settle: () => void) => () => {
        settle();
        giveBackShare();
      };
      return { ...lent, giveBack: counted(giveBack), discard: counted(discard) };
    } catch (error) {
      giveBackShare();
      throw error;
    }
  }

  async #connection(name: string, tenant: Tenant, attempts = ATTEMPTS): Promise<PoolConnection> {
    const connection = await connectionOf(this.#cluster.of(name, 'ORDER'));
    try {
      if (!this.#sessions.has(connection)) {
        this.#count(connection);
        await this.#prepare(connection);
      }
      await this.#use(connection, tenant);
      return connection;
    } catch (error) {
      if (attempts <= 1 || !readErrors.isLost(error)) throw error;
      return this.#connection(name, tenant, attempts - 1);
    }
  }

  async #hasCaughtUp(name: string, tenant: Tenant): Promise<boolean> {
    const position = await this.#position.read();
    if (position === '') return false;
    const sql = waitFor(this.#isMysql);
    const limits = { deadline: performance.now() + LAG_PATIENCE };
    const lend = () => this.#lendFrom(name, tenant);
    const { rows } = await runOnServer<{ late: number | null }>(lend, { sql, parameters: [position, CATCH_UP] }, limits, readErrors);
    return rows[0]?.late === 0;
  }

  async #readPosition(): Promise<string> {
    const work = async (connection: PoolConnection) => {
      const position = await readPosition((sql, values) => query(connection, sql, values), this.#isMysql);
      return { rows: [{ position }] };
    };
    const { rows } = await this.#withSeparateConnection(this.#primary, work);
    return rows[0]?.position ?? '';
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
  load({ shares, databases }: Tenant): EngineLoad {
    const used = [...this.#open].filter(each => this.#sessions.get(each)?.database === databases.get(nameOf(each.config))).length;
    let [busy, waiting] = [0, 0];
    for (const share of shares.values()) {
      busy += share.busy;
      waiting += share.queue.length;
    }
    return { busy, idle: Math.max(0, used - busy), waiting };
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
      this.#isMysql = this.#sessions.get(connection)?.isMysql ?? false;
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

  /** Checks which replicas are fit: those with a known lag that is small enough. */
  async #checkLag(): Promise<void> {
    const looks = [...this.#pools.keys()].filter(name => name !== this.#primary).map(name => this.#check(name));
    await Promise.all(looks);
    this.#wasChecked = true;
  }

  async #check(name: string): Promise<void> {
    const isFirst = !this.#wasChecked;
    try {
      const { seconds = 0 } = await this.#lagOf(name);
      this.#choice.checked(name, seconds, seconds <= this.#options.maxLag, isFirst);
    } catch (error) {
      // An account without the privilege to read the lag still uses the server.
      const isUnreadable = codeOf(error) === 'ER_SPECIFIC_ACCESS_DENIED_ERROR';
      this.#choice.checked(name, isUnreadable ? 0 : Number.POSITIVE_INFINITY, isUnreadable, isFirst);
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

/** Number of characters that identify a running statement. */
const SHOWN = 100;

interface ReplicaStatus extends RowDataPacket {
  readonly Seconds_Behind_Master?: number | null;
  readonly Seconds_Behind_Source?: number | null;
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
