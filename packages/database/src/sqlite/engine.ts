import { type CompiledQuery, DummyDriver, type QueryResult, SqliteAdapter } from 'kysely';
import { type Engine, noIntrospector, type Past, remaining, type Statement, type StatementLimits } from '../engine.ts';
import { DatabaseUnavailableError, DatabaseUnusableError, QueryDeadlineError } from '../errors.ts';
import { TableNames } from '../table-names.ts';
import { StoppableCompiler, UNSTOPPABLE } from './compiler.ts';
import { type Connection, type ConnectionOptions, type Ran, type Row, stopped } from './connection.ts';
import {
  codeOf,
  connectTo,
  type FileIdentity,
  identitiesBeside,
  identityAt,
  identityNow,
  isDamage,
  isPassing,
  stillThere,
} from './file.ts';
import { SlowStatements } from './slow-statements.ts';
import { ThreadPool } from './thread-pool.ts';

export interface SqliteOptions {
  readonly file: string;
  readonly prefix: string;
  readonly writable: boolean;
  /** Number of threads for slow statements. With 0, all statements run on the main thread. */
  readonly threads: number;
  readonly onDamage: ((statement: Statement) => void) | undefined;
  readonly past: Past | undefined;
  readonly cache?: number | undefined;
  readonly linger?: number | undefined;
}

/** Maximum milliseconds that a statement may take on the main thread. */
const SLICE = 10;

/** Maximum milliseconds to wait for a writer's lock on the main thread. Applies only without worker threads. */
const PATIENCE = 5000;

const TRIAL = 5000;

/** Minimum number of ticks before a statement counts as slow. If it visited fewer rows, the machine was busy. */
const FREE_TICKS = 32;

const WRITES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

