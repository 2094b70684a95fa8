import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import { type StatementLimits, watch } from './engine.ts';
import { DatabaseUnavailableError, QueryCancelledError, QueryDeadlineError } from './errors.ts';

/** A pooled connection while one statement uses it. */
export interface Lent {
  run<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>>;
  /** Sets the server-side timeout for a statement that has `left` milliseconds. Undefined if the current timeout is sufficient. */
  limit(left: number): Promise<void> | undefined;
  /** Cancels the statement. Settles once the server has received the request, because a late request would cancel the next statement. */
  stop(): Promise<unknown>;
  giveBack(): void;
  /** Closes the connection, because its state is unknown. */
  discard(): void;
}

/** Classifies a driver's errors. */
export interface ErrorRules {
  isLost(error: unknown): boolean;
  isStopped(error: unknown): boolean;
  /** Attempts per statement. Default: 3. */
  readonly attempts?: number;
}

/** Maximum milliseconds for the server to end a cancelled statement. */
const GRACE = 3000;

/** Read-only statements are retried after a connection failure, because the failure may affect only an idle connection or one server. */
const ATTEMPTS = 3;

/** Milliseconds between attempts. Meanwhile, the pool detects further broken connections. */
const PAUSE = 20;

/** Runs a statement on a pooled connection. Rejects immediately at a limit; the connection is then returned or closed later. */
export function runOnServer<Row>(
  lend: () => Promise<Lent>,
  query: Pick<CompiledQuery, 'sql' | 'parameters'>,
  limits: StatementLimits,
  errorRules: ErrorRules,
): Promise<QueryResult<Row>> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
  const loan = new Loan();
  const unwatch = watch(limits, error => {
    reject(error);
    loan.recall();
  });
  attempt<Row>(lend, query, loan, limits, errorRules).then(resolve, reject).finally(unwatch);
  return promise;
}

/** Milliseconds added to the server-side timeout, so that the client cancels the statement first. */
const SPARE = 1000;

/** Returns the timeout to set, or undefined to keep the current one. Setting it costs a round trip, so up to twice the time is accepted. */
export function limitFor(left: number, current: number, most: number): number | undefined {
  const needed = Math.min(Math.ceil(Math.max(0, left)) + SPARE, most);
  if (needed <= current && current <= 2 * needed) return undefined;
  return needed > current ? most : needed;
}

async function attempt<Row>(
  lend: () => Promise<Lent>,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  loan: Loan,
  { deadline }: StatementLimits,
  { isLost, isStopped, attempts = ATTEMPTS }: ErrorRules,
): Promise<QueryResult<Row>> {
  for (let left = attempts; ; left--) {
    const lent = await lend().catch(error => {
      throw error instanceof DatabaseUnavailableError ? error : new DatabaseUnavailableError(error);
    });
    loan.begin(lent);
    try {
      const limiting = lent.limit((deadline ?? Number.POSITIVE_INFINITY) - performance.now());
      if (limiting) await limiting;
      if (loan.isRecalled) throw new QueryCancelledError();
      const result = await lent.run<Row>(sql, parameters);
      loan.end();
      return result;
    } catch (error) {
      loan.end(isLost(error));
      if (isStopped(error)) throw new QueryDeadlineError();
      if (!isLost(error)) throw error;
      if (left <= 1 || loan.isRecalled) throw new DatabaseUnavailableError(error);
      await sleep(PAUSE);
    }
  }
}

class Loan {
  #lent: Lent | undefined;
  #stopping: Promise<unknown> | undefined;
  #overdue: NodeJS.Timeout | undefined;
  isRecalled = false;

  begin(lent: Lent): void {
    this.#lent = lent;
    if (!this.isRecalled) return;
    this.#settle('giveBack');
    throw new QueryCancelledError();
  }

  /** Returns the connection to the pool, but only after a pending cancellation, which must not affect the next statement. */
  end(isLost = false): void {
    if (isLost) this.#settle('discard');
    else if (this.#stopping)
      this.#stopping.then(
        () => this.#settle('giveBack'),
        () => this.#settle('discard'),
      );
    else this.#settle('giveBack');
  }

  recall(): void {
    this.isRecalled = true;
    if (!this.#lent) return;
    this.#overdue = setTimeout(() => this.#settle('discard'), GRACE).unref();
    this.#stopping = this.#lent.stop();
    this.#stopping.catch(() => this.#settle('discard'));
  }

  #settle(how: 'giveBack' | 'discard'): void {
    clearTimeout(this.#overdue);
    this.#lent?.[how]();
    this.#lent = undefined;
  }
}
