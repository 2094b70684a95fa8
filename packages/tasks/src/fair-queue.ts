import { LRUCache } from 'lru-cache';

/** Milliseconds after which half of what a client used is forgotten. */
const HALF_LIFE = 30_000;
/** Clients whose use is remembered. */
const REMEMBERED = 10_000;

/** Who waits, by client. The next is always of the client that lately used least. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, Set<T>>();
  /** By their size instead of their number: for that there would be room for all from the start, in every process. */
  readonly #used = new LRUCache<string, { milliseconds: number; at: number }>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });
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

  take(): T | undefined {
    const client = this.#next();
    if (client === undefined) return undefined;
    const [item] = this.#waiting.get(client) as Set<T>;
    this.remove(client, item as T);
    return item;
  }

  /** Whether somebody waits who used less than this client with so many milliseconds more. */
  owes(client: string, milliseconds: number): boolean {
    const next = this.#next(client);
    return next !== undefined && this.used(next) < this.used(client) + milliseconds;
  }

  charge(client: string, milliseconds: number): void {
    this.#used.set(client, { milliseconds: this.used(client) + milliseconds, at: this.#now() });
  }

  /** Milliseconds, the older ones counting less. */
  used(client: string): number {
    const known = this.#used.get(client);
    return known ? known.milliseconds * 0.5 ** ((this.#now() - known.at) / HALF_LIFE) : 0;
  }

  #next(except?: string): string | undefined {
    let least: string | undefined;
    for (const client of this.#waiting.keys()) {
      if (client !== except && (least === undefined || this.used(client) < this.used(least))) least = client;
    }
    return least;
  }
}
