import { setMaxListeners } from 'node:events';
import type { CompiledQuery, DatabaseIntrospector, Dialect, QueryResult } from 'kysely';
import { QueryCancelledError, QueryDeadlineError } from './errors.ts';

export type EngineName = 'sqlite' | 'mariadb' | 'postgres';

/** A statement with the values that are bound to it, which may be private. */
export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** Observes the statements of one request: on SQLite they block the event loop. */
export interface StatementObserver {
  beforeStatement(): void;
  /** The statement was sent, or has run where it runs in this process. */
  afterStatement(): void;
}

/** How long the statements of one request may run. */
export interface StatementLimits {
  /** Fires when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
  /** When to give up, on the clock of `performance.now()`, milliseconds. */
  readonly deadline?: number | undefined;
  readonly observer?: StatementObserver | undefined;
  /** Resolves in a turn of the event loop in which not much else is done; undefined where this one is. What takes long waits for it, so that others come in between. */
  readonly giveWay?: (() => Promise<void> | undefined) | undefined;
}

/** A database behind Kysely: it compiles for its dialect and runs statements within limits. */
export interface Engine {
  readonly name: EngineName;
  readonly dialect: Dialect;
  /** Whether a statement reads with this value as it does with any other. */
  isPlain(value: unknown): boolean;
  /**
   * Rejects with `QueryDeadlineError` or `QueryCancelledError` when a limit is met; the statement has ended then or ends
   * within the next rows that it visits.
   */
  run<Row>(query: CompiledQuery, limits: StatementLimits): Promise<QueryResult<Row>>;
  /** What it is doing. */
  load(): EngineLoad;
  /** How far each server is behind the one that it copies; none of an engine within this process. */
  lags(): Promise<readonly ServerLag[]>;
  /**
   * What is another as soon as statements read another state of the database: equal states before and after others mean that nothing changed between. Undefined
   * where the database cannot tell. Not for statements of the past: what a state looks like is of this connection, or of this server.
   */
  state(): State | Promise<State>;
  /** Names of the tables, without prefix, and of their columns. */
  columns(): Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  /** Which of them are views, where that matters to statements. */
  views(): Promise<ReadonlySet<string>>;
  /** How statements name the tables. */
  readonly names: WrittenNames;
  /** Looks whether what was opened is still what is there; undefined for servers, which take care of that themselves. */
  readonly examine?: (() => Promise<Examination>) | undefined;
  /** Runs a statement that met damage elsewhere, on what lies on the disk; where it meets it again, all others fail from now on. */
  readonly try?: ((statement: Statement) => Promise<void>) | undefined;
  close(): Promise<void>;
}

/** Connections to a server, or threads, by what they do, and statements that wait for one. */
export interface EngineLoad {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Compared with `===`. */
export type State = string | number | undefined;

/** What became of the file of a database since it was opened. */
export interface Examination {
  /** False where another file, other tables or nothing at all lies there now: it is to be opened anew. */
  readonly isCurrent: boolean;
  /** Why it cannot be read for now. */
  readonly problem?: string | undefined;
  /** What whoever opens it anew has to know of the one before; undefined while there is nothing to open. */
  readonly past?: Past | undefined;
}

/** What is known of the file that was opened before at the same place. */
export interface Past {
  /** The statement that met a page which cannot be read: the file is good again when it can be run. */
  readonly suspect?: Statement | undefined;
  /** Files beside the one that was replaced, which would be read into the new one. */
  readonly strays: readonly string[];
}

/** How statements name the tables. */
export interface WrittenNames {
  /** The name in the database as it stands in SQL. */
  written(name: string): string;
  /** Takes what stands for tables that are not there, as queries in parentheses, and which tables are views. */
  learn(substitutes: ReadonlyMap<string, string>, views: ReadonlySet<string>): void;
}

/** Tables that several wikis have in common, in a database (on PostgreSQL a schema) of the same server: `$wgSharedDB`, `$wgSharedTables`. */
export interface SharedTables {
  readonly database: string;
  /** `$wgSharedPrefix`. */
  readonly prefix: string;
  readonly tables: readonly string[];
}

/** How to reach a database server. */
export interface ServerOptions {
  readonly url: string;
  readonly prefix: string;
  readonly shared: SharedTables | undefined;
  readonly writable: boolean;
  /** Most connections at a time, to each server. */
  readonly connections: number;
  /** Copies of the database, asked before it. */
  readonly replicas: readonly string[];
  /** Seconds that a copy may be behind and still be asked. */
  readonly maxLag: number;
  /** Milliseconds after which a server ends a statement on its own, should this process have no more chance to. */
  readonly statementLimit: number;
}

/** A database server and how many seconds it is behind the one that it copies: none when it copies none, no end when it has stopped copying. */
export interface ServerLag {
  readonly host: string;
  readonly seconds: number | undefined;
}

/** Milliseconds in which a server must say how far it is behind. */
export const LAG_PATIENCE = 2000;

/** Milliseconds in which a server must say what state it is in: nobody waits longer to save a query. */
export const STATE_PATIENCE = 1000;

/** Statements that may wait for a connection: those after them would wait in vain. */
export const MOST_WAITING = 1000;

/** Throws when a limit is met already; returns the milliseconds that are left. */
export function remaining({ signal, deadline }: StatementLimits): number {
  if (signal?.aborted) throw new QueryCancelledError();
  if (deadline === undefined) return Number.POSITIVE_INFINITY;
  const left = deadline - performance.now();
  if (left <= 0) throw new QueryDeadlineError();
  return left;
}

/** Calls `stop` once when a limit is met. The returned function ends the watch. */
export function watch(limits: StatementLimits, stop: (error: QueryCancelledError | QueryDeadlineError) => void): () => void {
  const { signal } = limits;
  const left = remaining(limits);
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  // The other limit is not to be met any more: its timer would keep the process from ending.
  const meet = (error: QueryCancelledError | QueryDeadlineError) => {
    end();
    stop(error);
  };
  const onAbort = () => meet(new QueryCancelledError());
  const timer = left === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => meet(new QueryDeadlineError()), left);
  if (signal) {
    // A request may have any number of statements under way.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', onAbort, { once: true });
  }
  return end;
}

/** Introspection is not what a service needs: `columns()` looks at the tables instead. */
export function noIntrospector(): DatabaseIntrospector {
  throw new Error('This database is not introspected through Kysely.');
}
