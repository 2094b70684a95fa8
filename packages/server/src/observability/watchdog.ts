import { type Asked, describeRequest, Progress } from './progress.ts';

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
 * Finds what holds the main thread too long in one piece, and says which request it was. Requests tell their steps: when much time went by since the
 * last step of any request, that which ends the gap ran in it, for it was nobody else's turn. A timer sees the gaps that no step ends; the
 * request of the last step ran there. Costs a look at the clock a step.
 */
export class Watchdog {
  readonly #threshold: number;
  readonly #report: (held: Held) => void;
  /** Undefined before the first request: nobody is kept waiting by a server that starts. */
  #timer: NodeJS.Timeout | undefined;
  #last = 0;
  #cpu = 0;
  #running: Progress | undefined;

  /** Reports what holds the thread for more than `threshold` milliseconds. */
  constructor(threshold: number, report: (held: Held) => void) {
    this.#threshold = threshold;
    this.#report = report;
  }

  /** A request has come. */
  begin(asked: Asked): Progress {
    const progress = new Progress(this, asked);
    const now = performance.now();
    if (!this.#timer) this.#watch(now);
    // Whatever held the thread, this request did not.
    if (now - this.#last > this.#threshold) this.#tell(this.#running, now);
    this.#last = now;
    this.#running = progress;
    return progress;
  }
  step(progress: Progress): void {
    const now = performance.now();
    if (now - this.#last > this.#threshold) this.#tell(progress, now);
    this.#last = now;
    this.#running = progress;
  }
  /** Does something in one piece at a moment in which no request runs. */
  unwatched(work: () => void): void {
    work();
    this.#last = performance.now();
    this.#cpu = cpuTime();
  }
  close(): void {
    clearInterval(this.#timer);
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
  #tell(progress: Progress | undefined, now: number): void {
    const cpu = cpuTime();
    const worked = cpu - this.#cpu;
    this.#cpu = cpu;
    // Nothing but a statement waits, for the disk: otherwise it was the machine that gave this process no time.
    if (worked < this.#threshold / 2 && progress?.place !== 'statement') return;
    this.#report({
      milliseconds: Math.round(now - this.#last),
      cpu: Math.round(worked),
      at: progress?.place ?? 'other',
      request: progress && { id: progress.id, ...describeRequest(progress.asked) },
    });
  }
}

/** Milliseconds that the main thread has worked. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