/** Runs statements on the main thread. A statement that exceeds its time there is stopped, and restarts in a worker thread. */
export function sqliteEngine({ file, prefix, writable, threads, past, onDamage, cache, linger }: SqliteOptions): Engine {
  // Databases in memory and writers need no check for a replaced file.
  const identity = writable ? undefined : identityNow(file);
  if (!writable && identity === undefined)
    throw new DatabaseUnusableError(`There is no file ${file}. Specify the path of a MediaWiki SQLite database.`);
  const [stray] = stillThere(past?.strays ?? []);
  if (stray !== undefined)
    throw new DatabaseUnusableError(`${file} was replaced, but ${stray} belongs to the previous file. Delete ${file}-wal and ${file}-shm.`);
  const names = new TableNames(prefix);
  let sliceEnd = Number.POSITIVE_INFINITY;
  let ticks = 0;
  // A database in memory cannot be opened a second time.
  const pool = file === ':memory:' || threads === 0 ? undefined : new ThreadPool(file, identity, threads, linger);
  const connection = connect(identity, {
    file,
    writable,
    patience: writable || !pool ? PATIENCE : 5,
    automaticIndexes: !pool,
    cache,
    mustStop: () => ++ticks > FREE_TICKS && performance.now() > sliceEnd,
  });
  const slow = new SlowStatements();
  const schema = schemaOf(connection, file);
  let journals: readonly string[] = [];
  let damage: { readonly error: DatabaseUnavailableError; readonly suspect: Statement } | undefined;

  return {
    name: 'sqlite',
    names,
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: noIntrospector,
      createQueryCompiler: () => new StoppableCompiler(names),
    },

    // The compiler casts some bytes to text.
    isPlain: value => !(value instanceof Uint8Array),

    async run<Row>({ sql, parameters, query }: CompiledQuery, limits: StatementLimits): Promise<QueryResult<Row>> {
      const wait = limits.giveWay && connection.takesLong(sql, parameters) ? limits.giveWay() : undefined;
      if (wait) await wait;
      const left = remaining(limits);
      if (damage) throw damage.error;
      if (!pool || WRITES.has(query.kind)) {
        sliceEnd = Number.POSITIVE_INFINITY;
        return result(connection.run(sql, parameters));
      }
      if (slow.has(sql) || sql.endsWith(UNSTOPPABLE)) return result(await inThread(sql, parameters, limits));
      const begun = performance.now();
      ticks = 0;
      sliceEnd = begun + Math.min(left, slow.slice(SLICE, begun));
      try {
        if (!writable) connection.readTogether();
        return result(connection.run(sql, parameters));
      } catch (error) {
        if (error !== stopped && !isBusy(error)) throw failure(error, { sql, parameters });
        if (error === stopped) slow.add(sql, performance.now() - begun);
        return result(await inThread(sql, parameters, limits));
      }
    },

    load: () => pool?.load ?? { busy: 0, idle: 0, waiting: 0 },
    lags: async () => [],

    state() {
      if (damage || writable) return undefined;
      try {
        return connection.dataVersion();
      } catch {
        return undefined;
      }
    },

    async columns() {
      const rows = columnRows();
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

    async views() {
      const { rows } = connection.run("select name from sqlite_master where type = 'view'", []);
      return new Set(rows.flatMap(({ name }) => (String(name).startsWith(prefix) ? [String(name).slice(prefix.length)] : [])));
    },

    examine: identity === undefined || !pool ? undefined : examine,

    // Uses a fresh connection, because existing connections may have cached the page before it was damaged.
    async try(statement) {
      if (!pool || damage) return;
      const fresh = new ThreadPool(file, identity, 1);
      await fresh
        .run(statement.sql, statement.parameters, { deadline: performance.now() + TRIAL })
        .catch(error => failure(error, statement));
      await fresh.close();
    },

    async close() {
      await pool?.close();
      connection.close();
    },
  };

  function columnRows(): readonly Row[] {
    try {
      return connection.run(
        `select m.name as "table", c.name as "column" from sqlite_master m join pragma_table_info(m.name) c where m.type in ('table', 'view')`,
        [],
      ).rows;
    } catch (error) {
      throw unusable(file, error);
    }
  }

  async function inThread(sql: string, parameters: readonly unknown[], limits: StatementLimits): Promise<Ran> {
    if (!pool) throw new QueryDeadlineError();
    const begun = performance.now();
    try {
      const ran = await pool.run(sql, parameters, limits);
      slow.took(sql, performance.now() - begun);
      return ran;
    } catch (error) {
      throw failure(error, { sql, parameters });
    }
  }

  /** Converts an error for the caller. Once damage is detected, all further statements fail, because results would be unreliable. */
  function failure(error: unknown, suspect: Statement): unknown {
    const code = codeOf(error);
    if (isDamage(code)) {
      if (!damage && past?.suspect?.sql !== suspect.sql) onDamage?.(suspect);
      damage ??= { error: new DatabaseUnavailableError(error), suspect };
      return damage.error;
    }
    return isPassing(code) || (code === 'SQLITE_ERROR' && hasOtherTables()) ? new DatabaseUnavailableError(error) : error;
  }

  function hasOtherTables(): boolean {
    try {
      return connection.schemaVersion() !== schema;
    } catch (error) {
      return !isBusy(error);
    }
  }

  async function examine(): ReturnType<NonNullable<Engine['examine']>> {
    const found = await identityAt(file);
    if (found === undefined) return { isCurrent: false, problem: `There is no file ${file}.` };
    const isCurrent = found === identity && !damage && !hasOtherTables();
    const past: Past = { suspect: damage?.suspect, strays: found === identity ? [] : journals };
    if (isCurrent) journals = await identitiesBeside(file);
    return { isCurrent, problem: damage?.error.message, past };
  }
}

function schemaOf(connection: Connection, file: string): number {
  try {
    return connection.schemaVersion();
  } catch (error) {
    if (isBusy(error)) return -1;
    connection.close();
    throw unusable(file, error);
  }
}

function connect(identity: FileIdentity | undefined, options: ConnectionOptions): Connection {
  try {
    return connectTo(identity, options);
  } catch (error) {
    throw unusable(options.file, error);
  }
}

const unusable = (file: string, error: unknown): DatabaseUnusableError =>
  new DatabaseUnusableError(`${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}.`);

function result<Row>({ rows, changes, insertId }: Ran): QueryResult<Row> {
  if (changes === undefined) return { rows: rows as Row[] };
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(insertId ?? 0) };
}

/** Whether another connection holds the lock. Worker threads wait for it; the main thread must not. */
const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');
