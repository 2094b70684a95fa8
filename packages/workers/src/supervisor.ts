import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { RevokedSession } from '@wikiquery/accounts';
import {
  collectWhenIdle,
  type Ending,
  endOf,
  type HealthReport,
  listenForOperators,
  log,
  MetricSet,
  nextPause,
  type Operated,
  placeOf,
  type Reloaded,
  type Settings,
  type SupervisedState,
  takeReloads,
  WORKER_ARGUMENTS,
  WORKER_ENVIRONMENT,
} from '@wikiquery/server/extend';
import { createBirpc } from 'birpc';
import type { SupervisorCalls, WorkerCalls } from './calls.ts';
import { sharedCallsOf } from './shared-calls.ts';
import { ARRIVED, AWAKE, Sockets } from './sockets.ts';
import { type Counted, Totals } from './totals.ts';
import { COUNT, PULSE } from './worker.ts';

/** Delay before a short-lived worker is replaced, in milliseconds. */
const BACK_OFF = { first: 1000, longest: 30_000 };
/** Lifetime after which a worker no longer counts as short-lived, in milliseconds. */
const LONG = 60_000;
/** Time without a heartbeat after which a worker receives no new connections, in milliseconds. */
const SILENCE = 800;
/** Factor by which a starting worker may be blocked longer than `stuck`, because the disk may be slow. */
const START_PATIENCE = 3;
/** Maximum wait for workers to revoke sessions, in milliseconds. A busy worker revokes them before its next request. */
const NOTICE = 1000;
/** Timeout of a worker's health report in milliseconds. */
const REPORT_PATIENCE = 2500;
/** Time for workers to stop in addition to the setting `grace`, in milliseconds. */
const LAST_PATIENCE = 5000;
/** Timeout for a worker to reload its settings, in milliseconds. */
const RELOAD_PATIENCE = 60_000;

interface Running extends Counted {
  readonly worker: Worker;
  readonly caller: ReturnType<typeof createBirpc<WorkerCalls, SupervisorCalls>>;
  readonly ended: Promise<Ending>;
  /** Time of the worker's start or last heartbeat. */
  seen: number;
  isReady: boolean;
  isStuck: boolean;
}

type SupervisorSettings = Pick<Settings, 'data' | 'host' | 'port' | 'admin' | 'drain' | 'grace'> & { readonly stuck: number };

/**
 * Runs this program in several processes until a signal arrives. Replaces workers that end. Blocked workers receive no new connections, and
 * are killed after the time in the setting `stuck`. The first worker starts alone, so that startup problems are logged once. Returns the
 * exit code. Rejects with a StartError.
 */
export async function superviseWorkers(
  count: number,
  state: SupervisedState,
  settings: SupervisorSettings & Pick<Settings, 'secretKey'>,
): Promise<number> {
  const { secretKey, stuck, drain, grace } = settings;
  const stop = state.stopSignal();
  const metrics = new MetricSet();
  const shared = await state.openSharedStore({ metrics, processes: count });
  const throttle = state.throttle(shared);
  const sockets = new Sockets();
  const place = await sockets.listen(placeOf(settings));
  const running = new Map<number, Running>();
  const totals = new Totals();
  let isDraining = false;
  const broadcast = (sessions: readonly RevokedSession[], except?: Worker) => {
    const calls = [...running.values()].flatMap(({ worker, caller }) => (worker === except ? [] : [caller.sessionsRevoked(sessions)]));
    return Promise.race([Promise.allSettled(calls), delay(NOTICE, undefined, { ref: false })]);
  };
  const revoked = await state.revokedSessions({ tell: broadcast, shared });
  shared?.listen({
    receive(topic, message, from) {
      for (const { caller } of running.values()) void caller.receive.asEvent(topic, message, from);
    },
    statusChanged(status) {
      for (const { caller } of running.values()) void caller.sharedStatusChanged.asEvent(status);
    },
  });
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  const operated: Operated = {
    report: () => reportOf([...running.values()], isDraining),
    metrics: async () => totals.text([...running.values()], count, await metrics.json()),
  };
  const start = (place: number): Running => {
    const worker = cluster.fork({ ...WORKER_ENVIRONMENT, [COUNT]: String(count) });
    const one: Running = {
      worker,
      place,
      caller: connect(worker, () => one),
      ended: endOf(worker),
      seen: performance.now(),
      isReady: false,
      isStuck: false,
      get isAwake() {
        return this.isReady && !this.isStuck;
      },
      tell: () => one.caller.metrics(),
    };
    running.set(place, one);
    // Sending to a worker that has just ended emits an error.
    worker.on('error', error => log('warning', 'worker-unreachable', { pid: worker.process.pid, message: error.message }));
    worker.once('exit', () => {
      running.delete(place);
      sockets.remove(worker);
      one.caller.$close();
      void totals.ended(one);
    });
    return one;
  };
  const connect = (worker: Worker, self: () => Running): Running['caller'] => {
    const calls: SupervisorCalls = {
      ...sharedCallsOf(shared, worker.id),
      secretKey: () => secretKey,
      takeAttempt: key => throttle.take(key),
      clearAttempts: key => throttle.clear(key),
      async endSession(session) {
        await revoked.end(session);
        await broadcast([session], worker);
      },
      revokedSessions: () => revoked.table.all(),
      metrics: operated.metrics,
      ready() {
        Object.assign(self(), { isReady: true, seen: performance.now() });
        sockets.add(worker);
        worker.emit('ready');
        if (isDraining) void self().caller.drain.asEvent();
        return place;
      },
      alive() {
        const one = self();
        one.seen = performance.now();
        if (!one.isStuck) return;
        one.isStuck = false;
        log('warning', 'worker-recovered', { pid: worker.process.pid, worker: one.place });
        sockets.add(worker);
      },
      publish(topic, message) {
        for (const other of running.values()) if (other.worker !== worker) void other.caller.receive.asEvent(topic, message, worker.id);
      },
    };
    worker.on('message', message => {
      if (message === ARRIVED) sockets.arrived(worker, !self().isStuck);
      else if (message === AWAKE) sockets.awake(worker);
    });
    return createBirpc<WorkerCalls, SupervisorCalls>(calls, {
      post: data => worker.isConnected() && worker.send(data as object),
      on: receive => worker.on('message', message => typeof message === 'object' && receive(message)),
    });
  };

  const admin = settings.admin && (await listenForOperators(operated, settings.admin));
  // Advanced serialization preserves Error objects.
  cluster.setupPrimary({ serialization: 'advanced', execArgv: [...WORKER_ARGUMENTS] });
  const first = start(1);
  const failed = await Promise.race([new Promise<void>(resolve => first.worker.once('ready', resolve)), first.ended, stop]);
  if (failed) {
    sockets.close();
    admin?.close();
    killAll(running);
    await revoked.close();
    await shared?.close();
    return typeof failed === 'string' ? 0 : (failed.code ?? 1);
  }

  const endReloads = await takeReloads(() => reloadAll([...running.values()]), settings.data, place);
  collectWhenIdle();
  const watch = watchPulses(running, stuck, sockets);
  const keep = async (one: Running): Promise<void> => {
    const { place } = one;
    let pause = 0;
    for (let current = one, begun = performance.now(); ; current = start(place), begun = performance.now()) {
      const { code, signal } = await current.ended;
      if (stopped.aborted) return;
      log('error', 'worker-ended', { pid: current.worker.process.pid, worker: place, code, signal });
      if (performance.now() - begun > LONG) pause = 0;
      await delay(pause, undefined, { signal: stopped }).catch(() => {});
      pause = nextPause(pause, BACK_OFF);
      if (stopped.aborted) return;
    }
  };
  const kept = [first, ...Array.from({ length: count - 1 }, (_, i) => start(i + 2))].map(keep);
  if ((await stop) === 'SIGTERM' && drain > 0) {
    isDraining = true;
    log('info', 'draining', { seconds: drain / 1000 });
    for (const { caller } of running.values()) void caller.drain.asEvent();
    await delay(drain);
  }
  stopping.abort();
  clearInterval(watch);
  endReloads();
  sockets.close();
  // Starting workers have no requests to finish.
  for (const { worker, caller, isReady } of running.values()) {
    if (!isReady) worker.process.kill('SIGKILL');
    else void caller.stop.asEvent();
  }
  const impatience = setTimeout(() => killAll(running), grace + LAST_PATIENCE);
  await Promise.all(kept);
  clearTimeout(impatience);
  admin?.close();
  await revoked.close();
  await shared?.close();
  return 0;
}

