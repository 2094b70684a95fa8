/** Maximum size of a batch of texts in bytes. Callers load less at a time, by claimed sizes, so only wrong sizes reach this limit. */
export const MOST = 64 * 1024 * 1024;

export class Room {
  #left = MOST;

  get left(): number {
    return this.#left;
  }
  /** Reserves bytes. Returns false if too few are left. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
