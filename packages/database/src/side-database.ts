import type { Kysely } from 'kysely';
import { type Engine, type StatementLimits, watch } from './engine.ts';
import { DatabaseUnavailableError, QueryCancelledError } from './errors.ts';
import type { Database } from './tables.ts';

/** Milliseconds that it has to answer, if half of what the request has left is not less. */
const PATIENCE = 5000;
/** For which one that failed is left alone. */
const PAUSE = 1000;
/** Between two looks whether its file is still the same. */
const LOOK = 300;

export interface SideConnection {
  readonly forRequest: (limits: StatementLimits) => Kysely<Database>;
  readonly examine: Engine['examine'];
  close(): Promise<void>;
}

/**
 * A database beside that of the wiki, opened when it is first asked. Requests go on without it: one that does not answer costs them half of their time
 * at most, is left alone for a moment, and then tried by one request at a time.
 */
export class SideDatabase {
  readonly #connect: () => Promise<SideConnection>;
  readonly #failed: (error: unknown) => void;
  #opened: Promise<SideConnection> | undefined;
  #hasFailed = false;
  #isTrying = false;
  #until = Number.NEGATIVE_INFINITY;
  #looked = performance.now();

  /** `failed` is told why it did not answer. */
  constructor(connect: () => Promise<SideConnection>, failed: (error: unknown) => void) {
    this.#connect = connect;
    this.#failed = failed;
  }

  /** What the work gives; undefined where the database does not answer in time. Rejects when nobody waits any more. */
  async ask<T>(limits: StatementLimits, work: (db: Kysely<Database>) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.#try(limits, work);
    } catch (error) {
      if (error instanceof QueryCancelledError) throw error;
      return undefined;
    }
  }

  /** What keeps it from doing the work; undefined where nothing does. */
  async examine(limits: StatementLimits, work: (db: Kysely<Database>) => Promise<unknown>): Promise<string | undefined> {
    try {
      await this.#try(limits, work);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.then(
      connection => connection.close(),
      () => {},
    );
  }

  async #try<T>(limits: StatementLimits, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    const now = performance.now();
    if (now < this.#until || this.#isTrying) throw new DatabaseUnavailableError(new Error('It failed a moment ago.'));
    const isTrial = this.#hasFailed;
    this.#isTrying = isTrial;
    const deadline = Math.min(now + PATIENCE, limits.deadline === undefined ? Number.POSITIVE_INFINITY : (now + limits.deadline) / 2);
    const limited = { ...limits, deadline };
    try {
      const { forRequest } = await inTime(this.#open(now), limited);
      const result = await work(forRequest(limited));
      this.#hasFailed = false;
      return result;
    } catch (error) {
      if (!(error instanceof QueryCancelledError)) this.#fail(error);
      throw error;
    } finally {
      if (isTrial) this.#isTrying = false;
    }
  }

  async #open(now: number): Promise<SideConnection> {
    const opened = await this.#opened;
    if (opened?.examine && now - this.#looked > LOOK) {
      this.#looked = now;
      const { isCurrent, problem } = await opened.examine();
      if (!isCurrent || problem !== undefined) await this.close();
    }
    this.#opened ??= this.#connect().catch(error => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** Those that failed together count once. */
  #fail(error: unknown): void {
    const now = performance.now();
    if (now < this.#until) return;
    this.#until = now + PAUSE;
    this.#hasFailed = true;
    this.#failed(error);
  }
}

/** Rejects when a limit is met before the work is done, which goes on. */
async function inTime<T>(work: Promise<T>, limits: StatementLimits): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const unwatch = watch(limits, reject);
  try {
    return await Promise.race([work, promise]);
  } finally {
    unwatch();
  }
}
