import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseUnusableError } from './errors.ts';
import { Lease, LeaseView } from './lease.ts';
import { openPlain, type PlainDatabase } from './plain.ts';
import { identityNow } from './sqlite/file.ts';

/** Thrown if another process holds the writer lock. */
export class DatabaseBusyError extends DatabaseUnusableError {}

const busy = (commands: string): string =>
  `Another ${commands} is working on this database. Wait until it has finished, or stop it. Then start this command again: it resumes where it stopped.`;
const lost = (commands: string): string =>
  `Another ${commands} has taken over the database lock, because this command sent no heartbeat for too long. Start it again: it resumes where it stopped.`;

/** Milliseconds to wait for a lock that is about to be released, milliseconds between two attempts, and between two heartbeats. */
const PATIENCE = 3000;
const PAUSE = 100;
const HEARTBEAT = 3000;
/** Milliseconds between two attempts of a standby. */
const STANDBY_PAUSE = 500;

/** Options of `withWriterLock`. */
export interface WriterLockOptions {
  /** Table prefix (`$wgDBprefix`). Default: none. */
  readonly prefix?: string;
  /** Whether the account may lack write privileges. The lock then only checks that no other process holds it. Default: false. */
  readonly isReader?: boolean;
  /** Names of the commands that use the lock, for error messages. Default: `import, follow or index`. */
  readonly commands?: string;
  /** Waits for the lock without a time limit, instead of rejecting. */
  readonly standby?: Standby | undefined;
}

/** A process that takes over when the holder of the lock ends. */
export interface Standby {
  /** Ends the wait. It then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called once if another process holds the lock. */
  onWait(): void;
}

/**
 * Runs work that needs exclusive write access to a database. Rejects with a `DatabaseBusyError` if another process holds the lock.
 * `signal` is aborted when the lock is lost to another process.
 *
 * SQLite: a lock on the file `NAME.lock`, released when the process ends. Database servers: a row with a heartbeat, which also works behind
 * connection poolers and on every node of a cluster. The row of a process that was killed expires after 15 seconds.
 */
export async function withWriterLock<T>(
  address: string,
  options: WriterLockOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lock = await acquire(address, options);
  if (!lock) return work(new AbortController().signal);
  const loss = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const heart = beat(lock, () => {
    const error = new DatabaseBusyError(lost(options.commands ?? COMMANDS));
    loss.abort(error);
    reject(error);
  });
  try {
    return await Promise.race([work(loss.signal), promise]);
  } finally {
    await heart.stop();
    await lock.release();
  }
}

const COMMANDS = 'import, follow or index';

interface Lock {
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

async function acquire(address: string, options: WriterLockOptions): Promise<Lock | undefined> {
  const lock = await lockOf(address, options);
  try {
    if (lock && options.standby) await waitFor(lock, options.standby);
    const end = performance.now() + PATIENCE;
    while (lock && !(await lock.hold())) {
      if (performance.now() > end) throw new DatabaseBusyError(busy(options.commands ?? COMMANDS));
      await sleep(PAUSE);
    }
    return lock;
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

async function waitFor(lock: Lock, { signal, onWait }: Standby): Promise<void> {
  for (let isFirst = true; !(await lock.hold()); isFirst = false) {
    if (isFirst) onWait();
    signal?.throwIfAborted();
    await sleep(STANDBY_PAUSE, undefined, { signal });
  }
}

/** Returns the lock. Undefined if a reader cannot lock, for example a file in a folder without write access. */
async function lockOf(address: string, { prefix = '', isReader = false }: WriterLockOptions): Promise<Lock | undefined> {
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/s.exec(address)?.[1];
  if (file !== undefined) return isReader && !mayWrite(dirname(file)) ? undefined : new FileLock(`${file}.lock`);
  const database = await openPlain(address, { writable: !isReader, single: true });
  return isReader ? new LeaseView(database, prefix) : Lease.open(database, prefix);
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Uses SQLite's lock on a separate file. The operating system releases the lock when the process ends. */
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
    try {
      // The previous holder deletes the file when it finishes, and a lock on a deleted file has no effect.
      if ((await beginAlone(database)) && identity !== undefined && identityNow(this.#file) === identity) this.#database = database;
    } finally {
      if (!this.#database) await database.close();
    }
    return this.#database !== undefined;
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

/** Sends heartbeats until stopped. Calls `lose` if another process holds the lock. Continues while the server is unreachable. */
function beat(lock: Lock, lose: () => void): { stop(): Promise<void> } {
  const ending = new AbortController();
  const run = async (): Promise<void> => {
    for (;;) {
      await sleep(HEARTBEAT, undefined, { signal: ending.signal, ref: false });
      if ((await lock.hold().catch(() => undefined)) === false) return lose();
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
