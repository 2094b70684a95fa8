import { availableParallelism } from 'node:os';
import type { Kysely } from 'kysely';
import type { Engine, EngineName, Limits, Past, ServerLag, Statement } from './engine.ts';
import { DatabaseUnusableError } from './errors.ts';
import { viewsOf } from './executor.ts';
import { detectLayout, type Layout } from './layout.ts';
import type { Database } from './tables.ts';

export interface OpenOptions {
  /** Put before the name of every table (`$wgDBprefix`). */
  readonly prefix?: string;
  /** For those who build a database: opens it for writing and takes it as it is, even empty. */
  readonly writable?: boolean;
  /** SQLite: threads for slow statements. The servers: connections. */
  readonly connections?: number;
  /** One connection, which does one thing after the other: what transactions need. With SQLite the calling thread waits, however long that takes. */
  readonly single?: boolean;
  /** MariaDB: addresses of copies of the database, which are asked before it, in order. */
  readonly replicas?: readonly string[];
  /** Seconds that a replica may be behind and still be asked; 10 when left out. */
  readonly maxLag?: number;
  /** The servers: milliseconds after which they end a statement on their own, two minutes when left out. */
  readonly statementLimit?: number;
  /** Tables that must be there, when not all that any query reads. */
  readonly tables?: ReadonlySet<string> | undefined;
  /** SQLite: start the threads at once, so that the first slow statement need not wait for one. */
  readonly prewarm?: boolean;
  /** SQLite: what `examine` told of the file that was open before at this place. */
  readonly past?: Past | undefined;
  /** SQLite: is told of the statement that met a page that cannot be read, once; from then on all fail. */
  readonly onDamage?: (statement: Statement) => void;
  /** Is told of every statement that took long, however it ended; waiting for a thread or a connection counts. */
  readonly onSlow?: SlowReports;
}

export interface SlowReports {
  /** What is long. */
  readonly milliseconds: number;
  report(statement: Statement, milliseconds: number): void;
}

/** A wiki's database. */
export interface WikiDatabase {
  readonly engine: EngineName;
  readonly generation: Layout['generation'];
  /** A view without limits. */
  readonly db: Kysely<Database>;
  /** A view whose statements end when the request does. Costs about a microsecond. */
  forRequest(limits: Limits): Kysely<Database>;
  /** How far each server is behind the one that it copies, of those that answer. */
  lags(): Promise<readonly ServerLag[]>;
  /** SQLite: whether the file that was opened is still the one that is there; undefined for servers. */
  readonly examine: Engine['examine'];
  /** SQLite: runs a statement that met damage elsewhere. Where it does here, too, all others fail from now on, and `examine` says so. */
  readonly try: Engine['try'];
  close(): Promise<void>;
}

/**
 * Opens the database of a wiki: `sqlite:PATH`, `mysql://` or `mariadb://USER:PASSWORD@HOST:PORT/DATABASE`, `postgres://…?schema=mediawiki`.
 *
 * Values come out equal on every engine: text as strings, timestamps as fourteen digits (or `infinity`), numbers as numbers, and bytes,
 * where a column holds them, as `Uint8Array`. Rejects with `DatabaseUnusableError` when it cannot be served.
 */
export async function open(url: string, options: OpenOptions = {}): Promise<WikiDatabase> {
  const opened = await engineOf(url, options);
  const engine = options.onSlow ? timed(opened, options.onSlow) : opened;
  try {
    const generation = options.writable ? '1.43' : detectLayout(await engine.columns(), withoutPassword(url), options.tables).generation;
    const forRequest = viewsOf(engine, generation);
    const wiki: WikiDatabase = {
      engine: engine.name,
      generation,
      db: forRequest({}),
      forRequest,
      lags: () => engine.lags(),
      examine: engine.examine,
      try: engine.try,
      close: () => engine.close(),
    };
    const { suspect } = options.past ?? {};
    if (suspect) {
      await wiki.try?.(suspect);
      const { problem } = (await wiki.examine?.()) ?? {};
      if (problem !== undefined) throw new DatabaseUnusableError(problem);
    }
    if (options.prewarm) engine.warm?.();
    return wiki;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function timed(engine: Engine, { milliseconds: long, report }: SlowReports): Engine {
  return {
    ...engine,
    async run(query, limits) {
      const begun = performance.now();
      try {
        return await engine.run(query, limits);
      } finally {
        const took = performance.now() - begun;
        if (took > long) report(query, took);
      }
    },
  };
}

/** Only the driver of the engine in use is loaded. */
async function engineOf(url: string, options: OpenOptions): Promise<Engine> {
  const { prefix = '', writable = false, single = false, replicas = [], maxLag = 10, statementLimit = 120_000, past } = options;
  const connections = single ? 1 : options.connections;
  const server = { url, prefix, writable, connections: connections ?? 10, replicas, maxLag, statementLimit };
  const scheme = url.slice(0, url.indexOf(':'));
  switch (scheme) {
    case 'sqlite': {
      const { sqliteEngine } = await import('./sqlite/engine.ts');
      const file = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
      const threads = single ? 0 : (connections ?? Math.max(2, Math.min(4, availableParallelism())));
      return sqliteEngine({ file, prefix, writable, threads, past, onDamage: options.onDamage });
    }
    case 'mysql':
    case 'mariadb': {
      const { mariadbEngine } = await import('./mariadb/engine.ts');
      return mariadbEngine(server);
    }
    case 'postgres':
    case 'postgresql': {
      const { postgresEngine } = await import('./postgres/engine.ts');
      return postgresEngine(server);
    }
    default:
      throw new DatabaseUnusableError(
        `"${withoutPassword(url)}" is not the address of a database. Give sqlite:PATH, mariadb://USER:PASSWORD@HOST/DATABASE or postgres://USER:PASSWORD@HOST/DATABASE.`,
      );
  }
}

const withoutPassword = (url: string): string => url.replace(/(\/\/[^:@/]*):[^@]*@/, '$1:…@');
