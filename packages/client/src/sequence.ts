/** A lazy sequence: iterate with `for await`, or collect it with `all`. Requests stop when the iteration stops. */
export class Sequence<T> implements AsyncIterable<T> {
  readonly #batches: (maximum: number) => AsyncIterable<readonly T[]>;
  readonly #maximum: number;
  /** `batches` receives the maximum number of items to read. */
  constructor(batches: (maximum: number) => AsyncIterable<readonly T[]>, maximum: number = Number.POSITIVE_INFINITY) {
    this.#batches = batches;
    this.#maximum = maximum;
  }
  /** Returns a sequence of at most `maximum` items. */
  take(maximum: number): Sequence<T> {
    return new Sequence(this.#batches, Math.min(maximum, this.#maximum));
  }
  /** Yields the items in batches, as the responses contain them. */
  async *batches(): AsyncGenerator<readonly T[]> {
    let left = this.#maximum;
    if (left <= 0) return;
    for await (const batch of this.#batches(left)) {
      yield batch.slice(0, left);
      left -= batch.length;
      if (left <= 0) return;
    }
  }
  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const batch of this.batches()) yield* batch;
  }
  /** Returns all items as an array. */
  async all(): Promise<T[]> {
    const all: T[] = [];
    for await (const batch of this.batches()) all.push(...batch);
    return all;
  }
}
