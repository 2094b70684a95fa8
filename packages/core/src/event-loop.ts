/** Resolvers of the waiting tasks, oldest first. */
const waiting: (() => void)[] = [];

/** Resolves in a later tick of the event loop. Only one waiting task resumes per tick, so short tasks run between long ones. */
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

/** Whether a long task started in this tick. */
let isTaken = false;

/** Reserves a tick for a long task. Returns undefined if the current tick is free, else waits like `yieldToEventLoop`. */
export function claimTick(): Promise<void> | undefined {
  if (isTaken || waiting.length > 0 || performance.now() < heldUntil) return yieldToEventLoop();
  isTaken = true;
  setImmediate(() => (isTaken = false));
  return undefined;
}

/** Milliseconds for which tasks wait after a connection arrives. */
const MOMENT = 2;
/** Maximum milliseconds for which tasks wait while connections keep arriving. */
const MOMENTS = 10;
let heldSince = 0;
let heldUntil = 0;

/** Keeps ticks short after a connection arrives, because Node accepts one connection per tick and more may be waiting. */
export function shortenTicks(): void {
  const now = performance.now();
  if (now >= heldUntil) heldSince = now;
  heldUntil = Math.min(now + MOMENT, heldSince + MOMENTS);
}

/** Milliseconds of work after which a task yields. */
const LONG = 5;

/** Yields to the event loop at intervals during a long task. */
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
  /** Maps the parts in order and yields when due. */
  async map<Part, Done>(parts: Iterable<Part>, work: (part: Part) => Done): Promise<Done[]> {
    const done: Done[] = [];
    for (const part of parts) {
      done.push(work(part));
      if (this.isDue) await this.yield();
    }
    return done;
  }
  /** Like `map`, and joins the results. */
  async join(parts: Iterable<string>, work: (part: string) => string): Promise<string> {
    return (await this.map(parts, work)).join('');
  }
}
