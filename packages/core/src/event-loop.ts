/** The `resolve` functions of the waiting tasks, oldest first. */
const waiting: (() => void)[] = [];

/** Resolves in a later event-loop tick. Only one waiting task resumes per tick, so that short tasks can run between long ones. */
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

/** Reserves an event-loop tick for a long task. Returns undefined if the current tick is free, or else a promise for a later tick. */
export function claimTick(): Promise<void> | undefined {
  if (isTaken || waiting.length > 0 || performance.now() < heldUntil) return yieldToEventLoop();
  isTaken = true;
  setImmediate(() => (isTaken = false));
  return undefined;
}

/** Milliseconds for which long tasks wait after a connection arrives. */
const MOMENT = 2;
/** Maximum milliseconds for which long tasks wait while connections keep arriving. */
const MOMENTS = 10;
let heldSince = 0;
let heldUntil = 0;

/** Delays long tasks after a connection arrives, because Node accepts only one connection per tick and more may be waiting. */
export function shortenTicks(): void {
  const now = performance.now();
  if (now >= heldUntil) heldSince = now;
  heldUntil = Math.min(now + MOMENT, heldSince + MOMENTS);
}

/** Milliseconds of work after which a task should yield. */
const LONG = 5;

/** Yields to the event loop at intervals during a long task. */
export class Yielder {
  #begun = performance.now();

  /** Whether the task has worked for so long that it should call `yield`. */
  get isDue(): boolean {
    return performance.now() - this.#begun > LONG;
  }
  async yield(): Promise<void> {
    await yieldToEventLoop();
    this.#begun = performance.now();
  }
  /** Maps the parts in order, and yields to the event loop when due. */
  async map<Part, Done>(parts: Iterable<Part>, work: (part: Part) => Done): Promise<Done[]> {
    const done: Done[] = [];
    for (const part of parts) {
      done.push(work(part));
      if (this.isDue) await this.yield();
    }
    return done;
  }
  /** Like `map`, but joins the results to one string. */
  async join(parts: Iterable<string>, work: (part: string) => string): Promise<string> {
    return (await this.map(parts, work)).join('');
  }
}
