/** There is more to do than this place may. */
export class TooMuchWork extends Error {}

/** What may still be done: a unit takes about a microsecond. */
export class WorkBudget {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  get left(): number {
    return this.#left;
  }

  /** Throws TooMuchWork. */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new TooMuchWork();
  }
}
