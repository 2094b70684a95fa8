import { WikiError } from './error.ts';

/** Default of the maximum number of responses of one continued query. */
export const MAX_STEPS = 1_000_000;

/** Stops an endless continuation. Two remembered values detect any cycle: the last one, and one replaced after 1, 2, 4, 8 … steps. */
export class ContinuationSteps {
  readonly #maximum: number;
  #steps = 0;
  #last = '';
  #marked = '';

  constructor(maximum: number = MAX_STEPS) {
    this.#maximum = maximum;
  }

  /** Counts a response with the continue values `next`. Throws a WikiError with `endless-continue` if the continuation is endless. */
  check(next: object): void {
    const text = JSON.stringify(next);
    if (text === this.#last || text === this.#marked)
      throw endless(`The wiki repeats a continue value: ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}.`);
    this.#steps++;
    if (this.#steps >= this.#maximum) throw endless(`The query is not complete after ${this.#maximum} responses. Request less data.`);
    this.#last = text;
    if ((this.#steps & (this.#steps - 1)) === 0) this.#marked = text;
  }
}

const SHOWN = 200;

/** Returns the error for an endless continuation. */
export const endless = (text: string): WikiError => new WikiError([{ code: 'endless-continue', text, module: '' }]);
