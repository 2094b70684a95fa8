import { existsSync } from 'node:fs';
import { type CompiledQuery, DummyDriver, type QueryResult, SqliteAdapter } from 'kysely';
import { type Engine, type Limits, noIntrospector, remaining } from '../engine.ts';
import { DatabaseUnusableError, QueryDeadlineError } from '../errors.ts';
import { TableNames } from '../table-names.ts';
import { StoppableCompiler } from './compiler.ts';
import { Connection, type ConnectionOptions, type Ran, stopped } from './connection.ts';
import { SlowStatements } from './slow-statements.ts';
import { ThreadPool } from './thread-pool.ts';

export interface SqliteOptions {
  readonly file: string;
  readonly prefix: string;
  readonly writable: boolean;
  /** Threads for slow statements; with none, each runs where it is asked. */
  readonly threads: number;
  /** Start the threads now instead of with the first slow statement. */
  readonly prewarm: boolean;
}

/** Milliseconds that one statement may hold the main thread. */
const SLICE = 10;

/** Milliseconds that a statement waits for a writer, where no thread does. */
const PATIENCE = 5000;

/** Ticks that a statement may have in any case: one of so few rows is not slow, the machine was busy. */
const FREE_TICKS = 32;

const WRITES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

/**
 * SQLite within the process. A statement begins on the main thread, where it costs least; one that is still running after a few
 * milliseconds is stopped and begun again in a thread of its own, and the next ones with the same text go there at once.
 */
export function sqliteEngine({ file, prefix, writable, threads, prewarm }: SqliteOptions): Engine {
  if (!writable && !existsSync(file))
    throw new DatabaseUnusableError(`There is no file ${file}. Give the path of a MediaWiki SQLite database.`);
  const names = new TableNames(prefix);
  let sliceEnd = Number.POSITIVE_INFINITY;
  let ticks = 0;
  // A database in memory cannot be opened a second time.
  const pool = file === ':memory:' || threads === 0 ? undefined : new ThreadPool(file, threads);
  const connection = connect({
    file,
    writable,
    patience: writable || !pool ? PATIENCE : 5,
    automaticIndexes: !pool,
    mustStop: () => ++ticks > FREE_TICKS && performance.now() > sliceEnd,
  });
  if (prewarm) pool?.warm();
  const slow = new SlowStatements();

  return {
    name: 'sqlite',
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: noIntrospector,
      createQueryCompiler: () => new StoppableCompiler(names),
    },

    // Bytes are compared as text.
    isPlain: value => !(value instanceof Uint8Array),

    async run<Row>({ sql, parameters, query }: CompiledQuery, limits: Limits): Promise<QueryResult<Row>> {
      const left = remaining(limits);
      if (!pool || WRITES.has(query.kind)) {
        sliceEnd = Number.POSITIVE_INFINITY;
        return result(connection.run(sql, parameters));
      }
      if (slow.has(sql)) return result(await inThread(sql, parameters, limits));
      const begun = performance.now();
      ticks = 0;
      sliceEnd = begun + Math.min(left, slow.slice(SLICE, begun));
      try {
        if (!writable) connection.readTogether();
        return result(connection.run(sql, parameters));
      } catch (error) {
        if (error !== stopped && !isBusy(error)) throw error;
        if (error === stopped) slow.add(sql, performance.now() - begun);
        return result(await inThread(sql, parameters, limits));
      }
    },

    lags: async () => [],

    async columns() {
      const { rows } = connection.run(
        `select m.name as "table", c.name as "column" from sqlite_master m join pragma_table_info(m.name) c where m.type in ('table', 'view')`,
        [],
      );
      const found = new Map<string, Set<string>>();
      for (const row of rows) {
        const table = String(row.table);
        if (!table.startsWith(prefix)) continue;
        const name = table.slice(prefix.length);
        const columns = found.get(name) ?? new Set();
        found.set(name, columns.add(String(row.column)));
      }
      return found;
    },

    async close() {
      await pool?.close();
      connection.close();
    },
  };

  async function inThread(sql: string, parameters: readonly unknown[], limits: Limits): Promise<Ran> {
    if (!pool) throw new QueryDeadlineError();
    const begun = performance.now();
    const ran = await pool.run(sql, parameters, limits);
    slow.took(sql, performance.now() - begun);
    return ran;
  }
}

function connect(options: ConnectionOptions): Connection {
  try {
    return new Connection(options);
  } catch (error) {
    throw new DatabaseUnusableError(`${options.file} cannot be opened: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function result<Row>({ rows, changes, insertId }: Ran): QueryResult<Row> {
  if (changes === undefined) return { rows: rows as Row[] };
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(insertId ?? 0) };
}

/** A writer holds the lock: a thread waits for it, the main thread must not. */
const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
