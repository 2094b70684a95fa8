import { MOST_WAITING } from './engine.ts';
import { DatabaseUnavailableError } from './errors.ts';

/** Share of a pool that one open database uses. */
export class Share {
  busy = 0;
  readonly queue: (() => void)[] = [];
}

/**
 * Distributes the connections of a pool. Databases that wait take turns, and one of several databases uses at most three quarters of the
 * connections, so that its slow statements do not block the others.
 */
export class FairShare {
  readonly #capacity: number;
  readonly #shares = new Set<Share>();
  /** Shares with a queue, the next one first. */
  readonly #turns: Share[] = [];
  #busy = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  join(): Share {
    const share = new Share();
    this.#shares.add(share);
    return share;
  }

  leave(share: Share): void {
    this.#shares.delete(share);
    this.#next();
  }

  /** Waits for a connection. Throws a DatabaseUnavailableError if too many statements of the same database are waiting. */
  take(share: Share): Promise<void> | undefined {
    if (share.queue.length === 0 && this.#mayTake(share)) {
      this.#grant(share);
      return undefined;
    }
    if (share.queue.length >= MOST_WAITING)
      throw new DatabaseUnavailableError(new Error('Too many requests are waiting for a connection.'));
    const { promise, resolve } = Promise.withResolvers<void>();
    share.queue.push(resolve);
    if (share.queue.length === 1) this.#turns.push(share);
    return promise;
  }

  giveBack(share: Share): void {
    share.busy--;
    this.#busy--;
    this.#next();
  }

  #next(): void {
    for (;;) {
      const share = this.#turns.find(each => this.#mayTake(each));
      if (!share) return;
      this.#turns.splice(this.#turns.indexOf(share), 1);
      const begin = share.queue.shift();
      if (share.queue.length > 0) this.#turns.push(share);
      this.#grant(share);
      begin?.();
    }
  }

  #mayTake(share: Share): boolean {
    const most = this.#shares.size > 1 ? this.#capacity - Math.floor(this.#capacity / 4) : this.#capacity;
    return this.#busy < this.#capacity && share.busy < most;
  }

  #grant(share: Share): void {
    share.busy++;
    this.#busy++;
  }
}
