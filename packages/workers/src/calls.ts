import type { RevokedSession, Throttle } from '@wikiquery/accounts';
import type { ListenAddress, ProcessCalls } from '@wikiquery/server/extend';

/** Calls of workers to the supervisor. */
export interface SupervisorCalls {
  /** Returns the secret key, which must not be in the environment or the arguments of a worker. */
  secretKey(): string | undefined;
  readonly takeAttempt: Throttle['take'];
  readonly clearAttempts: Throttle['clear'];
  /** Resolves when no worker accepts the session. */
  endSession(session: RevokedSession): Promise<void>;
  /** Returns the sessions that were revoked before the worker started. */
  revokedSessions(): readonly RevokedSession[];
  /** Returns the metrics of all workers together. */
  metrics(): Promise<string>;
  /** Reports that the worker is ready for connections. Returns the address of the server. */
  ready(): ListenAddress;
  /** Heartbeat. */
  alive(): void;
  /** Sends a message to all other workers. */
  publish(topic: string, message: unknown): void;
}

export interface WorkerCalls extends ProcessCalls {
  /** Waits for running requests, and ends the worker. */
  stop(): void;
  sessionsRevoked(sessions: readonly RevokedSession[]): void;
}
