import { setMaxListeners } from 'node:events';
import type { CompiledQuery, DatabaseIntrospector, Dialect, QueryResult } from 'kysely';
import { QueryCancelledError, QueryDeadlineError } from './errors.ts';

export type EngineName = 'sqlite' | 'mariadb' | 'postgres';

/** Statement with its bound values, which may be private. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Observes the statements of a request. On SQLite, statements may block the event loop. */
export interface StatementObserver {
  beforeStatement(): void;
  /** Called when the statement was sent, or has finished if it runs in this process. */
  afterStatement(): void;
}

export interface StatementLimits {
  /** Aborted when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
  /** Deadline in milliseconds of `performance.now()`. */
  readonly deadline?: number | undefined;
  readonly observer?: StatementObserver | undefined;
  /** Returns a promise for a less busy event-loop tick, or undefined to run now. Long statements await it. */
  readonly giveWay?: (() => Promise<void> | undefined) | undefined;
}

export interface Engine {
  readonly name: EngineName;
  readonly dialect: Dialect;
  /** Whether a bound value does not affect the text of a statement. */
  isPlain(value: unknown): boolean;
  /** Rejects with `QueryDeadlineError` or `QueryCancelledError`; the statement ends immediately or within the next rows. */
  run<Row>(query: CompiledQuery, limits: StatementLimits): Promise<QueryResult<Row>>;
  load(): EngineLoad;
  /** Returns the lag of each server; empty for SQLite. */
  lags(): Promise<readonly ServerLag[]>;
  /** Returns a token that changes whenever the data changes, or undefined. Valid for one connection or server. */
  state(): State | Promise<State>;
  columns(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Returns the names of views, on engines where views need different statements. */
  views(): Promise<ReadonlySet<string>>;
  readonly names: WrittenNames;
  /** Checks whether the open file is still current. Undefined for servers. */
  readonly examine?: (() => Promise<Examination>) | undefined;
  /** Reruns a statement that met damage on a fresh read of the disk. If it fails again, all later statements fail. */
  readonly try?: ((statement: Statement) => Promise<void>) | undefined;
  close(): Promise<void>;
}

export interface EngineLoad {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

export type State = string | number | undefined;

export interface Examination {
  /** False if the file was replaced or removed, or its tables changed. Reopen the database. */
  readonly isCurrent: boolean;
  /** Why the file cannot be read at the moment. */
  readonly problem?: string | undefined;
  /** State to pass on when reopening; undefined while there is nothing to open. */
  readonly past?: Past | undefined;
}

export interface Past {
  /** Statement that met an unreadable page. The file is usable again when it succeeds. */
  readonly suspect?: Statement | undefined;
  /** Journal files of the replaced file, which SQLite would apply to the new one. */
  readonly strays: readonly string[];
}

export interface WrittenNames {
  written(name: string): string;
  /** Sets the subqueries for missing tables, and the views. */
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
  readonly connections: number;
  readonly replicas: readonly string[];
  readonly maxLag: number;
  /** Timeout in milliseconds enforced by the server, in case this process cannot cancel a statement. */
  readonly statementLimit: number;
}

/** Lag of a server in seconds: undefined if it is not a replica, infinite if replication stopped. */
export interface ServerLag {
  readonly host: string;
  readonly seconds: number | undefined;
}

/** Timeout in milliseconds for reading a server's lag. */
export const LAG_PATIENCE = 2000;

/** Timeout in milliseconds for reading a data token. */
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

/** Calls `stop` once when a limit is exceeded. Returns a function that ends the watch. */
export function watch(limits: StatementLimits, stop: (error: QueryCancelledError | QueryDeadlineError) => void): () => void {
  const { signal } = limits;
  const left = remaining(limits);
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  // Clears the other limit, whose timer would keep the process alive.
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
