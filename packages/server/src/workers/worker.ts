import cluster from 'node:cluster';
import type { Throttle, UpstreamRequest } from '@wikiquery/accounts';
import type { Statement } from '@wikiquery/database';
import { createBirpc } from 'birpc';
import type { SupervisorCalls, WorkerCalls } from './calls.ts';

/** What a worker shares with the others. */
export interface Shared {
  readonly throttle: Throttle;
  /** The metrics of all workers together. */
  metrics(): Promise<string>;
  forgetSession(request: UpstreamRequest): void;
  /** Has the others look at a statement that met a page of the database that cannot be read. */
  suspect(statement: Statement): void;
  /** Takes what this worker answers to the others. */
  answer(own: WorkerCalls): void;
  /** Only one of them greets. */
  readonly isFirst: boolean;
  /** Resolves when this worker is to end. */
  readonly stopped: Promise<void>;
  /** Lets the process end. */
  leave(): void;
}

export const isWorker: boolean = cluster.isWorker;

/** Connects this process, which is a worker, with the one that started it. */
export function joinWorkers(): Shared {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const calls: WorkerCalls = { metrics: async () => [], forgetSession() {}, suspect() {} };
  const supervisor = createBirpc<SupervisorCalls, WorkerCalls>(calls, {
    post: data => process.send?.(data),
    on: receive => process.on('message', receive),
  });
  // A terminal sends it to all processes: it is for the supervisor, which sends the other one.
  process.on('SIGINT', () => {});
  process.once('SIGTERM', stop);
  return {
    throttle: { take: key => supervisor.takeAttempt(key), clear: async key => supervisor.clearAttempts(key) },
    metrics: () => supervisor.metrics(),
    forgetSession: request => void supervisor.forgetSession.asEvent(request),
    suspect: statement => void supervisor.suspect.asEvent({ sql: statement.sql, parameters: statement.parameters }),
    answer: own => void Object.assign(calls, own),
    isFirst: cluster.worker?.id === 1,
    stopped,
    leave: () => void cluster.worker?.disconnect(),
  };
}
