import SQLite from 'better-sqlite3';
import { columnsOfKind } from '../every-column.ts';

/** Thrown by `wikiquery_tick` to stop the running statement. */
export const stopped: Error = new Error('The statement was stopped.');

interface Prepared {
  readonly statement: SQLite.Statement<unknown[], Row>;
  readonly conversions: readonly (readonly [column: string, convert: (value: unknown) => unknown])[];
  readonly isLimited: boolean;
  /** Average milliseconds of recent runs: in total, and per row. */
  took: number;
  tookForRow: number;
}
export type Row = Record<string, unknown>;

export interface Ran {
  readonly rows: Row[];
  readonly changes?: number;
  readonly insertId?: number | bigint;
}

export interface ConnectionOptions {
  readonly file: string;
  readonly writable: boolean;
  /** Maximum milliseconds to wait for a lock. */
  readonly patience: number;
  /** Whether SQLite may build automatic indexes, which are slow to build and cannot be interrupted. */
  readonly automaticIndexes: boolean;
  readonly cache?: number | undefined;
  /** Called for every 61st visited row. Returns whether the statement must stop. */
  readonly mustStop: () => boolean;
}

/** SQLite connection with a cache of prepared statements. The main thread and worker threads each have their own. */
export class Connection {
  readonly sqlite: SQLite.Database;
  readonly #prepared = new Map<string, Prepared>();
  #characters = 0;
  readonly #begin: SQLite.Statement;
  readonly #end: SQLite.Statement;
  readonly #version: SQLite.Statement;
  /** Whether a transaction is open. Asking SQLite would take a microsecond. */
  #isReading = false;
  #dataVersion: number | undefined;

  constructor({ file, writable, patience, automaticIndexes, cache = CACHE, mustStop }: ConnectionOptions) {
    this.sqlite = new SQLite(file, { readonly: !writable, fileMustExist: !writable, timeout: patience });
    this.sqlite.pragma(`cache_size = -${cache}`);
    this.sqlite.pragma('temp_store = memory');
    // Views and triggers of a file from elsewhere must not call functions with side effects.
    this.sqlite.pragma('trusted_schema = off');
    this.sqlite.pragma(`automatic_index = ${automaticIndexes ? 'on' : 'off'}`);
    if (writable) {
      // After a crash, the database is built again from the beginning, so durability is not needed.
      this.sqlite.pragma('journal_mode = memory');
      this.sqlite.pragma('synchronous = off');
    }
    this.sqlite.function('wikiquery_tick', { deterministic: false, directOnly: true }, () => {
      if (mustStop()) throw stopped;
      return 1;
    });
    this.#begin = this.sqlite.prepare('begin');
    this.#end = this.sqlite.prepare('commit');
    this.#version = this.sqlite.prepare('pragma data_version').pluck();
  }

  /** Opens a transaction for all statements of this event-loop tick: locking and checking the file takes as long as a small statement. */
  readTogether(): void {
    if (this.#isReading) return;
    this.#begin.run();
    this.#isReading = true;
    setImmediate(this.#endReading);
  }

  /** Whether a statement is likely to take as long as several small requests. */
  takesLong(sql: string, parameters: readonly unknown[]): boolean {
    const prepared = this.#prepared.get(sql);
    if (!prepared) return false;
    const { took, tookForRow, isLimited } = prepared;
    // Scale the time by the limit: the same statement may run for 10 rows or for 500.
    return (isLimited ? Math.min(2 * took, tookForRow * Number(parameters.at(-1))) : took) > LONG;
  }

  /** Ends the transaction. Ignores errors, because nothing was written, and a damaged file may already have ended the transaction. */
  readonly #endReading = (): void => {
    this.#isReading = false;
    this.#dataVersion = undefined;
    try {
      this.#end.run();
    } catch {
      if (this.sqlite.inTransaction) this.sqlite.exec('rollback');
    }
  };

  /** Returns a number that changes with each commit by another connection that is visible to the statements of this event-loop tick. */
  dataVersion(): number {
    this.readTogether();
    this.#dataVersion ??= this.#version.get() as number;
    return this.#dataVersion;
  }

  /** Returns a number that changes with each schema change. Throws if the file cannot be read. */
  schemaVersion(): number {
    return Number(this.sqlite.pragma('schema_version', { simple: true }));
  }

  run(sql: string, parameters: readonly unknown[]): Ran {
    const prepared = this.#prepare(sql);
    const { statement, conversions } = prepared;
    if (!statement.reader) {
      const { changes, lastInsertRowid } = statement.run(parameters);
      return { rows: [], changes, insertId: lastInsertRowid };
    }
    const begun = performance.now();
    const rows = statement.all(parameters);
    const took = performance.now() - begun;
    prepared.took += (took - prepared.took) / 4;
    prepared.tookForRow += (took / (rows.length || 1) - prepared.tookForRow) / 4;
    for (const [column, convert] of conversions) for (const row of rows) row[column] = convert(row[column]);
    return { rows };
  }

  close(): void {
    this.#prepared.clear();
    this.#characters = 0;
    this.sqlite.close();
  }

  /** Caches prepared statements, because preparing a statement takes 20 µs. Evicts the least recently used ones. */
  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql);
    if (prepared) {
      if (this.#prepared.size > MOST_PREPARED / 2) this.#prepared.delete(sql);
      else return prepared;
    } else {
      const statement = this.sqlite.prepare<unknown[], Row>(sql);
      const conversions = statement.reader ? conversionsOf(statement) : [];
      prepared = { statement, conversions, isLimited: sql.endsWith(LIMIT), took: 0, tookForRow: 0 };
      // Caching very long statements would take too much memory.
      if (sql.length > LONGEST_PREPARED) return prepared;
      this.#characters += sql.length;
      for (const oldest of this.#prepared.keys()) {
        if (this.#prepared.size < MOST_PREPARED && this.#characters <= MOST_CHARACTERS) break;
        this.#prepared.delete(oldest);
        this.#characters -= oldest.length;
      }
    }
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

const LONG = 0.3;
const LIMIT = ' limit +?';

const CACHE = 65_536;
const MOST_PREPARED = 1000;
/** Maximum characters of all cached statements. A prepared statement takes about ten bytes per character. */
const MOST_CHARACTERS = 2 << 20;
const LONGEST_PREPARED = 64 << 10;

function conversionsOf(statement: SQLite.Statement): Prepared['conversions'] {
  return statement.columns().flatMap(({ name, column }) => {
    const convert = conversions.get(column ?? name);
    return convert ? [[name, convert] as const] : [];
  });
}

const toBytes = (value: unknown): unknown => (typeof value === 'string' ? Buffer.from(value) : value);
/** MediaWiki's `DATETIME` columns have numeric affinity, so their digits are read as numbers. */
const toDigits = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

const conversions: ReadonlyMap<string, (value: unknown) => unknown> = new Map([
  ...[...columnsOfKind('bytes')].map(name => [name, toBytes] as const),
  ...[...columnsOfKind('datetime')].map(name => [name, toDigits] as const),
]);
