import { readFileSync } from 'node:fs';

/** Measures the running time of a process since the stopwatch was created, in milliseconds. */
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

  /** Wall time. */
  get wallTime(): number {
    return performance.now() - this.#began;
  }

  /** Wall time without time spent waiting for the processor. */
  get ownTime(): number {
    // After the process has ended, the last value remains.
    this.#delayed = schedulingDelay(this.#pid) ?? this.#delayed;
    return Math.max(0, this.wallTime - (this.#delayed - this.#delayedBefore));
  }
}

/** Milliseconds that a process was ready to run but waited for a processor. Only Linux reports this time. */
function schedulingDelay(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return undefined;
  }
}
