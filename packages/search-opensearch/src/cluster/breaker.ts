/** Number of consecutive failures after which requests are rejected. */
const FAILURES = 3;
/** Milliseconds for which requests are rejected. The time doubles with each failed attempt. */
const PAUSE = { first: 1000, longest: 30_000 };

/** Circuit breaker: after several failures, it rejects requests for a while, and then admits one at a time until one succeeds. */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #closedUntil = 0;
  #isProbing = false;
  #problem: string | undefined;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Reason of the last failure while requests are rejected; otherwise undefined. */
  get problem(): string | undefined {
    return this.#failures >= FAILURES ? this.#problem : undefined;
  }

  /** Whether the next request may be sent. If so, the caller must report its result. */
  admit(): boolean {
    if (this.#failures < FAILURES) return true;
    if (this.#isProbing || this.#now() < this.#closedUntil) return false;
    this.#isProbing = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#isProbing = false;
    this.#problem = undefined;
  }

  failed(problem: string): void {
    this.#failures++;
    this.#isProbing = false;
    this.#problem = problem;
    const tries = this.#failures - FAILURES;
    if (tries >= 0) this.#closedUntil = this.#now() + Math.min(PAUSE.first * 2 ** Math.min(tries, 10), PAUSE.longest);
  }

  /** Ends a request that shows nothing about the cluster, such as one that the client cancelled. */
  cancelled(): void {
    this.#isProbing = false;
  }
}
