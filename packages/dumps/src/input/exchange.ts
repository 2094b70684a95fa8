/** What the unpacking thread posts: a piece of the file, or how it ended. */
export type Unpacked = { readonly chunk: Uint8Array } | { readonly problem: string | undefined };

/** Pieces that may lie ready; the thread waits when there are more. */
const MOST_WAITING = 8;

/** The numbers that two threads see: how many pieces wait, and how much of the file was read. */
export class Exchange {
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

  /** Says that one more piece lies ready, once there is room for it. Blocks the thread. */
  wait(): void {
    while (Atomics.load(this.#waiting, 0) >= MOST_WAITING) Atomics.wait(this.#waiting, 0, MOST_WAITING, 100);
    Atomics.add(this.#waiting, 0, 1);
  }

  /** Says that a piece was taken. */
  taken(): void {
    Atomics.sub(this.#waiting, 0, 1);
    Atomics.notify(this.#waiting, 0);
  }
}
