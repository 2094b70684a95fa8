import type { Throttle, UpstreamRequest } from '@wikiquery/accounts';
import type { Statement } from '@wikiquery/database';

/** What workers ask of the process that started them: whatever there must be once for all of them. */
export interface SupervisorCalls {
  readonly takeAttempt: Throttle['take'];
  readonly clearAttempts: Throttle['clear'];
  /** The metrics of all workers together. */
  metrics(): Promise<string>;
  /** The session of a request may have changed: all workers are to ask anew who it is. */
  forgetSession(request: UpstreamRequest): void;
  /** This statement met a page of the database that cannot be read: all workers are to look at it. */
  suspect(statement: Statement): void;
}

/** What workers are asked and told. */
export interface WorkerCalls {
  /** Those of this process, as JSON. */
  metrics(): Promise<object[]>;
  forgetSession(request: UpstreamRequest): void;
  suspect(statement: Statement): void | Promise<void>;
}
