import type { RevokedSession, Throttle, UpstreamRequest } from '@wikiquery/accounts';
import type { Statement } from '@wikiquery/database';
import type { Place } from '../http/bind.ts';
import type { Spending } from '../limits/client-limits.ts';
import type { HealthReport } from '../observability/health.ts';
import type { MetricsJson } from '../observability/metrics.ts';

/** What workers ask of the process that started them: whatever there must be once for all of them. */
export interface SupervisorCalls {
  /** The key that signs sessions and tokens. It must not be in the environment or the arguments of a worker. */
  secretKey(): string | undefined;
  readonly takeAttempt: Throttle['take'];
  readonly clearAttempts: Throttle['clear'];
  /** Resolves when no worker takes the session any more. */
  endSession(session: RevokedSession): Promise<void>;
  /** Those that ended before the worker began. */
  endedSessions(): readonly RevokedSession[];
  /** The metrics of all workers together. */
  metrics(): Promise<string>;
  /** This one is ready for connections. Gives the place at which the supervisor takes them. */
  ready(): Place;
  /** This one is not blocked. */
  alive(): void;
  /** The session of a request may have changed: all workers are to ask anew who it is. */
  forgetSession(request: UpstreamRequest): void;
  /** What clients have used in this process. */
  clientsSpent(spent: readonly Spending[]): void;
  /** This statement met a page of the database that cannot be read: all workers are to look at it. */
  suspect(statement: Statement): void;
}

/** What workers are asked and told. */
export interface WorkerCalls {
  /** Those of this process, as JSON. */
  metrics(): Promise<MetricsJson>;
  /** How this process is. */
  report(): Promise<HealthReport>;
  /** Goes on serving, but says that no more requests are wanted. */
  drain(): void;
  /** Takes new settings; gives what is wrong with them. */
  reload(): Promise<readonly string[]>;
  /** Lets requests that run finish, and ends. */
  stop(): void;
  /** These sessions have ended. */
  sessionsEnded(sessions: readonly RevokedSession[]): void;
  forgetSession(request: UpstreamRequest): void;
  /** What clients have used in the process with this id. */
  clientsSpent(process: number, spent: readonly Spending[]): void;
  suspect(statement: Statement): void | Promise<void>;
}
