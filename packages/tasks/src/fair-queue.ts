import { LRUCache } from 'lru-cache';

/** Time in which a client's recorded usage decays by half, in milliseconds. */
const HALF_LIFE = 30_000;
/** Maximum number of clients with recorded usage. */
const REMEMBERED = 10_000;

/** Queue of waiting items by client. The next item belongs to the client with the lowest recent usage. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, Set<T>>();
  /** Recent usage by client. The cache is limited by `maxSize`, because `max` would preallocate memory. */
  readonly #used = new LRUCache<string, { milliseconds: number; tasks: number; at: number }>({
    maxSize: REMEMBERED,
    sizeCalculation: () => 1,
  });
  readonly #now: () => number;
  #size = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get size(): number {
    return this.#size;
  }
  sizeOf(client: string): number {
    return this.#waiting.get(client)?.size ?? 0;
  }

  add(client: string, item: T): void {
    const own = this.#waiting.get(client);
    if (own) own.add(item);
    else this.#waiting.set(client, new Set([item]));
    this.#size++;
  }

  remove(client: string, item: T): boolean {
    const own = this.#waiting.get(client);
    if (!own?.delete(item)) return false;
    if (own.size === 0) this.#waiting.delete(client);
    this.#size--;
    return true;
  }

  /** Removes and returns the next item that `accepts` accepts. */
  take(accepts: (item: T) => boolean = () => true): T | undefined {
    const next = this.#next(accepts);
    if (!next) return undefined;
    this.remove(next.client, next.item);
    return next.item;
  }

  /** Returns the newest item of the client with the most waiting items. */
  lastOfMost(): T | undefined {
    let most: ReadonlySet<T> | undefined;
    for (const own of this.#waiting.values()) if (own.size > (most?.size ?? 0)) most = own;
    return most && [...most].at(-1);
  }

  has(accepts: (item: T) => boolean): boolean {
    return this.#next(accepts) !== undefined;
  }

  /** Whether another client with an accepted item has lower recent usage than this client with additional `milliseconds`. */
  owes(client: string, milliseconds: number, accepts: (item: T) => boolean = () => true): boolean {
    const next = this.#next(accepts, client);
    return next !== undefined && this.used(next.client) < this.used(client) + milliseconds;
  }

  /** Adds the duration of a task to the usage of its client. */
  charge(client: string, milliseconds: number): void {
    const { milliseconds: used, tasks } = this.#lately(client);
    this.#used.set(client, { milliseconds: used + milliseconds, tasks: tasks + 1, at: this.#now() });
  }

  /** Returns the decayed usage of a client in milliseconds. */
  used(client: string): number {
    return this.#lately(client).milliseconds;
  }

  /** Returns the average duration of a client's recent tasks in milliseconds, or 0 for a new client. */
  expected(client: string): number {
    const { milliseconds, tasks } = this.#lately(client);
    return tasks === 0 ? 0 : milliseconds / tasks;
  }

  #lately(client: string): { milliseconds: number; tasks: number } {
    const known = this.#used.get(client);
    if (!known) return { milliseconds: 0, tasks: 0 };
    const share = 0.5 ** ((this.#now() - known.at) / HALF_LIFE);
    return { milliseconds: known.milliseconds * share, tasks: known.tasks * share };
  }

  #next(accepts: (item: T) => boolean, except?: string): { client: string; item: T } | undefined {
    let least: { client: string; item: T } | undefined;
    for (const [client, items] of this.#waiting) {
      if (client === except || (least && this.used(client) >= this.used(least.client))) continue;
      for (const item of items) {
        if (!accepts(item)) continue;
        least = { client, item };
        break;
      }
    }
    return least;
  }
}
