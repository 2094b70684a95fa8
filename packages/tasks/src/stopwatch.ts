import { readFileSync } from 'node:fs';

/** Measures how long a process has run since the stopwatch was made, in milliseconds. */
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

  /** By the clock. */
  get wallTime(): number {
    return performance.now() - this.#began;
  }

  /** Without the time in which other processes had the processor. Waiting for anything else counts. */
  get ownTime(): number {
    // A process that has ended keeps its last value.
    this.#delayed = schedulingDelay(this.#pid) ?? this.#delayed;
    return Math.max(0, this.wallTime - (this.#delayed - this.#delayedBefore));
  }
}

/** Milliseconds that a process was ready to run, but waited for a processor. Only Linux reports it. */
function schedulingDelay(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return undefined;
  }
}
