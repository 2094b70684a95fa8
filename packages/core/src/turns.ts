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
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
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
