import { PLUGIN_RUNS, type PluginRun } from '@wikiquery/engine';
import { type DescribedRequest, describeRequest, RequestTrace } from './request-trace.ts';

/** Work that blocked the event loop. */
export interface Held {
  readonly milliseconds: number;
  /** CPU time in milliseconds, including that shortly before the work. A much lower value than `milliseconds` indicates a slow disk. */
  readonly cpu: number;
  /** The kind of work: the path of a plugin (`query+allpages`), `statement`, `parameters`, or `other` outside requests. */
  readonly at: string;
  /** Undefined if no request ran. */
  readonly request: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Finds work that blocks the event loop, and the request that caused it. Requests report steps: the start and the end of plugins and
 * statements. A long time before a step is assigned to the request of that step. A timer finds work that no step ends, and assigns it to
 * the request of the last step.
 */
export class Watchdog {
  readonly #threshold: number;
  readonly #report: (held: Held) => void;
  readonly #subscriber = { start: this.#stepBefore.bind(this), asyncEnd: this.#stepAfter.bind(this) };
  /** Undefined before the first request. */
  #timer: NodeJS.Timeout | undefined;
  #last = 0;
  #cpu = 0;
  #running: RequestTrace | undefined;

  /** Reports work that blocks the event loop for more than `threshold` milliseconds. */
  constructor(threshold: number, report: (held: Held) => void) {
    this.#threshold = threshold;
    this.#report = report;
    PLUGIN_RUNS.start.subscribe(this.#subscriber.start);
    PLUGIN_RUNS.asyncEnd.subscribe(this.#subscriber.asyncEnd);
  }

  begin(asked: DescribedRequest): RequestTrace {
    const request = new RequestTrace(this, asked);
    const now = performance.now();
    if (!this.#timer) this.#watch(now);
    // Work before this moment was not part of this request.
    if (now - this.#last > this.#threshold) this.#reportBlocked(this.#running, now);
    this.#last = now;
    this.#running = request;
    return request;
  }
  step(request: RequestTrace, place: string): void {
    const now = performance.now();
    request.place = place;
    if (now - this.#last > this.#threshold) this.#reportBlocked(request, now);
    this.#last = now;
    this.#running = request;
  }
  /** Runs work that may block the event loop, without reporting it. */
  unwatched(work: () => void): void {
    work();
    this.#last = performance.now();
    this.#cpu = cpuTime();
  }
  close(): void {
    clearInterval(this.#timer);
    PLUGIN_RUNS.start.unsubscribe(this.#subscriber.start);
    PLUGIN_RUNS.asyncEnd.unsubscribe(this.#subscriber.asyncEnd);
  }

  #stepBefore(run: unknown): void {
    const { trace, parent } = run as PluginRun;
    if (trace instanceof RequestTrace && trace.observer === this) this.step(trace, parent?.name ?? 'parameters');
  }
  #stepAfter(run: unknown): void {
    const { trace, name } = run as PluginRun;
    if (trace instanceof RequestTrace && trace.observer === this) this.step(trace, name);
  }

  #watch(now: number): void {
    this.#last = now;
    this.#cpu = cpuTime();
    this.#timer = setInterval(() => this.#tick(), Math.max(1, this.#threshold / 4)).unref();
  }
  #tick(): void {
    const now = performance.now();
    if (now - this.#last > this.#threshold) this.#reportBlocked(this.#running, now);
    this.#last = now;
    this.#cpu = cpuTime();
  }
  #reportBlocked(request: RequestTrace | undefined, now: number): void {
    const cpu = cpuTime();
    const worked = cpu - this.#cpu;
    this.#cpu = cpu;
    // Work with little CPU time has waited: a statement of SQLite for the disk, other work for a busy machine, which is not reported.
    const hasReadDisk = request?.place === 'statement' && request.mayReadDisk;
    if (worked < this.#threshold / 2 && !hasReadDisk) return;
    this.#report({
      milliseconds: Math.round(now - this.#last),
      cpu: Math.round(worked),
      at: request?.place ?? 'other',
      request: request && { id: request.id, ...describeRequest(request.asked) },
    });
  }
}

/** Returns the CPU time of the main thread in milliseconds. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
