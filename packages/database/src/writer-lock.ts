import { createHash } from 'node:crypto';
import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { serverAddress } from './address.ts';
import { DatabaseUnusableError } from './errors.ts';
import { GaleraLease, GaleraLeaseView, isGalera } from './galera-lease.ts';
import { openPlain, type PlainDatabase } from './plain.ts';
import { identityNow } from './sqlite/file.ts';

/** Another process writes to the database. */
export class DatabaseBusyError extends DatabaseUnusableError {}

const BUSY =
  'Another import, follow or index is working on this database. Wait until it has ended, or stop it, and start this one again: it goes on where it was.';
const LOST =
  'Another import, follow or index has taken over this database, because this one did not answer for too long. Start it again: it goes on where it was.';

/** Milliseconds in which a server notices that a process has died, between two attempts, and between two heartbeats. */
const NOTICED = 3000;
const PAUSE = 100;
const HEARTBEAT = 3000;

export interface WriterLockOptions {
  /** Put before the names of the tables. */
  readonly prefix?: string;
  /** The account may have no right to write there: only a lock that needs none is taken. */
  readonly isReader?: boolean;
}

/**
 * Does work that only one process at a time may do with a database. Rejects with a `DatabaseBusyError` while another one does. The lock ends with the
 * process. `signal` is aborted where the lock is lost: another process has it then.
 *
 * SQLite: a lock on the file `NAME.lock`. PostgreSQL: an advisory lock. MariaDB: `GET_LOCK`, and on Galera, where that holds on one node only, a row
 * with a heartbeat.
 */
export async function withWriterLock<T>(
  address: string,
  options: WriterLockOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lock = await acquire(address, options);
  if (!lock) return work(new AbortController().signal);
  const lost = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const heart = beat(lock, error => {
    lost.abort(error);
    reject(error);
  });
  try {
    return await Promise.race([work(lost.signal), promise]);
  } finally {
    await heart.stop();
    await lock.release();
  }
}

interface Lock {
  /** Takes the lock, or makes sure that it is still held. Returns whether it is. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

async function acquire(address: string, options: WriterLockOptions): Promise<Lock | undefined> {
  const lock = await lockOf(address, options);
  try {
    const end = performance.now() + NOTICED;
    while (lock && !(await lock.hold())) {
      if (performance.now() > end) throw new DatabaseBusyError(BUSY);
      await sleep(PAUSE);
    }
    return lock;
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/** Undefined where a reader cannot lock, as a file in a folder that it may not write to. */
async function lockOf(address: string, { prefix = '', isReader = false }: WriterLockOptions): Promise<Lock | undefined> {
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/s.exec(address)?.[1];
  if (file !== undefined) return isReader && !mayWrite(dirname(file)) ? undefined : new FileLock(`${file}.lock`);
  const database = await openPlain(address, { writable: !isReader, single: true });
  if (database.engine === 'postgres') return new AdvisoryLock(database, prefix);
  const name = lockName(serverAddress(address).pathname + prefix);
  if (!(await isGalera(database))) return new NamedLock(database, name);
  return new NamedLock(database, name, isReader ? new GaleraLeaseView(database, prefix) : await GaleraLease.open(database, prefix));
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** MariaDB takes 64 characters. */
const lockName = (place: string): string => `wikiquery-${createHash('sha1').update(place).digest('hex')}`;

/** SQLite's own lock on a file of its own: the system ends it with the process. */
class FileLock implements Lock {
  readonly #file: string;
  #database: PlainDatabase | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async hold(): Promise<boolean> {
    if (this.#database) return true;
    closeSync(openSync(this.#file, 'a'));
    const identity = identityNow(this.#file);
    const database = await openPlain(`sqlite:${this.#file}`, { writable: true, single: true });
    // Whoever had it before removes the file at the end: a lock on one that is not there any more is none.
    const isHeld = (await beginAlone(database)) && identity !== undefined && identityNow(this.#file) === identity;
    if (isHeld) this.#database = database;
    else await database.close();
    return isHeld;
  }

  async release(): Promise<void> {
    if (!this.#database) return;
    await rm(this.#file, { force: true });
    await this.#database.close();
  }
}

async function beginAlone(database: PlainDatabase): Promise<boolean> {
  const db = database.forRequest({});
  await sql`pragma busy_timeout = 0`.execute(db);
  try {
    await sql`begin immediate`.execute(db);
    return true;
  } catch (error) {
    if (/^SQLITE_BUSY/.test(String((error as { code?: unknown }).code))) return false;
    throw error;
  }
}

/** A lock of PostgreSQL in a transaction, which keeps its connection also behind a pooler such as PgBouncer. */
class AdvisoryLock implements Lock {
  readonly #database: PlainDatabase;
  readonly #prefix: string;

  constructor(database: PlainDatabase, prefix: string) {
    [this.#database, this.#prefix] = [database, prefix];
  }

  async hold(): Promise<boolean> {
    const db = this.#database.forRequest({});
    // Within a transaction it changes nothing; a connection that was replaced has none.
    await sql`begin`.execute(db);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('wikiquery'), hashtext(current_schema() || ${this.#prefix})) as got`.execute(db);
    if (rows[0]?.got) return true;
    await sql`rollback`.execute(db);
    return false;
  }

  release(): Promise<void> {
    return this.#database.close();
  }
}

/** A lock of MariaDB, which ends with its connection. */
class NamedLock implements Lock {
  readonly #database: PlainDatabase;
  readonly #name: string;
  readonly #lease: Lock | undefined;

  constructor(database: PlainDatabase, name: string, lease?: Lock) {
    [this.#database, this.#name, this.#lease] = [database, name, lease];
  }

  async hold(): Promise<boolean> {
    const { rows } = await sql<{ got: number }>`select get_lock(${this.#name}, 0) as got`.execute(this.#database.forRequest({}));
    return Boolean(rows[0]?.got) && (await this.#lease?.hold()) !== false;
  }

  async release(): Promise<void> {
    await this.#lease?.release().catch(() => undefined);
    await this.#database.close();
  }
}

/** Holds the lock until it is stopped. A server that cannot be reached for a moment is asked again: where the lock is gone, it says so. */
function beat(lock: Lock, lose: (error: DatabaseBusyError) => void): { stop(): Promise<void> } {
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    for (;;) {
      await sleep(HEARTBEAT, undefined, { signal: ending.signal, ref: false });
      if ((await lock.hold().catch(() => undefined)) === false) return lose(new DatabaseBusyError(LOST));
    }
  };
  const running = run().catch(() => undefined);
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}
