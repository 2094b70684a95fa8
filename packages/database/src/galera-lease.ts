import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PlainDatabase } from './plain.ts';
import { isConflict } from './write-conflicts.ts';

/** Milliseconds after which a lease whose heartbeat stands still is free, and between two looks at it. */
const EXPIRY = 15_000;
const LOOK = 1000;

/** Whether the server is a node of a Galera cluster. */
export async function isGalera(database: PlainDatabase): Promise<boolean> {
  const { rows } = await sql<{ Value: string }>`show variables like 'wsrep_on'`.execute(database.forRequest({}));
  return rows[0]?.Value === 'ON';
}

/** What a process has that only looks whether another one has the lease: its account may have no right to write, or to read the row. */
export class GaleraLeaseView {
  readonly #database: PlainDatabase;
  readonly #table: string;
  #isFree = false;

  constructor(database: PlainDatabase, prefix: string) {
    [this.#database, this.#table] = [database, `${prefix}wikiquery_lease`];
  }

  /** Returns false where another process had the lease at the beginning. */
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

  async release(): Promise<void> {}

  async #state(): Promise<string | undefined> {
    const query = sql<{ state: string }>`select concat(holder, beat) as state from ${sql.table(this.#table)} where id = 1`;
    const { rows } = await query.execute(this.#database.forRequest({})).catch(() => ({ rows: [] }));
    return rows[0] && String(rows[0].state);
  }
}

/** A row that one process of a cluster has. Its clock is not compared with others: a heartbeat that stands still is seen to do so. */
export class GaleraLease {
  readonly #database: PlainDatabase;
  readonly #table: string;
  readonly #holder = randomUUID();
  #isHeld = false;

  private constructor(database: PlainDatabase, table: string) {
    [this.#database, this.#table] = [database, table];
  }

  static async open(database: PlainDatabase, prefix: string): Promise<GaleraLease> {
    const lease = new GaleraLease(database, `${prefix}wikiquery_lease`);
    const db = database.forRequest({});
    await sql`create table if not exists ${sql.table(lease.#table)} (id int primary key, holder varchar(36) not null, beat bigint not null)`.execute(
      db,
    );
    // Reads wait for what other nodes have written.
    await sql`set session wsrep_sync_wait = 1`.execute(db);
    return lease;
  }

  /** Takes the lease, or shows that its holder is alive. Returns false while another process has it; after a process that died it takes some seconds. */
  async hold(): Promise<boolean> {
    if (this.#isHeld) return (await this.#change(this.#holder)) > 0n;
    for (let end = performance.now() + EXPIRY, seen: string | undefined; ; ) {
      const row = await this.#read();
      const state = row && `${row.holder} ${row.beat}`;
      if (seen !== undefined && state !== undefined && state !== seen) return false;
      seen ??= state;
      if (!row) this.#isHeld = await this.#insert();
      else if (performance.now() > end) this.#isHeld = (await this.#change(row.holder, row.beat)) > 0n;
      if (this.#isHeld) return true;
      if (performance.now() > end + LOOK) return false;
      await sleep(LOOK);
    }
  }

  async release(): Promise<void> {
    if (!this.#isHeld) return;
    await sql`delete from ${sql.table(this.#table)} where holder = ${this.#holder}`.execute(this.#database.forRequest({}));
  }

  async #read(): Promise<{ readonly holder: string; readonly beat: number } | undefined> {
    const query = sql<{ holder: string; beat: number }>`select holder, beat from ${sql.table(this.#table)} where id = 1`;
    const { rows } = await query.execute(this.#database.forRequest({}));
    return rows[0] && { holder: String(rows[0].holder), beat: Number(rows[0].beat) };
  }

  /** Returns false where another process was first. */
  async #insert(): Promise<boolean> {
    try {
      await sql`insert into ${sql.table(this.#table)} (id, holder, beat) values (1, ${this.#holder}, 1)`.execute(
        this.#database.forRequest({}),
      );
      return true;
    } catch (error) {
      if (isConflict(error) || (error as { errno?: unknown }).errno === DUPLICATE) return false;
      throw error;
    }
  }

  /** Writes the next heartbeat where this one holds the lease. Returns the number of rows. */
  async #change(holder: string, beat?: number): Promise<bigint> {
    const since = beat === undefined ? sql`` : sql` and beat = ${beat}`;
    const statement = sql`update ${sql.table(this.#table)} set holder = ${this.#holder}, beat = beat + 1 where id = 1 and holder = ${holder}${since}`;
    try {
      return (await statement.execute(this.#database.forRequest({}))).numAffectedRows ?? 0n;
    } catch (error) {
      if (isConflict(error)) return 0n;
      throw error;
    }
  }
}

const DUPLICATE = 1062;
