import { readFileSync } from 'node:fs';

/** Measures the running time of a process in milliseconds. */
export class Stopwatch {
  readonly #pid: number;
  readonly #began = performance.now();
  readonly #delayedBefore: number;
  #delayed: number;

  constructor(pid: number) {
    this.#pid = pid;
    this.#delayedBefore = schedulingDelay(pid) ?? 0;
    this.#delayed = this.#delayedBefore;
  }

  get wallTime(): number {
    return performance.now() - this.#began;
  }

  /** Wall time in milliseconds, without time spent waiting for the processor. */
  get ownTime(): number {
    // Keeps the last value after the process has ended.
    this.#delayed = schedulingDelay(this.#pid) ?? this.#delayed;
    return Math.max(0, this.wallTime - (this.#delayed - this.#delayedBefore));
  }
}

/** Returns how long a process has waited for a processor, in milliseconds. Undefined on systems other than Linux. */
function schedulingDelay(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return undefined;
  }
}
