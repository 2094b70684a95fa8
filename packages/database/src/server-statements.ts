import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery, QueryResult } from 'kysely';
import { type StatementLimits, watch } from './engine.ts';
import { DatabaseUnavailableError, QueryCancelledError, QueryDeadlineError } from './errors.ts';

/** A connection to a database server, lent for one statement. */
export interface Lent {
  run<Row>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<Row>>;
  /** Sets the server-side time limit of statements, in milliseconds; undefined if the present limit is sufficient. */
  limit(left: number): Promise<void> | undefined;
  /** Asks the server to end the statement. Settles when the server was told, because what comes late would end the next one. */
  stop(): Promise<unknown>;
  giveBack(): void;
  /** Closes it: nobody knows what the server still does with it. */
  discard(): void;
}

/** What a driver's errors say, and what to make of it. */
export interface Manners {
  /** The connection is gone, and with it the answer. */
  isLost(error: unknown): boolean;
  /** The server ended the statement, because it took too long or because somebody there said so. */
  isStopped(error: unknown): boolean;
  /** How often a statement is put; several times when left out. */
  readonly attempts?: number;
}

/** Milliseconds that a server has to end a statement when it was told to. */
const GRACE = 3000;

/** A statement that only reads is put again when its connection breaks: it may have been closed long ago, or another server answers. */
const ATTEMPTS = 3;

/** Milliseconds before the next attempt: when a server goes, the pool notices soon after that its other connections are gone, too. */
const PAUSE = 20;

/**
 * Runs a statement on a connection of a pool within the limits. Waiting for a connection counts. When a limit is met, the caller is told at once;
 * the connection comes back when the server has ended the statement, or is closed when it does not.
 */
export function runOnServer<Row>(
  lend: () => Promise<Lent>,
  query: Pick<CompiledQuery, 'sql' | 'parameters'>,
  limits: StatementLimits,
  manners: Manners,
): Promise<QueryResult<Row>> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult<Row>>();
  const loan = new Loan();
  const unwatch = watch(limits, error => {
    reject(error);
    loan.recall();
  });
  attempt<Row>(lend, query, loan, limits, manners).then(resolve, reject).finally(unwatch);
  return promise;
}

/** Milliseconds that the server-side limit adds to the time left, so that the client cancels the statement first. */
const SPARE = 1000;

/**
 * Returns the limit that a connection needs for a statement with so many milliseconds left; undefined if the present limit is sufficient. Setting it costs as much as a
 * small statement, so a limit remains while it is at most twice as long as necessary.
 */
export function limitFor(left: number, current: number, most: number): number | undefined {
  const wanted = Math.min(Math.ceil(Math.max(0, left)) + SPARE, most);
  if (wanted <= current && current <= 2 * wanted) return undefined;
  return wanted > current ? most : wanted;
}

async function attempt<Row>(
  lend: () => Promise<Lent>,
  { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  loan: Loan,
  { deadline }: StatementLimits,
  { isLost, isStopped, attempts = ATTEMPTS }: Manners,
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

/** The connection that a statement has. */
class Loan {
  #lent: Lent | undefined;
  #stopping: Promise<unknown> | undefined;
  #overdue: NodeJS.Timeout | undefined;
  isRecalled = false;

  /** Throws when the statement is not wanted any more. */
  begin(lent: Lent): void {
    this.#lent = lent;
    if (!this.isRecalled) return;
    this.#settle('giveBack');
    throw new QueryCancelledError();
  }

  /** The server has answered. What tells it to end the statement must not hit the next one. */
  end(isLost = false): void {
    if (isLost) this.#settle('discard');
    else if (this.#stopping)
      this.#stopping.then(
        () => this.#settle('giveBack'),
        () => this.#settle('discard'),
      );
    else this.#settle('giveBack');
  }

  /** Nobody waits for the answer any more. */
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
