import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PlainDatabase } from './plain.ts';
import { createSchema } from './postgres/schema.ts';
import { isConflict, retryConflicts } from './write-conflicts.ts';

/** Milliseconds after which a lease without a new heartbeat expires, and milliseconds between two checks. */
const EXPIRY = 15_000;
const LOOK = 1000;

/** Read-only check for accounts that cannot write the lease. It succeeds once no other process holds the lease. */
export class LeaseView {
  readonly #database: PlainDatabase;
  readonly #table: string;
  #isFree = false;

  constructor(database: PlainDatabase, prefix: string) {
    [this.#database, this.#table] = [database, `${prefix}wikiquery_lease`];
  }

  /** Returns false while another process holds the lease. Once the lease was free, always returns true. */
  async hold(): Promise<boolean> {
    if (this.#isFree) return true;
    const first = await this.#state();
    for (const end = performance.now() + EXPIRY; first !== undefined && performance.now() < end; ) {
      await sleep(LOOK);
      const state = await this.#state();
      if (state === undefined) break;
      if (state !== first) return false;
    }
    this.#isFree = true;
    return true;
  }

  release(): Promise<void> {
    return this.#database.close();
  }

  async #state(): Promise<string | undefined> {
    const query = sql<{ state: string }>`select concat(holder, beat) as state from ${sql.table(this.#table)} where id = 1`;
    const { rows } = await query.execute(this.#database.forRequest({})).catch(() => ({ rows: [] }));
    return rows[0] && String(rows[0].state);
  }
}

/** A row that names the process that may write. Other processes only check whether its heartbeat advances, so clocks are not compared. */
export class Lease {
  readonly #database: PlainDatabase;
  readonly #table: string;
  readonly #holder = randomUUID();
  #isHeld = false;

  private constructor(database: PlainDatabase, table: string) {
    [this.#database, this.#table] = [database, table];
  }

  static async open(database: PlainDatabase, prefix: string): Promise<Lease> {
    const lease = new Lease(database, `${prefix}wikiquery_lease`);
    try {
      if (database.engine === 'postgres') await createSchema(database);
      await createTable(database, lease.#table);
      await readWhatIsWritten(database);
      return lease;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** Acquires or renews the lease. Returns false while another process holds it. The lease of a killed process expires after 15 seconds. */
  async hold(): Promise<boolean> {
    // A conflict does not mean that another process holds the lease.
    if (this.#isHeld) return (await retryConflicts(() => this.#change(this.#holder))) > 0n;
    for (let end = performance.now() + EXPIRY, seen: string | undefined; ; ) {
      const row = await this.#read();
      const state = row && `${row.holder} ${row.beat}`;
      if (seen !== undefined && state !== undefined && state !== seen) return false;
      seen ??= state;
      if (!row) this.#isHeld = await this.#insert();
      else if (performance.now() > end) this.#isHeld = await this.#takeOver(row.holder, row.beat);
      if (this.#isHeld) return true;
      if (performance.now() > end + LOOK) return false;
      await sleep(LOOK);
    }
  }

  async release(): Promise<void> {
    const row = sql`delete from ${sql.table(this.#table)} where holder = ${this.#holder}`;
    if (this.#isHeld) await row.execute(this.#database.forRequest({})).catch(() => undefined);
    await this.#database.close();
  }

  async #read(): Promise<{ readonly holder: string; readonly beat: number } | undefined> {
    const query = sql<{ holder: string; beat: number }>`select holder, beat from ${sql.table(this.#table)} where id = 1`;
    const { rows } = await query.execute(this.#database.forRequest({}));
    return rows[0] && { holder: String(rows[0].holder), beat: Number(rows[0].beat) };
  }

  async #insert(): Promise<boolean> {
    try {
      await sql`insert into ${sql.table(this.#table)} (id, holder, beat) values (1, ${this.#holder}, 1)`.execute(
        this.#database.forRequest({}),
      );
      return true;
    } catch (error) {
      if (isConflict(error) || isDuplicate(error)) return false;
      throw error;
    }
  }

  async #takeOver(holder: string, beat: number): Promise<boolean> {
    try {
      return (await this.#change(holder, beat)) > 0n;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  /** Writes the next heartbeat if `holder` holds the lease with the last heartbeat `beat`. Returns the number of changed rows. */
  async #change(holder: string, beat?: number): Promise<bigint> {
    const since = beat === undefined ? sql`` : sql` and beat = ${beat}`;
    const statement = sql`update ${sql.table(this.#table)} set holder = ${this.#holder}, beat = beat + 1 where id = 1 and holder = ${holder}${since}`;
    return (await statement.execute(this.#database.forRequest({}))).numAffectedRows ?? 0n;
  }
}

async function createTable(database: PlainDatabase, name: string): Promise<void> {
  const table = sql`create table if not exists ${sql.table(name)} (id int primary key, holder varchar(36) not null, beat bigint not null)`;
  try {
    await table.execute(database.forRequest({}));
  } catch (error) {
    // Concurrent `create table if not exists` statements can fail on PostgreSQL, also because of the type of the table's rows.
    if (!isDuplicate(error)) throw error;
  }
}

/** Galera nodes apply the writes of other nodes with a delay, so reads must wait for these. Servers without Galera lack this variable. */
async function readWhatIsWritten(database: PlainDatabase): Promise<void> {
  if (database.engine !== 'mariadb') return;
  const db = database.forRequest({});
  const { rows } = await sql<{ Value: string }>`show variables like 'wsrep_on'`.execute(db);
  if (rows[0]?.Value === 'ON') await sql`set session wsrep_sync_wait = 1`.execute(db);
}

function isDuplicate(error: unknown): boolean {
  const { errno, code } = error as { readonly errno?: unknown; readonly code?: unknown };
  return errno === 1062 || code === '23505' || code === '42P07' || code === '42710';
}