function killAll(running: ReadonlyMap<number, Running>): void {
  for (const { worker } of running.values()) worker.process.kill('SIGKILL');
}

/** Reloads the settings of the workers one after the other. Stops at the first worker with problems. Returns the last result. */
async function reloadAll(running: readonly Running[]): Promise<Reloaded> {
  let last: Reloaded = { problems: [], restart: [] };
  for (const { caller, isAwake, place } of running) {
    if (!isAwake) continue;
    const late: Reloaded = { problems: [`Worker ${place} does not respond.`], restart: [] };
    last = await Promise.race([caller.reload(), delay(RELOAD_PATIENCE, late, { ref: false })]);
    if (last.problems.length > 0) break;
  }
  return last;
}

/** Starts a timer that pauses blocked workers, and kills workers that stay blocked. */
function watchPulses(running: ReadonlyMap<number, Running>, stuck: number, sockets: Sockets): NodeJS.Timeout {
  let looked = performance.now();
  return setInterval(() => {
    const now = performance.now();
    // Excludes time in which this process itself was blocked or suspended.
    const pause = now - looked - PULSE;
    looked = now;
    for (const one of running.values()) {
      if (pause > PULSE) one.seen += pause;
      const silence = now - one.seen;
      const { pid } = one.worker.process;
      if (one.isReady && silence > SILENCE && !one.isStuck) {
        one.isStuck = true;
        log('error', 'worker-stuck', { pid, worker: one.place, milliseconds: Math.round(silence) });
        sockets.pause(one.worker);
      }
      const patience = one.isReady ? stuck : stuck * START_PATIENCE;
      if (stuck > 0 && silence > patience && !one.worker.process.killed) {
        log('error', 'worker-killed', { pid, worker: one.place, milliseconds: Math.round(silence) });
        one.worker.process.kill('SIGKILL');
      }
    }
  }, PULSE).unref();
}

/** Returns the report of the first healthy worker, or otherwise the report of an unhealthy worker. */
async function reportOf(running: readonly Running[], isDraining: boolean): Promise<HealthReport> {
  const asked = running.filter(({ isAwake }) => isAwake).map(({ caller }) => caller.report());
  const late = delay(REPORT_PATIENCE, undefined, { ref: false }).then(() => Promise.reject(new Error('No process responds in time.')));
  const good = asked.map(async each => {
    const report = await Promise.race([each, late]);
    if (report.status === 'down') throw report;
    return report;
  });
  return Promise.any(good).catch(({ errors }: AggregateError) => {
    const report = errors.find((error): error is HealthReport => !(error instanceof Error));
    return report ?? { status: isDraining ? 'stopping' : 'down', modules: [], problems: ['No process responds.'] };
  });
}
