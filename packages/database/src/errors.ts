/** A statement that was still running at its deadline. It has been stopped. */
export class QueryDeadlineError extends Error {
  override readonly name = 'QueryDeadlineError';
  readonly code = 'query-deadline';
  constructor() {
    super('The database query took longer than it may and was stopped. Ask for less at once, or raise the deadline in the configuration.');
  }
}

/** A statement whose `AbortSignal` fired: nobody waits for its rows any more. It has been stopped. */
export class QueryCancelledError extends Error {
  override readonly name = 'QueryCancelledError';
  readonly code = 'query-cancelled';
  constructor() {
    super('The database query was stopped because its request went away.');
  }
}

/** The database server cannot be reached now, or went away before it had answered. It is tried again with the next statement. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly code = 'database-unavailable';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message || String((cause as { readonly code?: unknown }).code) : String(cause), { cause });
  }
}

/** The database cannot be served: it is not there, cannot be reached, or does not hold the tables of a known MediaWiki. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
  readonly code = 'database-unusable';
  /** Tables, and columns as `table.column`, that are not there or that the account may not read. */
  readonly missing: readonly string[];
  constructor(message: string, missing: readonly string[] = []) {
    super(message);
    this.missing = missing;
  }
}
