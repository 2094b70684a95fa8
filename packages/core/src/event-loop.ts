/** Resolve the promises of those who wait, longest first. */
const waiting: (() => void)[] = [];

/**
 * Resolves in a later tick of the event loop. Only one of the waiting tasks resumes in each tick, so short tasks run in between, however many long ones
 * wait.
 */
export function yieldToEventLoop(): Promise<void> {
  if (waiting.length === 0) setImmediate(goOn);
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  return promise;
}

function goOn(): void {
  if (performance.now() >= heldUntil) waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** A long task has begun in this tick. */
let isTaken = false;

/** As `yieldToEventLoop`, for tasks of which one fits into a tick. Returns undefined if this tick is free. */
export function claimTick(): Promise<void> | undefined {
  if (isTaken || waiting.length > 0 || performance.now() < heldUntil) return yieldToEventLoop();
  isTaken = true;
  setImmediate(() => (isTaken = false));
  return undefined;
}

/** Milliseconds for which tasks wait after a connection arrived, and the most for which they wait while more arrive. */
const MOMENT = 2;
const MOMENTS = 10;
let heldSince = 0;
let heldUntil = 0;

/**
 * Keeps ticks short for a moment after a connection arrived. Others may wait behind it, and Node accepts one in each tick.
 */
export function shortenTicks(): void {
  const now = performance.now();
  if (now >= heldUntil) heldSince = now;
  heldUntil = Math.min(now + MOMENT, heldSince + MOMENTS);
}

/** Milliseconds of work after which a task yields. */
const LONG = 5;

/** Yields to the event loop now and then during a long task. */
export class Yielder {
  #begun = performance.now();

  /** Whether it is time to `yield`. */
  get isDue(): boolean {
    return performance.now() - this.#begun > LONG;
  }
  async yield(): Promise<void> {
    await yieldToEventLoop();
    this.#begun = performance.now();
  }
  /** The work done on each part. */
  async map<Part, Done>(parts: Iterable<Part>, work: (part: Part) => Done): Promise<Done[]> {
    const done: Done[] = [];
    for (const part of parts) {
      done.push(work(part));
      if (this.isDue) await this.yield();
    }
    return done;
  }
  /** The same, joined. */
  async join(parts: Iterable<string>, work: (part: string) => string): Promise<string> {
    return (await this.map(parts, work)).join('');
  }
}
