import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between two checks, and the maximum event-loop utilization of an idle process. */
const LOOKS = 1000;
const LITTLE = 0.02;
/** Milliseconds of work after which compiled code is worth more than its memory. */
const MUCH = 2000;

/**
 * Collects the garbage of the startup, a tenth of the process's memory, in the first idle second. `run` wraps the collection, which takes
 * about 50 ms. Does nothing if the process was busy before, because it would have to compile its code again.
 */
export function collectWhenIdle(run: (work: () => void) => void = work => work()): void {
  const begun = performance.eventLoopUtilization();
  let last = begun;
  const looks = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const isIdle = performance.eventLoopUtilization(now, last).utilization < LITTLE;
    const isWarm = performance.eventLoopUtilization(now, begun).active > MUCH;
    last = now;
    if (isIdle || isWarm) clearInterval(looks);
    if (isIdle && !isWarm) run(collect);
  }, LOOKS).unref();
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  // Also drops the compiled code of the startup.
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
