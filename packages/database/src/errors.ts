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

/** The database cannot be served: it is not there, cannot be reached, or does not hold the tables of a known MediaWiki. */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
  readonly code = 'database-unusable';
}
