import { nextPause } from '@wikiquery/server/extend';
import { UpstreamError } from './who-is.ts';

/** Milliseconds for which a wiki that failed is left alone: at first, and at most when it goes on failing. */
const BACK_OFF = { first: 1000, longest: 15_000 };

/** It is the wiki that failed, whoever asks. */
export class WikiDownError extends UpstreamError {}

/** Leaves a wiki that failed alone for a while: of all who would wait for it in vain, one tries. */
export class Breaker {
  readonly #elapsed: () => number;
  #pause = 0;
  #until = Number.NEGATIVE_INFINITY;
  #isTrying = false;

  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  /** Throws an UpstreamError while the wiki is left alone. */
  check(): void {
    if (this.#isTrying || this.#elapsed() < this.#until) throw new UpstreamError('The wiki failed a moment ago.');
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.check();
    const isTrial = this.#pause > 0;
    this.#isTrying = isTrial;
    try {
      const result = await work();
      this.#pause = 0;
      return result;
    } catch (error) {
      if (error instanceof WikiDownError) this.#fail();
      else this.#pause = 0;
      throw error;
    } finally {
      if (isTrial) this.#isTrying = false;
    }
  }

  /** Those that failed together count once. */
  #fail(): void {
    const now = this.#elapsed();
    if (now < this.#until) return;
    this.#pause = nextPause(this.#pause, BACK_OFF);
    this.#until = now + this.#pause;
  }
}
