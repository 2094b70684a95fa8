import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import { RevocationTable } from '@wikiquery/accounts';
import type { HealthReport, ProcessGroup } from '@wikiquery/server/extend';
import { createBirpc } from 'birpc';
import type { SupervisorCalls, WorkerCalls } from './calls.ts';
import { ARRIVED, AWAKE, CONNECTION, WAKE } from './sockets.ts';

/** A worker that is not ready yet. */
const STARTING: HealthReport = { status: 'down', modules: [], problems: [] };

/** The variable that tells a worker how many there are. */
export const COUNT = 'WORKERS_OF_WIKIQUERY';

/** Milliseconds between two signs of life. */
export const PULSE = 200;

/** Connects this process, which is a worker, with the one that started it. */
export async function joinWorkers(now: () => number): Promise<ProcessGroup> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const revoked = new RevocationTable(now);
  const calls: WorkerCalls = {
    metrics: async () => [],
    report: async () => STARTING,
    drain() {},
    // It has just read them.
    reload: async () => [],
    stop,
    receive() {},
    sessionsRevoked(sessions) {
      for (const session of sessions) revoked.end(session);
    },
  };
  const supervisor = createBirpc<SupervisorCalls, WorkerCalls>(calls, {
    post: tell,
    on: receive => process.on('message', message => typeof message === 'object' && receive(message)),
  });
  // A terminal or a service manager sends them to all processes: they are for the supervisor, which tells the others.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  setInterval(() => void supervisor.alive.asEvent(), PULSE).unref();
  calls.sessionsRevoked(await supervisor.revokedSessions());
  return {
    secretKey: await supervisor.secretKey(),
    throttle: { take: key => supervisor.takeAttempt(key), clear: async key => supervisor.clearAttempts(key) },
    revocations: {
      has: session => revoked.has(session),
      end(session) {
        revoked.end(session);
        return supervisor.endSession(session);
      },
    },
    metrics: () => supervisor.metrics(),
    publish: (topic, message) => void supervisor.publish.asEvent(topic, message),
    count: Number(process.env[COUNT] ?? 1),
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
