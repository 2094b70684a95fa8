import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const LONG = 10;

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
  /** The work done on each part, joined. */
  async join(parts: Iterable<string>, work: (part: string) => string): Promise<string> {
    const done: string[] = [];
    for (const part of parts) {
      done.push(work(part));
      if (this.areDue) await this.pass();
    }
    return done.join('');
  }
}
