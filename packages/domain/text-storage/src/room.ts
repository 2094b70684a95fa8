/** Maximum bytes of a batch of texts. Callers load a megabyte at a time, so that only wrong sizes reach it. */
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
