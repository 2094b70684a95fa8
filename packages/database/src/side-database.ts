import type { Kysely } from 'kysely';
import { type Engine, type StatementLimits, watch } from './engine.ts';
import { DatabaseUnavailableError, QueryCancelledError } from './errors.ts';
import type { Database } from './tables.ts';

/** Maximum milliseconds of a query, which also takes at most half of the request's remaining time. */
const PATIENCE = 5000;
/** Milliseconds after a failure during which no attempt is made. */
const PAUSE = 1000;
const LOOK = 300;

export interface SideConnection {
  readonly forRequest: (limits: StatementLimits) => Kysely<Database>;
  readonly examine: Engine['examine'];
  close(): Promise<void>;
}

/** An optional second database. A failure takes at most half of a request's time. After a pause, one request at a time tries again. */
export class SideDatabase {
  readonly #connect: () => Promise<SideConnection>;
  readonly #failed: (error: unknown) => void;
  #opened: Promise<SideConnection> | undefined;
  #hasFailed = false;
  #isTrying = false;
  #until = Number.NEGATIVE_INFINITY;
  #checked = performance.now();

  constructor(connect: () => Promise<SideConnection>, failed: (error: unknown) => void) {
    this.#connect = connect;
    this.#failed = failed;
  }

  /** Returns the result of the work, or undefined after a failure or timeout. Rejects only if the request is cancelled. */
  async query<T>(limits: StatementLimits, work: (db: Kysely<Database>) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.#try(limits, work);
    } catch (error) {
      if (error instanceof QueryCancelledError) throw error;
      return undefined;
    }
  }

  /** Returns the message of the error that prevents the work, or undefined. */
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
    if (now < this.#until || this.#isTrying)
      throw new DatabaseUnavailableError(new Error('The database failed a moment ago and is not retried yet.'));
    const isTrial = this.#hasFailed;
    this.#isTrying = isTrial;
    const deadline = Math.min(now + PATIENCE, limits.deadline === undefined ? Number.POSITIVE_INFINITY : (now + limits.deadline) / 2);
    const limited = { ...limits, deadline };
    try {
      const { forRequest } = await withinLimits(this.#open(now), limited);
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
    if (opened?.examine && now - this.#checked > LOOK) {
      this.#checked = now;
      const { isCurrent, problem } = await opened.examine();
      if (!isCurrent || problem !== undefined) await this.close();
    }
    this.#opened ??= this.#connect().catch(error => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** Reports simultaneous failures once. */
  #fail(error: unknown): void {
    const now = performance.now();
    if (now < this.#until) return;
    this.#until = now + PAUSE;
    this.#hasFailed = true;
    this.#failed(error);
  }
}

/** Rejects at a limit. The work itself continues. */
async function withinLimits<T>(work: Promise<T>, limits: StatementLimits): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const unwatch = watch(limits, reject);
  try {
    return await Promise.race([work, promise]);
  } finally {
    unwatch();
  }
}
