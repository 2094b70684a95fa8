/** Passes values from event handlers to one asynchronous consumer. */
export class AsyncQueue<Value> {
  readonly #values: Value[] = [];
  #wake = (): void => undefined;

  get isEmpty(): boolean {
    return this.#values.length === 0;
  }

  push(value: Value): void {
    this.#values.push(value);
    this.#wake();
  }

  async take(): Promise<Value> {
    while (this.isEmpty) {
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
    return this.#values.shift() as Value;
  }
}
