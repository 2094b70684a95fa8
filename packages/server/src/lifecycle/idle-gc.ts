import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between looks, and the part of them that a process with nothing to do works. */
const LOOKS = 1000;
const LITTLE = 0.02;
/** Milliseconds of work after which compiled code is worth more than its memory. */
const MUCH = 2000;

/**
 * Has what starting left behind collected at the first moment in which nothing is to be done: a tenth of the memory, which V8 would keep for as long as
 * few ask. It takes some fifty milliseconds, in which `run` runs. A process that was asked much before is left as it is: it would compile everything anew.
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
  // Compiled code that only the start needed goes, too.
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
