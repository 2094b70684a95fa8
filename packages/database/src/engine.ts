import { setMaxListeners } from 'node:events';
import type { CompiledQuery, DatabaseIntrospector, Dialect, QueryResult } from 'kysely';
import { QueryCancelledError, QueryDeadlineError } from './errors.ts';
import type { RequestReads } from './request-reads.ts';

/** The supported kinds of databases. `mariadb` includes MySQL. */
export type EngineName = 'sqlite' | 'mariadb' | 'postgres';

/** A statement with its bound values, which may be private. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Observes the statements of a request, for example to measure how long SQLite statements block the event loop. */
export interface StatementObserver {
  beforeStatement(): void;
  /** Called when the statement was sent to the server, or has finished if it ran in this process (SQLite). */
  afterStatement(engine: EngineName): void;
}

/** Limits of the statements of one request. */
export interface StatementLimits {
  /** Signal that is aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Deadline on the clock of `performance.now()`, in milliseconds. */
  readonly deadline?: number | undefined;
  readonly observer?: StatementObserver | undefined;
  /** How the request reads from replicas. Undefined for work outside of requests. */
  readonly reads?: RequestReads | undefined;
  /** Called before long statements. Returns a promise that resolves in a less busy event-loop tick, or undefined to run now. */
  readonly giveWay?: (() => Promise<void> | undefined) | undefined;
}

export interface Engine {
  readonly name: EngineName;
  readonly dialect: Dialect;
  /** Whether the value does not affect the SQL text of a statement that binds it. */
  isPlain(value: unknown): boolean;
  /** Rejects with `QueryDeadlineError` or `QueryCancelledError` at a limit. The statement then ends immediately or within a few rows. */
  run<Row>(query: CompiledQuery, limits: StatementLimits): Promise<QueryResult<Row>>;
  load(): EngineLoad;
  /** Returns the lag of each server; empty for SQLite. */
  lags(): Promise<readonly ServerLag[]>;
  /** Returns a token that changes whenever the data changes, or undefined if there is none. Valid only for this connection or server. */
  state(): State | Promise<State>;
  columns(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Returns the names of views. Empty on engines that do not need different statements for views. */
  views(): Promise<ReadonlySet<string>>;
  readonly names: WrittenNames;
  /** Checks whether the open file is still current. Undefined for database servers and for databases without threads. */
  readonly examine?: (() => Promise<Examination>) | undefined;
  /** Repeats a statement that read damaged data, with a new connection. If it fails again, all later statements fail. */
  readonly try?: ((statement: Statement) => Promise<void>) | undefined;
  close(): Promise<void>;
}

/** Number of busy and idle threads or connections, and of statements that wait for one. */
export interface EngineLoad {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Version token of the data; see `Engine.state`. */
export type State = string | number | undefined;

export interface Examination {
  /** False if the file was replaced or removed, or its tables changed. The database must then be reopened. */
  readonly isCurrent: boolean;
  /** Reason why the file cannot be read at the moment. */
  readonly problem?: string | undefined;
  /** State to pass to `open` when reopening. Undefined if the file does not exist. */
  readonly past?: Past | undefined;
}

/** State of a previously open SQLite file, for `open`. */
export interface Past {
  /** Statement that read a damaged page. The file is usable again once this statement succeeds. */
  readonly suspect?: Statement | undefined;
  /** Journal files that belong to the replaced file. SQLite would apply them to the new file. */
  readonly strays: readonly string[];
}

export interface WrittenNames {
  written(name: string): string;
  /** Registers the subqueries that replace missing tables, and the names of views. */
  learn(substitutes: ReadonlyMap<string, string>, views: ReadonlySet<string>): void;
}

/** Tables shared by several wikis in one database or PostgreSQL schema: `$wgSharedDB`, `$wgSharedTables`. */
export interface SharedTables {
  readonly database: string;
  /** `$wgSharedPrefix`. */
  readonly prefix: string;
  readonly tables: readonly string[];
}

export interface ServerOptions {
  readonly url: string;
  readonly prefix: string;
  readonly shared: SharedTables | undefined;
  readonly writable: boolean;
  /** Whether the connections belong to this database alone, because they hold transactions or settings. */
  readonly isOwn: boolean;
  /** Maximum number of connections to each server, in total for all databases that share them. */
  readonly connections: number;
  readonly replicas: readonly string[];
  readonly maxLag: number;
  /** Timeout in milliseconds that the server enforces if this process cannot cancel a statement. */
  readonly statementLimit: number;
}

/** Lag of a server in seconds: undefined if it is not a replica, infinite if replication has stopped. */
export interface ServerLag {
  readonly host: string;
  readonly seconds: number | undefined;
}

/** Timeout in milliseconds for reading a server's lag. */
export const LAG_PATIENCE = 2000;

/** Timeout in milliseconds for reading the state of the data. */
export const STATE_PATIENCE = 1000;

/** Maximum number of statements waiting for a connection. */
export const MOST_WAITING = 1000;

export function remaining({ signal, deadline }: StatementLimits): number {
  if (signal?.aborted) throw new QueryCancelledError();
  if (deadline === undefined) return Number.POSITIVE_INFINITY;
  const left = deadline - performance.now();
  if (left <= 0) throw new QueryDeadlineError();
  return left;
}

/** Calls `stop` once when a limit is exceeded. Returns a function that stops watching. */
export function watch(limits: StatementLimits, stop: (error: QueryCancelledError | QueryDeadlineError) => void): () => void {
  const { signal } = limits;
  const left = remaining(limits);
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  // Also clears the limit that was not exceeded, because its timer would keep the process alive.
  const exceed = (error: QueryCancelledError | QueryDeadlineError) => {
    end();
    stop(error);
  };
  const onAbort = () => exceed(new QueryCancelledError());
  const timer = left === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => exceed(new QueryDeadlineError()), left);
  if (signal) {
    // Many statements may share the signal of a request.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', onAbort, { once: true });
  }
  return end;
}

export function noIntrospector(): DatabaseIntrospector {
  throw new Error('This database is not introspected through Kysely.');
}
