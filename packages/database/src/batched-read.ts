/** Batches concurrent reads. Each caller receives the result of a read that began after its call. */
export class BatchedRead<T> {
  readonly #read: () => Promise<T>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  constructor(read: () => Promise<T>) {
    this.#read = read;
  }

  read(): Promise<T> {
    this.#next ??= this.#begin(this.#running);
    return this.#next;
  }

  async #begin(previous: Promise<unknown>): Promise<T> {
    await previous.catch(() => {});
    this.#next = undefined;
    const result = this.#read();
    this.#running = result;
    return result;
  }
}
