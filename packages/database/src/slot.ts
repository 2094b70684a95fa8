/** Stands in a statement for a value that comes when it runs. */
export class Slot {
  readonly #place: number;
  readonly #convert: ((value: unknown) => unknown) | undefined;

  constructor(place: number, convert?: (value: unknown) => unknown) {
    this.#place = place;
    this.#convert = convert;
  }
  /** The slot for the same value in another form. */
  as(convert: (value: unknown) => unknown): Slot {
    return new Slot(this.#place, convert);
  }
  /** Whatever is computed with it would be fixed for all requests. */
  [Symbol.toPrimitive](): never {
    throw new TypeError('A value of a prepared query can be compared with in the query, and nothing else.');
  }
  fill(values: readonly unknown[]): unknown {
    const value = values[this.#place];
    return this.#convert ? this.#convert(value) : value;
  }
}
