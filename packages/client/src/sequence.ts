/** Things that come by and by: read them with `for await`, or all at once. Nothing is asked before somebody reads, nor after he stops. */
export class Sequence<T> implements AsyncIterable<T> {
  readonly #batches: (most: number) => AsyncIterable<readonly T[]>;
  readonly #most: number;
  /** `batches` are told how many things are wanted. */
  constructor(batches: (most: number) => AsyncIterable<readonly T[]>, most: number = Number.POSITIVE_INFINITY) {
    this.#batches = batches;
    this.#most = most;
  }
  /** No more than these. */
  take(most: number): Sequence<T> {
    return new Sequence(this.#batches, Math.min(most, this.#most));
  }
  /** As they come: a batch for each complete answer. */
  async *batches(): AsyncGenerator<readonly T[]> {
    let left = this.#most;
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
  async all(): Promise<T[]> {
    const all: T[] = [];
    for await (const batch of this.batches()) all.push(...batch);
    return all;
  }
}
