import { IncomingMessage } from './node-http.ts';

/** Number of body chunks after which the request yields to other connections. */
const MOST_CHUNKS = 1000;

/**
 * A request whose body yields to the event loop after many chunks. Node reads up to 32 × 64 KiB of a connection in one tick. Parsing takes
 * 2 µs per chunk, so 300,000 chunks of one byte would block the event loop for 0.6 seconds.
 */
export class YieldingRequest extends IncomingMessage {
  #chunks = 0;
  #isYielding = false;
  #isWanted = false;

  // Node's parser stops reading from the connection when `push` returns false.
  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    const takesMore = super.push(chunk, encoding);
    if (chunk === null || ++this.#chunks < MOST_CHUNKS) return takesMore;
    if (!this.#isYielding) {
      this.#isYielding = true;
      setImmediate(() => this.#resume());
    }
    return false;
  }

  override _read(size: number): void {
    if (this.#isYielding) this.#isWanted = true;
    else super._read(size);
  }

  #resume(): void {
    this.#chunks = 0;
    this.#isYielding = false;
    if (this.#isWanted && !this.complete) super._read(0);
    this.#isWanted = false;
  }
}
