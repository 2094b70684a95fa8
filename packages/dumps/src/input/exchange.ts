/** What the unpacking thread posts: a piece of the file, the lines of a list, or how it ended. */
export type Unpacked = { readonly chunk: Uint8Array } | { readonly lines: readonly string[] } | { readonly problem: string | undefined };

/** Bytes that may lie ready; the thread waits when there are more. */
const MOST_WAITING = 4 << 20;

/** The numbers that two threads see: how many bytes wait, and how much of the file was read. */
export class SharedCounters {
  readonly memory: SharedArrayBuffer;
  readonly #waiting: Int32Array<SharedArrayBuffer>;
  readonly #position: Float64Array<SharedArrayBuffer>;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(16)) {
    this.memory = memory;
    this.#waiting = new Int32Array(memory, 0, 1);
    this.#position = new Float64Array(memory, 8, 1);
  }

  get position(): number {
    return this.#position[0] ?? 0;
  }
  set position(bytes: number) {
    this.#position[0] = bytes;
  }

  /** Says that so many more bytes lie ready, once there is room for some. Blocks the thread. */
  wait(bytes: number): void {
    for (let waiting = this.#bytes(); waiting >= MOST_WAITING; waiting = this.#bytes()) Atomics.wait(this.#waiting, 0, waiting, 100);
    Atomics.add(this.#waiting, 0, bytes);
  }

  /** Says that so many bytes were taken. */
  taken(bytes: number): void {
    Atomics.sub(this.#waiting, 0, bytes);
    Atomics.notify(this.#waiting, 0);
  }

  #bytes(): number {
    return Atomics.load(this.#waiting, 0);
  }
}
