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
  /** Maximum number of running requests, which is the number of slots. */
  readonly running: number;
  /** Maximum number of running requests of one client. */
  readonly each: number;
  /** Maximum number of waiting requests of one client. All clients together may have {@link CLIENTS} times as many. */
  readonly waiting: number;
}

/** Number of clients that may have the maximum number of waiting requests at the same time. */
const CLIENTS = 64;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Limits concurrent requests. Assigns free slots to clients in turn. */
export class Gate {
  readonly #limits: GateLimits;
  /** Clients that have a slot or wait for one, in the order of their turns. */
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

  /** Takes a free slot. Returns the function that releases it, or undefined if no slot is free for the client. */
  begin(address: string): (() => void) | undefined {
    const client = rateLimitKey(address);
    const line = this.#lines.get(client) ?? { running: 0, waiting: [] };
    if (!this.#isFree(line)) return undefined;
    this.#lines.set(client, line);
    return this.#run(client, line);
  }

  /** Waits up to `patience` milliseconds for a slot. Returns the function that releases it. Rejects with a CrowdedError. */
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
      // The client moves to the end of the order.
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
