/** Counts running requests. */
export class RunningRequests {
  #count = 0;
  #none: (() => void) | undefined;
  begin(): void {
    this.#count++;
  }
  end(): void {
    if (--this.#count === 0) this.#none?.();
  }
  /** Resolves when no request runs. */
  async none(): Promise<void> {
    while (this.#count > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#none = resolve;
      await promise;
    }
  }
}
