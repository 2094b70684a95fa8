import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import type { Throttle, UpstreamRequest } from '@wikiquery/accounts';
import { createBirpc } from 'birpc';
import type { SupervisorCalls, WorkerCalls } from './calls.ts';
import { ARRIVED, CONNECTION } from './sockets.ts';

/** What a worker shares with the others. */
export interface Shared {
  readonly throttle: Throttle;
  /** The metrics of all workers together. */
  metrics(): Promise<string>;
  forgetSession(request: UpstreamRequest): void;
  /** Takes what this worker answers to the others. */
  answer(own: WorkerCalls): void;
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
export function joinWorkers(): Shared {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const calls: WorkerCalls = { metrics: async () => [], forgetSession() {} };
  const supervisor = createBirpc<SupervisorCalls, WorkerCalls>(calls, {
    post: data => process.send?.(data),
    on: receive => process.on('message', message => typeof message === 'object' && receive(message)),
  });
  // A terminal sends it to all processes: it is for the supervisor, which sends the other one.
  process.on('SIGINT', () => {});
  process.once('SIGTERM', stop);
  return {
    throttle: { take: key => supervisor.takeAttempt(key), clear: async key => supervisor.clearAttempts(key) },
    metrics: () => supervisor.metrics(),
    forgetSession: request => void supervisor.forgetSession.asEvent(request),
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
