import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Throttle } from '@wikiquery/accounts';
import { createBirpc } from 'birpc';
import { log } from '../log.ts';
import { sumUp } from '../metrics.ts';
import type { SupervisorCalls, WorkerCalls } from './calls.ts';

/** Milliseconds before a worker that ended is replaced: at first, and at most when they go on ending soon. */
const PATIENCE = 1000;
const MOST_PATIENCE = 30_000;
/** Milliseconds after which a worker has not ended soon. */
const LONG = 60_000;

/**
 * Runs this program in several processes that answer on one port, until `stop` resolves; one that ends before is replaced. The first
 * is started alone: whatever is wrong with the settings or the database is told once. Gives the exit code.
 */
export async function superviseWorkers(count: number, throttle: Throttle, stop: Promise<void>): Promise<number> {
  const running = new Map<Worker, WorkerCaller>();
  const answering = new Set<WorkerCaller>();
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  const start = (): Worker => {
    const worker = cluster.fork();
    const caller = connect(worker);
    running.set(worker, caller);
    worker.once('listening', () => answering.add(caller));
    // What is sent to one that has just ended must not end this process; that it ended is told below.
    worker.on('error', error => log('warning', 'worker-unreachable', { pid: worker.process.pid, message: error.message }));
    worker.once('exit', () => {
      running.delete(worker);
      answering.delete(caller);
      caller.$close();
    });
    return worker;
  };
  const connect = (worker: Worker): WorkerCaller => {
    const calls: SupervisorCalls = {
      takeAttempt: key => throttle.take(key),
      clearAttempts: key => throttle.clear(key),
      async metrics() {
        const told = await Promise.allSettled(Array.from(answering, caller => caller.metrics()));
        return sumUp(told.flatMap(each => (each.status === 'fulfilled' ? [each.value] : [])));
      },
      forgetSession(request) {
        for (const [other, caller] of running) if (other !== worker) void caller.forgetSession.asEvent(request);
      },
      suspect(statement) {
        for (const [other, caller] of running) if (other !== worker) void caller.suspect.asEvent(statement);
      },
    };
    return createBirpc<WorkerCalls, SupervisorCalls>(calls, {
      post: data => worker.isConnected() && worker.send(data as object),
      on: receive => worker.on('message', receive),
    });
  };

  // Errors arrive as errors.
  cluster.setupPrimary({ serialization: 'advanced' });
  const first = start();
  const failed = await Promise.race([once(first, 'listening').then(() => undefined), once(first, 'exit'), stop]);
  if (failed) return Number(failed[0] ?? 1);

  let patience = PATIENCE;
  const keep = async (worker: Worker): Promise<void> => {
    for (let current = worker, begun = performance.now(); ; current = start(), begun = performance.now()) {
      const [code, signal] = (await once(current, 'exit')) as [number | null, string | null];
      if (stopped.aborted) return;
      log('error', 'worker-ended', { pid: current.process.pid, code, signal });
      patience = performance.now() - begun > LONG ? PATIENCE : Math.min(patience * 2, MOST_PATIENCE);
      await delay(patience, undefined, { signal: stopped }).catch(() => {});
      if (stopped.aborted) return;
    }
  };
  const kept = [first, ...Array.from({ length: count - 1 }, start)].map(keep);
  await stop;
  stopping.abort();
  // A signal also reaches those that are still starting.
  for (const worker of running.keys()) worker.process.kill('SIGTERM');
  await Promise.all(kept);
  return 0;
}

type WorkerCaller = ReturnType<typeof createBirpc<WorkerCalls, SupervisorCalls>>;
