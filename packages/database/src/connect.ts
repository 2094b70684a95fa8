import { availableParallelism } from 'node:os';
import type { CompiledQuery } from 'kysely';
import { withoutPassword } from './address.ts';
import type { Engine, EngineName, Past, SharedTables, Statement, StatementLimits } from './engine.ts';
import { DatabaseUnusableError } from './errors.ts';

/** How to reach a database, whatever it holds. */
export interface ConnectOptions {
  /** The servers: tables that the wiki has in common with others. */
  readonly shared?: SharedTables | undefined;
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
  /** SQLite: KiB of the file that a connection keeps in memory at most; 65,536 when left out. */
  readonly cache?: number | undefined;
  /** SQLite: milliseconds after which a thread that has nothing to do ends; never when left out. */
  readonly linger?: number | undefined;
  /** SQLite: what `examine` told of the file that was open before at this place. */
  readonly past?: Past | undefined;
  /** SQLite: is told of the statement that met a page that cannot be read, once; from then on all fail. */
  readonly onDamage?: (statement: Statement) => void;
  /** Is told of every statement how long it took, however it ended; waiting for a thread or a connection counts. */
  readonly onStatement?: OnStatement;
}

type OnStatement = (statement: Statement, milliseconds: number, limits: StatementLimits) => void;

/** Opens a connection; rejects with `DatabaseUnusableError` where that cannot be. */
export async function connect(url: string, options: ConnectOptions): Promise<Engine> {
  const engine = await engineOf(url, options);
  return options.onStatement ? timed(engine, options.onStatement) : engine;
}

function timed(engine: Engine, report: OnStatement): Engine {
  return {
    ...engine,
    // Whoever waits for the rows does not wait for one promise more.
    run<Row>(query: CompiledQuery, limits: StatementLimits) {
      const begun = performance.now();
      const running = engine.run<Row>(query, limits);
      const ended = (): void => report(query, performance.now() - begun, limits);
      running.then(ended, ended);
      return running;
    },
  };
}

/** Only the driver of the engine in use is loaded. */
async function engineOf(url: string, options: ConnectOptions): Promise<Engine> {
  const { prefix = '', writable = false, single = false, replicas = [], maxLag = 10, statementLimit = 120_000, past } = options;
  const connections = single ? 1 : options.connections;
  const { shared } = options;
  const server = { url, prefix, shared, writable, connections: connections ?? 10, replicas, maxLag, statementLimit };
  const scheme = url.slice(0, url.indexOf(':'));
  switch (scheme) {
    case 'sqlite': {
      if (shared) throw new DatabaseUnusableError('Tables can be shared in databases of a server, not in an SQLite file.');
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
        `"${withoutPassword(url)}" is not the address of a database. Give sqlite:PATH, mariadb://USER:PASSWORD@HOST/DATABASE or postgres://USER:PASSWORD@HOST/DATABASE.`,
      );
  }
}

/** The drivers of servers are optional: whoever has another database need not install them. */
async function withDriver<T>(driver: string, database: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const { code, message = '' } = error as { readonly code?: string; readonly message?: string };
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${driver}'`)) throw error;
    throw new DatabaseUnusableError(`The driver of ${database} is not installed. Install it beside wikiquery: npm install ${driver}`);
  }
}

/** The engine behind the address of a server; undefined for anything else. */
export const serverEngineOf = (address = ''): Exclude<EngineName, 'sqlite'> | undefined =>
  /^(?:mysql|mariadb):/.test(address) ? 'mariadb' : /^postgres(?:ql)?:/.test(address) ? 'postgres' : undefined;
