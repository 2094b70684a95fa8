import cluster from 'node:cluster';
import { type Revocations, RevocationTable, type Throttle, type UpstreamRequest } from '@wikiquery/accounts';
import { createBirpc } from 'birpc';
import type { SupervisorCalls, WorkerCalls } from './calls.ts';

/** What a worker shares with the others. */
export interface Shared {
  readonly throttle: Throttle;
  readonly revocations: Revocations;
  /** The metrics of all workers together. */
  metrics(): Promise<string>;
  forgetSession(request: UpstreamRequest): void;
  /** Takes what this worker answers to the others. */
  answer(own: Omit<WorkerCalls, 'sessionsEnded'>): void;
  /** Only one of them greets. */
  readonly isFirst: boolean;
  /** Resolves when this worker is to end. */
  readonly stopped: Promise<void>;
  /** Lets the process end. */
  leave(): void;
}

export const isWorker: boolean = cluster.isWorker;

/** Connects this process, which is a worker, with the one that started it. */
export async function joinWorkers(now: () => number): Promise<Shared> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const ended = new RevocationTable(now);
  const calls: WorkerCalls = {
    metrics: async () => [],
    forgetSession() {},
    sessionsEnded(sessions) {
      for (const session of sessions) ended.end(session);
    },
  };
  const supervisor = createBirpc<SupervisorCalls, WorkerCalls>(calls, {
    post: data => process.send?.(data),
    on: receive => process.on('message', receive),
  });
  // A terminal sends it to all processes: it is for the supervisor, which sends the other one.
  process.on('SIGINT', () => {});
  process.once('SIGTERM', stop);
  calls.sessionsEnded(await supervisor.endedSessions());
  return {
    throttle: { take: key => supervisor.takeAttempt(key), clear: async key => supervisor.clearAttempts(key) },
    revocations: {
      has: session => ended.has(session),
      end(session) {
        ended.end(session);
        return supervisor.endSession(session);
      },
    },
    metrics: () => supervisor.metrics(),
    forgetSession: request => void supervisor.forgetSession.asEvent(request),
    answer: own => void Object.assign(calls, own),
    isFirst: cluster.worker?.id === 1,
    stopped,
    leave: () => void cluster.worker?.disconnect(),
  };
}
