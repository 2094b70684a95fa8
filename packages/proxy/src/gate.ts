import { setTimeout as delay } from 'node:timers';
import { rateLimitKey } from '@wikiquery/core/host';

/** Too many wait for the wiki already. */
export class CrowdedError extends Error {
  override readonly name = 'CrowdedError';
  constructor() {
    super('Too many requests of this client, or of all, wait for the wiki.');
  }
}

export interface GateLimits {
  /** How many have a turn at once, in all. */
  readonly running: number;
  /** And of one client. */
  readonly each: number;
  /** How many of one client may wait for one; of all, as many as for {@link CLIENTS} clients. */
  readonly waiting: number;
}

/** Clients that may wait at once with all that they are allowed. */
const CLIENTS = 64;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Gives out turns, to clients one after the other: whoever asks for many waits behind nobody but itself. */
export class Gate {
  readonly #limits: GateLimits;
  /** Clients with a turn or waiting for one; the next to be served first. */
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

  /** A turn without waiting, which ends with the call of what is returned; undefined where there is none. */
  begin(address: string): (() => void) | undefined {
    const client = rateLimitKey(address);
    const line = this.#lines.get(client) ?? { running: 0, waiting: [] };
    if (!this.#isFree(line)) return undefined;
    this.#lines.set(client, line);
    return this.#run(client, line);
  }

  /** A turn, within so many milliseconds. Rejects with a CrowdedError. */
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
      // Who had a turn goes to the end of the row.
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
