import { availableParallelism } from 'node:os';
import type { CompiledQuery } from 'kysely';
import { withoutPassword } from './address.ts';
import type { Engine, EngineName, Past, SharedTables, Statement, StatementLimits } from './engine.ts';
import { DatabaseUnusableError } from './errors.ts';

export interface ConnectOptions {
  /** Servers: tables that the wiki shares with other wikis. */
  readonly shared?: SharedTables | undefined;
  /** Prefix of all table names (`$wgDBprefix`). */
  readonly prefix?: string;
  /** Opens the database for writing, even if it is empty. */
  readonly writable?: boolean;
  /** SQLite: number of threads for slow statements. Servers: maximum number of connections to each server. Databases share them. */
  readonly connections?: number;
  /** Uses a single connection, as transactions require. On SQLite, statements then block the calling thread. */
  readonly single?: boolean;
  /** Servers: addresses of replicas, preferred to the primary. */
  readonly replicas?: readonly string[];
  /** Servers: maximum lag of a replica in seconds. Default: 10. */
  readonly maxLag?: number;
  /** Servers: statement timeout in milliseconds. Default: 120,000. */
  readonly statementLimit?: number;
  /** SQLite: page cache per connection in KiB. Default: 65,536. */
  readonly cache?: number | undefined;
  /** SQLite: idle time in milliseconds after which a thread ends. Default: 60,000. */
  readonly linger?: number | undefined;
  /** SQLite: the `past` that `examine` returned for the previously open file. */
  readonly past?: Past | undefined;
  /** SQLite: called once with the statement that read a damaged page of the file. All later statements fail. */
  readonly onDamage?: (statement: Statement) => void;
  /** Called after every statement with its duration in milliseconds, including the wait for a thread or connection. */
  readonly onStatement?: OnStatement;
}

type OnStatement = (statement: Statement, milliseconds: number, limits: StatementLimits) => void;

/** Opens a connection to a database of any engine. Rejects with a `DatabaseUnusableError`. */
export async function connect(url: string, options: ConnectOptions): Promise<Engine> {
  const engine = await engineOf(url, options);
  return options.onStatement ? timed(engine, options.onStatement) : engine;
}

function timed(engine: Engine, report: OnStatement): Engine {
  return {
    ...engine,
    // Returns the engine's own promise, because another one would cost an event-loop tick.
    run<Row>(query: CompiledQuery, limits: StatementLimits) {
      const begun = performance.now();
      const running = engine.run<Row>(query, limits);
      const ended = (): void => report(query, performance.now() - begun, limits);
      running.then(ended, ended);
      return running;
    },
  };
}

/** Creates the engine of an address. Loads only the driver of that engine. */
async function engineOf(url: string, options: ConnectOptions): Promise<Engine> {
  const { prefix = '', writable = false, single = false, replicas = [], maxLag = 10, statementLimit = 120_000, past } = options;
  const connections = single ? 1 : options.connections;
  const { shared } = options;
  const isOwn = writable || single;
  const server = { url, prefix, shared, writable, isOwn, connections: connections ?? 10, replicas, maxLag, statementLimit };
  const scheme = url.slice(0, url.indexOf(':'));
  switch (scheme) {
    case 'sqlite': {
      if (shared) throw new DatabaseUnusableError('SQLite files cannot share tables. Use a database server.');
      const { sqliteEngine } = await import('./sqlite/engine.ts');
      const file = url.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
      const threads = single ? 0 : (connections ?? Math.max(2, Math.min(4, availableParallelism())));
      return sqliteEngine({
        file,
        prefix,
        writable,
        threads,
        past,
        onDamage: options.onDamage,
        cache: options.cache,
        linger: options.linger,
      });
    }
    case 'mysql':
    case 'mariadb': {
      const { mariadbEngine } = await withDriver('mysql2', 'MariaDB and MySQL', () => import('./mariadb/engine.ts'));
      return mariadbEngine(server);
    }
    case 'postgres':
    case 'postgresql': {
      const { postgresEngine } = await withDriver('pg', 'PostgreSQL', () => import('./postgres/engine.ts'));
      return postgresEngine(server);
    }
    default:
      throw new DatabaseUnusableError(
        `"${withoutPassword(url)}" is not a database address. Use sqlite:PATH, mariadb://USER:PASSWORD@HOST/DATABASE or postgres://USER:PASSWORD@HOST/DATABASE.`,
      );
  }
}

async function withDriver<T>(driver: string, database: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message = '' } = error as { readonly code?: string; readonly message?: string };
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${driver}'`)) throw error;
    throw new DatabaseUnusableError(`The driver for ${database} is not installed. Install it next to wikiquery: npm install ${driver}`);
  }
}

/** Returns the engine of a database server's address, or undefined for any other address. */
export const serverEngineOf = (address = ''): Exclude<EngineName, 'sqlite'> | undefined =>
  /^(?:mysql|mariadb):/.test(address) ? 'mariadb' : /^postgres(?:ql)?:/.test(address) ? 'postgres' : undefined;
