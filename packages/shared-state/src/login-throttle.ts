import type { Throttle, ThrottleRule } from '@wikiquery/accounts';
import type { StoreConnection } from './connection.ts';
import { TAKE_ATTEMPT } from './scripts.ts';
import type { Secrecy } from './secrecy.ts';

/** Maximum number of keys whose attempts are counted in the store later. */
const MOST_PENDING = 10_000;

/**
 * Counts login attempts in the store. While it cannot be used, the throttle of this server applies, and the attempts are counted in the
 * store afterwards.
 */
export class LoginThrottle implements Throttle {
  readonly #connection: StoreConnection;
  readonly #secrecy: Secrecy;
  readonly #own: Throttle;
  readonly #rules: readonly number[];
  /** Attempts by key that the store has not counted, since the last success if `isCleared`. */
  readonly #pending = new Map<string, { count: number; isCleared: boolean }>();

  constructor(connection: StoreConnection, secrecy: Secrecy, own: Throttle, rules: readonly ThrottleRule[]) {
    [this.#connection, this.#secrecy, this.#own] = [connection, secrecy, own];
    this.#rules = rules.flatMap(({ count, seconds }) => [count, seconds]);
  }

  async take(key: string): Promise<number | undefined> {
    const [wait, ownWait] = await Promise.all([this.#count(key), this.#own.take(key)]);
    if (wait !== undefined) return wait < 0 ? undefined : wait;
    const pending = ownWait === undefined && this.#pendingOf(key);
    if (pending) pending.count += 1;
    return ownWait;
  }

  async clear(key: string): Promise<void> {
    await this.#own.clear(key);
    // Not awaited, because later operations of this server follow on the same connection.
    void this.#clear(key).then(isCleared => {
      const pending = isCleared ? undefined : this.#pendingOf(key);
      if (pending) Object.assign(pending, { count: 0, isCleared: true });
    });
  }

  /** Counts the attempts that were made while the store could not be used. */
  async recover(): Promise<void> {
    for (const [key, { count, isCleared }] of this.#pending) {
      this.#pending.delete(key);
      if (isCleared) await this.#clear(key);
      for (let i = 0; i < count; i++) await this.#count(key);
    }
  }

  #count(key: string): Promise<number | undefined> {
    return this.#connection.run('throttle', async () =>
      Number(await this.#connection.evaluate(TAKE_ATTEMPT, this.#nameOf(key), this.#rules)),
    );
  }
  #clear(key: string): Promise<number | undefined> {
    return this.#connection.run('throttle', client => client.del(this.#nameOf(key)));
  }
  #nameOf(key: string): string {
    return this.#secrecy.name('attempts', key);
  }
  #pendingOf(key: string) {
    const known = this.#pending.get(key);
    if (known || this.#pending.size >= MOST_PENDING) return known;
    const added = { count: 0, isCleared: false };
    this.#pending.set(key, added);
    return added;
  }
}
