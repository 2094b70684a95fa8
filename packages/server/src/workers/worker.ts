import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import { type Revocations, RevocationTable, type Throttle, type UpstreamRequest } from '@wikiquery/accounts';
import type { Statement } from '@wikiquery/database';
import { createBirpc } from 'birpc';
import type { SupervisorCalls, WorkerCalls } from './calls.ts';
import { ARRIVED, CONNECTION } from './sockets.ts';

/** What a worker shares with the others. */
export interface Shared {
  readonly throttle: Throttle;
  readonly revocations: Revocations;
  /** The metrics of all workers together. */
  metrics(): Promise<string>;
  forgetSession(request: UpstreamRequest): void;
  /** Has the others look at a statement that met a page of the database that cannot be read. */
  suspect(statement: Statement): void;
  /** Takes what this worker answers to the others. */
  answer(own: Omit<WorkerCalls, 'sessionsEnded'>): void;
  /** From now on connections come. Gives the port on which all are reached. */
  takeConnections(take: (socket: Socket) => void): Promise<number>;
  /** Only one of them greets. */
  readonly isFirst: boolean;
  /** Resolves when this worker is to end. */
  readonly stopped: Promise<void>;
  /** Lets the process end. */
  leave(): void;
}

export const isWorker: boolean = cluster.isWorker;

/** Milliseconds between two signs of life. */
export const PULSE = 200;

/** Connects this process, which is a worker, with the one that started it. */
export async function joinWorkers(now: () => number): Promise<Shared> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const ended = new RevocationTable(now);
  const calls: WorkerCalls = {
    metrics: async () => [],
    forgetSession() {},
    suspect() {},
    sessionsEnded(sessions) {
      for (const session of sessions) ended.end(session);
    },
  };
  const supervisor = createBirpc<SupervisorCalls, WorkerCalls>(calls, {
    // A supervisor that has just gone takes nothing more; this process ends, too.
    post: data => void (process.connected && process.send?.(data, undefined, undefined, () => undefined)),
    on: receive => process.on('message', message => typeof message === 'object' && receive(message)),
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
    suspect: statement => void supervisor.suspect.asEvent({ sql: statement.sql, parameters: statement.parameters }),
    answer: own => void Object.assign(calls, own),
    async takeConnections(take) {
      process.on('message', (message, socket) => {
        if (message !== CONNECTION) return;
        process.send?.(ARRIVED);
        // A client may be gone before its connection arrives.
        if (socket) take(socket as Socket);
      });
      setInterval(() => void supervisor.alive.asEvent(), PULSE).unref();
      return supervisor.ready();
    },
    isFirst: cluster.worker?.id === 1,
    stopped,
    leave: () => void cluster.worker?.disconnect(),
  };
}
