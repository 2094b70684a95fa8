import type { RevokedSession, Throttle } from '@wikiquery/accounts';
import type { ListenAddress, ProcessCalls } from '@wikiquery/server/extend';
import type { SharedCalls, SharedEvents } from './shared-calls.ts';

/** Functions that the supervisor exposes to the workers. */
export interface SupervisorCalls extends SharedCalls {
  /** Returns the secret key, which must not be in the environment or the arguments of a worker. */
  secretKey(): string | undefined;
  readonly takeAttempt: Throttle['take'];
  readonly clearAttempts: Throttle['clear'];
  /** Revokes a session. Resolves when no worker accepts the session any longer. */
  endSession(session: RevokedSession): Promise<void>;
  /** Returns the sessions that were revoked before the worker started. */
  revokedSessions(): readonly RevokedSession[];
  /** Returns the combined metrics of all workers. */
  metrics(): Promise<string>;
  /** Reports that the worker is ready for connections. Returns the address of the server. */
  ready(): ListenAddress;
  /** Heartbeat: reports that the worker is responsive. */
  alive(): void;
  /** Sends a message to all other workers. */
  publish(topic: string, message: unknown): void;
}

/** Functions that a worker exposes to the supervisor. */
export interface WorkerCalls extends ProcessCalls, SharedEvents {
  /** Waits for running requests, and ends the worker. */
  stop(): void;
  sessionsRevoked(sessions: readonly RevokedSession[]): void;
}
