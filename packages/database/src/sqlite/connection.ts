import SQLite from 'better-sqlite3';
import { columnsOfKind } from '../every-column.ts';

/** Thrown by `wikiquery_tick` to stop the statement that runs; one object, because it is no news where it came from. */
export const stopped: Error = new Error('The statement was stopped.');

interface Prepared {
  readonly statement: SQLite.Statement<unknown[], Row>;
  readonly conversions: readonly (readonly [column: string, convert: (value: unknown) => unknown])[];
  /** Its last value is how many rows it gives at most. */
  readonly isLimited: boolean;
  /** Milliseconds that it takes, and for each row, by its last runs. */
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
  /** Milliseconds to wait for a writer that holds the lock. */
  readonly patience: number;
  /** Let SQLite index a table for one statement, which takes its time and cannot be stopped. */
  readonly automaticIndexes: boolean;
  /** KiB of the file that are kept in memory at most. */
  readonly cache?: number | undefined;
  /** Asked for every 61st row that a statement visits: true stops the statement. */
  readonly mustStop: () => boolean;
}

/** One SQLite connection with its prepared statements; used by the main thread and by the threads for slow statements. */
export class Connection {
  readonly sqlite: SQLite.Database;
  readonly #prepared = new Map<string, Prepared>();
  /** Of the texts of the prepared statements. */
  #characters = 0;
  readonly #begin: SQLite.Statement;
  readonly #end: SQLite.Statement;
  readonly #version: SQLite.Statement;
  /** Kept here, because to ask SQLite takes a microsecond. */
  #isReading = false;
  /** Of the transaction that is shared. */
  #dataVersion: number | undefined;

  constructor({ file, writable, patience, automaticIndexes, cache = CACHE, mustStop }: ConnectionOptions) {
    this.sqlite = new SQLite(file, { readonly: !writable, fileMustExist: !writable, timeout: patience });
    this.sqlite.pragma(`cache_size = -${cache}`);
    this.sqlite.pragma('temp_store = memory');
    // An external file may contain views and triggers.
    this.sqlite.pragma('trusted_schema = off');
    this.sqlite.pragma(`automatic_index = ${automaticIndexes ? 'on' : 'off'}`);
    if (writable) {
      // A database that is being built is begun again after a crash.
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

  /**
   * Lets the statements until the next turn of the event loop share a transaction: to lock the file, to look whether it changed and to
   * unlock it takes as long as a small statement.
   */
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
    // The same statement is run for ten rows and for five hundred, of which there may be fewer.
    return (isLimited ? Math.min(2 * took, tookForRow * Number(parameters.at(-1))) : took) > LONG;
  }

  /** What was only read is not lost with its transaction, which a file that broke meanwhile may have ended already. */
  readonly #endReading = (): void => {
    this.#isReading = false;
    this.#dataVersion = undefined;
    try {
      this.#end.run();
    } catch {
      if (this.sqlite.inTransaction) this.sqlite.exec('rollback');
    }
  };

  /** Changes with each transaction that others have committed to the file, as far as statements of this turn see it. */
  dataVersion(): number {
    this.readTogether();
    this.#dataVersion ??= this.#version.get() as number;
    return this.#dataVersion;
  }

  /** Grows with each change of the tables; throws where the file cannot be read. */
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

  /** Preparing costs 20 µs, so the statements in use are kept; the one that was used longest ago goes first. */
  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql);
    if (prepared) {
      if (this.#prepared.size > MOST_PREPARED / 2) this.#prepared.delete(sql);
      else return prepared;
    } else {
      const statement = this.sqlite.prepare<unknown[], Row>(sql);
      const conversions = statement.reader ? conversionsOf(statement) : [];
      prepared = { statement, conversions, isLimited: sql.endsWith(LIMIT), took: 0, tookForRow: 0 };
      // SQLite's program of a statement grows with its text: it is run, but not kept.
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

/** Milliseconds. */
const LONG = 0.3;
const LIMIT = ' limit +?';

/** KiB. */
const CACHE = 65_536;
const MOST_PREPARED = 1000;
/** Characters of their texts: SQLite keeps some ten bytes for each. */
const MOST_CHARACTERS = 2 << 20;
const LONGEST_PREPARED = 64 << 10;

/** Columns whose values SQLite keeps in another type than the other engines; decided once a statement. */
function conversionsOf(statement: SQLite.Statement): Prepared['conversions'] {
  return statement.columns().flatMap(({ name, column }) => {
    const convert = conversions.get(column ?? name);
    return convert ? [[name, convert] as const] : [];
  });
}

const toBytes = (value: unknown): unknown => (typeof value === 'string' ? Buffer.from(value) : value);
/** MediaWiki's `DATETIME` column has the affinity of a number. */
const toDigits = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

const conversions: ReadonlyMap<string, (value: unknown) => unknown> = new Map([
  ...[...columnsOfKind('bytes')].map(name => [name, toBytes] as const),
  ...[...columnsOfKind('datetime')].map(name => [name, toDigits] as const),
]);
