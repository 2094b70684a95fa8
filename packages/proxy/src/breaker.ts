import { nextPause } from '@wikiquery/server/extend';
import { UpstreamError } from './who-is.ts';

/** Pause after a failure in milliseconds: the first pause, and the maximum after repeated failures. */
const BACK_OFF = { first: 1000, longest: 15_000 };

/** Thrown if the upstream fails for all clients. */
export class WikiDownError extends UpstreamError {}

/** Circuit breaker: pauses after a failure, then lets a single request try the upstream. */
export class Breaker {
  readonly #elapsed: () => number;
  #pause = 0;
  #until = Number.NEGATIVE_INFINITY;
  #isTrying = false;

  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
  }

  /** Throws an UpstreamError while the breaker is open. */
  check(): void {
    if (this.#isTrying || this.#elapsed() < this.#until) throw new UpstreamError('The upstream failed a moment ago.');
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

  /** Begins a pause. Concurrent failures count once. */
  #fail(): void {
    const now = this.#elapsed();
    if (now < this.#until) return;
    this.#pause = nextPause(this.#pause, BACK_OFF);
    this.#until = now + this.#pause;
  }
}
