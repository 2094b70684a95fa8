import type { Throttle, UpstreamRequest } from '@wikiquery/accounts';

/** What workers ask of the process that started them: whatever there must be once for all of them. */
export interface SupervisorCalls {
  readonly takeAttempt: Throttle['take'];
  readonly clearAttempts: Throttle['clear'];
  /** The metrics of all workers together. */
  metrics(): Promise<string>;
  /** This one is ready for connections. Gives the port on which the supervisor takes them. */
  ready(): number;
  /** This one is not blocked. */
  alive(): void;
  /** The session of a request may have changed: all workers are to ask anew who it is. */
  forgetSession(request: UpstreamRequest): void;
}

/** What workers are asked and told. */
export interface WorkerCalls {
  /** Those of this process, as JSON. */
  metrics(): Promise<object[]>;
  forgetSession(request: UpstreamRequest): void;
}
