import { WikiError } from './error.ts';

export const MAX_STEPS = 1_000_000;

/**
 * Ends a continuation that would go on forever. A repeated `continue` asks for the same response again. Any cycle is found with two values in memory:
 * the last one, and one that is replaced after 1, 2, 4, 8 … steps.
 */
export class ContinuationSteps {
  readonly #most: number;
  #steps = 0;
  #last = '';
  #marked = '';

  constructor(most: number = MAX_STEPS) {
    this.#most = most;
  }

  /** Throws a WikiError when there is no end. */
  check(next: object): void {
    const text = JSON.stringify(next);
    if (text === this.#last || text === this.#marked)
      throw endless(`The wiki continues where it was before: ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}.`);
    this.#steps++;
    if (this.#steps >= this.#most) throw endless(`The wiki continues after ${this.#most} responses. Ask for less.`);
    this.#last = text;
    if ((this.#steps & (this.#steps - 1)) === 0) this.#marked = text;
  }
}

const SHOWN = 200;

export const endless = (text: string): WikiError => new WikiError([{ code: 'endless-continue', text, module: '' }]);
