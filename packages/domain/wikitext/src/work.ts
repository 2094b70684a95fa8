/** Thrown when an operation exceeds its work budget. */
export class TooMuchWork extends Error {}

/** Remaining work in units of about a microsecond. */
export class WorkBudget {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  get left(): number {
    return this.#left;
  }

  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new TooMuchWork();
  }
}
