/** Thrown when a statement exceeds the deadline of its request. */
export class QueryDeadlineError extends Error {
  override readonly name = 'QueryDeadlineError';
  readonly code = 'query-deadline';
  constructor() {
    super(
      'The database query exceeded its deadline and was stopped. Request less data at once, or increase the deadline in the configuration.',
    );
  }
}

/** Thrown when the request of a statement is cancelled, or when the database is closed while the statement waits. */
export class QueryCancelledError extends Error {
  override readonly name = 'QueryCancelledError';
  readonly code = 'query-cancelled';
  constructor() {
    super('The database query was stopped because its request was cancelled.');
  }
}

/** Thrown when the database server is unreachable or disconnects. The next statement reconnects. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly code = 'database-unavailable';
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message || String((cause as { readonly code?: unknown }).code) : String(cause), { cause });
  }
}

/** Thrown when the database cannot be used: it is missing or unreachable, or lacks tables of a supported MediaWiki release (`missing`). */
export class DatabaseUnusableError extends Error {
  override readonly name = 'DatabaseUnusableError';
  readonly code = 'database-unusable';
  readonly missing: readonly string[];
  constructor(message: string, missing: readonly string[] = []) {
    super(message);
    this.missing = missing;
  }
}
