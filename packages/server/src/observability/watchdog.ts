import { PLUGIN_RUNS, type PluginRun } from '@wikiquery/engine';
import { type DescribedRequest, describeRequest, RequestTrace } from './request-trace.ts';

/** Something that held the main thread, so that nobody else was answered. */
export interface Held {
  readonly milliseconds: number;
  /** Milliseconds of processor time of the thread meanwhile, and shortly before: far fewer mean that the disk was slow. */
  readonly cpu: number;
  /** What ran: `query+allpages`, `statement`, `output` … One of few. */
  readonly at: string;
  /** Undefined where no request ran. */
  readonly request: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Finds the work that blocks the event loop too long in one piece, and the request that did it. Requests take steps: they start and end plugins and statements.
 * After a long time without a step of any request, the request of the next step did the work. A timer finds long pieces that no step ends; they belong to
 * the request of the last step. A step costs one reading of the clock.
 */
export class Watchdog {
  readonly #threshold: number;
  readonly #report: (held: Held) => void;
  readonly #subscriber = { start: this.#stepBefore.bind(this), asyncEnd: this.#stepAfter.bind(this) };
  /** Undefined before the first request: nobody waits while a server starts. */
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

  /** A request has come. */
  begin(asked: DescribedRequest): RequestTrace {
    const request = new RequestTrace(this, asked);
    const now = performance.now();
    if (!this.#timer) this.#watch(now);
    // Earlier work was not of this request.
    if (now - this.#last > this.#threshold) this.#tell(this.#running, now);
    this.#last = now;
    this.#running = request;
    return request;
  }
  step(request: RequestTrace, place: string): void {
    const now = performance.now();
    request.place = place;
    if (now - this.#last > this.#threshold) this.#tell(request, now);
    this.#last = now;
    this.#running = request;
  }
  /** Does something in one piece at a moment in which no request runs. */
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
    if (now - this.#last > this.#threshold) this.#tell(this.#running, now);
    this.#last = now;
    this.#cpu = cpuTime();
  }
  #tell(request: RequestTrace | undefined, now: number): void {
    const cpu = cpuTime();
    const worked = cpu - this.#cpu;
    this.#cpu = cpu;
    // Nothing but a statement waits, for the disk: otherwise it was the machine that gave this process no time.
    if (worked < this.#threshold / 2 && request?.place !== 'statement') return;
    this.#report({
      milliseconds: Math.round(now - this.#last),
      cpu: Math.round(worked),
      at: request?.place ?? 'other',
      request: request && { id: request.id, ...describeRequest(request.asked) },
    });
  }
}

/** Milliseconds that the main thread has worked. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
