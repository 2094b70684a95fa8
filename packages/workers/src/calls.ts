import type { RevokedSession, Throttle } from '@wikiquery/accounts';
import type { ListenAddress, ProcessCalls } from '@wikiquery/server/extend';

/** Calls of workers to the process that started them. */
export interface SupervisorCalls {
  /** The key that signs sessions and tokens. It must not be in the environment or the arguments of a worker. */
  secretKey(): string | undefined;
  readonly takeAttempt: Throttle['take'];
  readonly clearAttempts: Throttle['clear'];
  /** Resolves when no worker accepts the session any longer. */
  endSession(session: RevokedSession): Promise<void>;
  /** The sessions that were revoked before the worker began. */
  revokedSessions(): readonly RevokedSession[];
  /** The metrics of all workers together. */
  metrics(): Promise<string>;
  /** The worker is ready for connections. Returns the place at which the supervisor accepts them. */
  ready(): ListenAddress;
  /** The worker is not blocked. */
  alive(): void;
  /** Sends a message to all other workers. */
  publish(topic: string, message: unknown): void;
}

/** Calls to workers. */
export interface WorkerCalls extends ProcessCalls {
  /** Lets requests that run finish, and ends. */
  stop(): void;
  /** These sessions are revoked. */
  sessionsRevoked(sessions: readonly RevokedSession[]): void;
}
