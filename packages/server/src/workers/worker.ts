import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import { type Revocations, RevocationTable, type Throttle, type UpstreamRequest } from '@wikiquery/accounts';
import type { Statement } from '@wikiquery/database';
import { createBirpc } from 'birpc';
import type { Place } from '../http/bind.ts';
import type { Spending } from '../limits/client-limits.ts';
import type { HealthReport } from '../observability/health.ts';
import type { SupervisorCalls, WorkerCalls } from './calls.ts';
import { ARRIVED, AWAKE, CONNECTION, WAKE } from './sockets.ts';

/** What a worker shares with the others. */
export interface Shared {
  /** The key that signs sessions and tokens. */
  readonly secretKey: string | undefined;
  readonly throttle: Throttle;
  readonly revocations: Revocations;
  /** The metrics of all workers together. */
  metrics(): Promise<string>;
  forgetSession(request: UpstreamRequest): void;
  /** Tells the others what clients have used. */
  clientsSpent(spent: readonly Spending[]): void;
  /** Workers, with this one. */
  readonly count: number;
  /** Has the others look at a statement that met a page of the database that cannot be read. */
  suspect(statement: Statement): void;
  /** Takes what this worker answers to the others. */
  answer(own: Partial<WorkerCalls>): void;
  /** From now on connections come. Gives the place at which all are reached. */
  takeConnections(take: (socket: Socket) => void): Promise<Place>;
  /** Only one of them greets. */
  readonly isFirst: boolean;
  /** Resolves when this worker is to end. */
  readonly stopped: Promise<void>;
  /** Lets the process end. */
  leave(): void;
}

export const isWorker: boolean = cluster.isWorker;

/** A worker that is not ready yet. */
const STARTING: HealthReport = { status: 'down', modules: [], problems: [] };

/** The variable that tells a worker how many there are. */
export const COUNT = 'WORKERS_OF_WIKIQUERY';

/** Milliseconds between two signs of life. */
export const PULSE = 200;

/** Connects this process, which is a worker, with the one that started it. */
export async function joinWorkers(now: () => number): Promise<Shared> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const ended = new RevocationTable(now);
  const calls: WorkerCalls = {
    metrics: async () => [],
    report: async () => STARTING,
    drain() {},
    // It has just read them.
    reload: async () => [],
    stop,
    forgetSession() {},
    clientsSpent() {},
    suspect() {},
    sessionsEnded(sessions) {
      for (const session of sessions) ended.end(session);
    },
  };
  const supervisor = createBirpc<SupervisorCalls, WorkerCalls>(calls, {
    post: tell,
    on: receive => process.on('message', message => typeof message === 'object' && receive(message)),
  });
  // A terminal or a service manager sends them to all processes: they are for the supervisor, which tells the others.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  setInterval(() => void supervisor.alive.asEvent(), PULSE).unref();
  calls.sessionsEnded(await supervisor.endedSessions());
  return {
    secretKey: await supervisor.secretKey(),
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
    clientsSpent: spent => void supervisor.clientsSpent.asEvent(spent),
    count: Number(process.env[COUNT] ?? 1),
    suspect: statement => void supervisor.suspect.asEvent({ sql: statement.sql, parameters: statement.parameters }),
    answer: own => void Object.assign(calls, own),
    async takeConnections(take) {
      process.on('message', (message, socket) => {
        if (message === WAKE) tell(AWAKE);
        if (message !== CONNECTION) return;
        tell(ARRIVED);
        // A client may be gone before its connection arrives.
        if (socket) take(socket as Socket);
      });
      return supervisor.ready();
    },
    isFirst: cluster.worker?.id === 1,
    stopped,
    leave: () => void cluster.worker?.disconnect(),
  };
}

/** A supervisor that has just gone takes nothing more; this process ends, too. */
function tell(message: unknown): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
