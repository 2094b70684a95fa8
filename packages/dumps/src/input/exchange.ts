/** Messages of the unpacking thread: a chunk of output, the list of files, or the end, with a problem if there was one. */
export type UnpackMessage =
  | { readonly chunk: Uint8Array }
  | { readonly lines: readonly string[] }
  | { readonly problem: string | undefined };

/** Maximum bytes in the queue. The unpacking thread blocks above it. */
const MAX_WAITING = 4 << 20;

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

  /** Blocks the thread until the queue has room, then counts the bytes as queued. */
  add(bytes: number): void {
    for (let waiting = this.#bytes(); waiting >= MAX_WAITING; waiting = this.#bytes()) Atomics.wait(this.#waiting, 0, waiting, 100);
    Atomics.add(this.#waiting, 0, bytes);
  }

  remove(bytes: number): void {
    Atomics.sub(this.#waiting, 0, bytes);
    Atomics.notify(this.#waiting, 0);
  }

  #bytes(): number {
    return Atomics.load(this.#waiting, 0);
  }
}
