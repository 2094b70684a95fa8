import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import { RevocationTable } from '@wikiquery/accounts';
import type { HealthReport, ProcessGroup } from '@wikiquery/server/extend';
import { createBirpc } from 'birpc';
import type { SupervisorCalls, WorkerCalls } from './calls.ts';
import { SharedThroughSupervisor } from './shared-calls.ts';
import { ARRIVED, AWAKE, CONNECTION, WAKE } from './sockets.ts';

const STARTING: HealthReport = { status: 'down', modules: [], problems: [] };

/** Environment variable with the number of workers. */
export const COUNT = 'WORKERS_OF_WIKIQUERY';

/** Milliseconds between two heartbeats. */
export const PULSE = 200;

/** Connects this worker to the supervisor. `now`: returns the current time in milliseconds since 1970. */
export async function joinWorkers(now: () => number): Promise<ProcessGroup> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const revoked = new RevocationTable(now);
  let shared: SharedThroughSupervisor | undefined;
  const calls: WorkerCalls = {
    metrics: async () => [],
    report: async () => STARTING,
    drain() {},
    reload: async () => ({ problems: [], restart: [] }),
    stop,
    receive() {},
    sessionsRevoked(sessions) {
      for (const session of sessions) revoked.end(session);
    },
    sharedStatusChanged(status) {
      if (shared) shared.status = status;
    },
  };
  const supervisor = createBirpc<SupervisorCalls, WorkerCalls>(calls, {
    post: send,
    on: receive => process.on('message', message => typeof message === 'object' && receive(message)),
  });
  // Terminals and service managers signal all processes, but only the supervisor reacts.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  setInterval(() => void supervisor.alive.asEvent(), PULSE).unref();
  calls.sessionsRevoked(await supervisor.revokedSessions());
  const status = await supervisor.sharedStatus();
  shared = status && new SharedThroughSupervisor(supervisor, status);
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
    shared,
    metrics: () => supervisor.metrics(),
    publish: (topic, message) => void supervisor.publish.asEvent(topic, message),
    count: Number(process.env[COUNT] ?? 1),
    answer: own => void Object.assign(calls, own),
    async takeConnections(take) {
      process.on('message', (message, socket) => {
        if (message === WAKE) send(AWAKE);
        if (message !== CONNECTION) return;
        send(ARRIVED);
        // The client may have disconnected in the meantime.
        if (socket) take(socket as Socket);
      });
      return supervisor.ready();
    },
    isFirst: cluster.worker?.id === 1,
    stopped,
    leave: () => void cluster.worker?.disconnect(),
  };
}

/** Sends a message, unless the supervisor has ended. */
function send(message: unknown): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
