/** Those that wait for their turn, longest first. */
const waiting: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop. Of those who wait only one goes on in each: whoever has little to do, and need not wait, comes in between, however
 * many have much to do.
 */
export function nextTurn(): Promise<void> {
  if (waiting.length === 0) setImmediate(goOn);
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  return promise;
}

function goOn(): void {
  if (performance.now() >= heldUntil) waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Somebody has begun in this turn what takes long. */
let isTaken = false;

/** As `nextTurn`, for something short of which not many should be done in one turn; undefined where it may be done in this one. */
export function ownTurn(): Promise<void> | undefined {
  if (isTaken || waiting.length > 0 || performance.now() < heldUntil) return nextTurn();
  isTaken = true;
  setImmediate(() => (isTaken = false));
  return undefined;
}

/** Milliseconds for which who waits for a turn is held back after a connection came, and for which that goes on at most while more come. */
const MOMENT = 2;
const MOMENTS = 10;
let heldSince = 0;
let heldUntil = 0;

/**
 * A connection has come, and others may wait behind it: Node takes in one in each turn of the event loop. Turns are kept short for a moment, so that a
 * crowd is soon in.
 */
export function keepTurnsShort(): void {
  const now = performance.now();
  if (now >= heldUntil) heldSince = now;
  heldUntil = Math.min(now + MOMENT, heldSince + MOMENTS);
}

/** Milliseconds of work after which others have their turn. */
const LONG = 5;

/** Lets others have their turn now and then in a long piece of work. */
export class Turns {
  #begun = performance.now();

  /** Whether it is time to `pass`. */
  get areDue(): boolean {
    return performance.now() - this.#begun > LONG;
  }
  async pass(): Promise<void> {
    await nextTurn();
    this.#begun = performance.now();
  }
  /** The work done on each part. */
  async map<Part, Done>(parts: Iterable<Part>, work: (part: Part) => Done): Promise<Done[]> {
    const done: Done[] = [];
    for (const part of parts) {
      done.push(work(part));
      if (this.areDue) await this.pass();
    }
    return done;
  }
  /** The same, joined. */
  async join(parts: Iterable<string>, work: (part: string) => string): Promise<string> {
    return (await this.map(parts, work)).join('');
  }
}
