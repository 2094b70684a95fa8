import { setTimeout as delay } from 'node:timers';
import { rateLimitKey } from '@wikiquery/core/host';

/** Thrown if too many requests wait for the upstream. */
export class CrowdedError extends Error {
  override readonly name = 'CrowdedError';
  constructor() {
    super('Too many requests of this client or of all clients wait for the upstream.');
  }
}

export interface GateLimits {
  /** Maximum number of slots. */
  readonly running: number;
  /** Maximum number of slots of one client. */
  readonly each: number;
  /** Maximum number of waiting requests of one client; in total {@link CLIENTS} times as many. */
  readonly waiting: number;
}

/** Number of clients that may wait with all their requests at once. */
const CLIENTS = 64;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Distributes slots fairly, to one client after the other. */
export class Gate {
  readonly #limits: GateLimits;
  /** Clients with a slot or waiting for one, the next in turn first. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /** Whether all slots are in use. */
  get isFull(): boolean {
    return this.#running >= this.#limits.running;
  }

  /** Returns a function that releases a free slot; undefined if there is none. */
  begin(address: string): (() => void) | undefined {
    const client = rateLimitKey(address);
    const line = this.#lines.get(client) ?? { running: 0, waiting: [] };
    if (!this.#isFree(line)) return undefined;
    this.#lines.set(client, line);
    return this.#run(client, line);
  }

  /** Waits up to `patience` milliseconds for a slot. Rejects with a CrowdedError. */
  async take(address: string, patience: number): Promise<() => void> {
    const free = this.begin(address);
    if (free) return free;
    const client = rateLimitKey(address);
    const line = this.#lines.get(client) ?? { running: 0, waiting: [] };
    const { waiting } = this.#limits;
    if (line.waiting.length >= waiting || this.#waiting >= waiting * CLIENTS) throw new CrowdedError();
    this.#lines.set(client, line);
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const begin = () => {
      clearTimeout(impatience);
      this.#waiting -= 1;
      resolve(this.#run(client, line));
    };
    const impatience = delay(() => {
      line.waiting.splice(line.waiting.indexOf(begin), 1);
      this.#waiting -= 1;
      if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(client);
      reject(new CrowdedError());
    }, patience);
    line.waiting.push(begin);
    this.#waiting += 1;
    return promise;
  }

  #isFree({ running }: Line): boolean {
    return !this.isFull && running < this.#limits.each;
  }
  #run(client: string, line: Line): () => void {
    this.#running += 1;
    line.running += 1;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.#running -= 1;
      line.running -= 1;
      // The client moves to the end of the queue.
      this.#lines.delete(client);
      if (line.running > 0 || line.waiting.length > 0) this.#lines.set(client, line);
      this.#callNext();
    };
  }
  #callNext(): void {
    if (this.#waiting === 0) return;
    for (const line of this.#lines.values()) {
      if (line.waiting.length === 0 || !this.#isFree(line)) continue;
      line.waiting.shift()?.();
      return;
    }
  }
}
