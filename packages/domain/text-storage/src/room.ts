/** Bytes that the texts of one batch may have in all. Revisions are loaded a megabyte at a time by what their rows say: only what lies needs more. */
export const MOST = 64 * 1024 * 1024;

/** What is left of the memory for a batch of texts. */
export class Room {
  #left = MOST;

  get left(): number {
    return this.#left;
  }
  /** Whether there was room for so many bytes; then they are taken. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
