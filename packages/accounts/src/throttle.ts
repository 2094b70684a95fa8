import { LRUCache } from 'lru-cache';

/** A limit: at most `count` attempts in `seconds`. */
export interface ThrottleRule {
  readonly count: number;
  readonly seconds: number;
}

/** MediaWiki's default limits of login attempts (`$wgPasswordAttemptThrottle`). */
export const PASSWORD_ATTEMPTS: readonly ThrottleRule[] = [
  { count: 5, seconds: 300 },
  { count: 150, seconds: 172_800 },
];

/** Counts attempts by key, such as login attempts by account and address. */
export interface Throttle {
  /** Counts an attempt before it is made, so that parallel attempts count. Returns the seconds to wait after too many attempts. */
  take(key: string): number | undefined | Promise<number | undefined>;
  /** Clears the counted attempts after a success. */
  clear(key: string): void | Promise<void>;
}

/**
 * Creates a throttle with fixed windows, like MediaWiki's `Throttler`. The clock `now` is monotonic, in milliseconds. At most `size` keys
 * are stored per rule, so that it takes as many attempts to evict a key.
 */
export function createThrottle(rules: readonly ThrottleRule[], now: () => number = () => performance.now(), size = 100_000) {
  // Limit the caches with `maxSize`, because `max` would preallocate memory.
  const bounds = { maxSize: size, sizeCalculation: () => 1 };
  const windows = rules.map(rule => ({ ...rule, open: new LRUCache<string, { count: number; ends: number }>(bounds) }));
  return {
    take(key: string): number | undefined {
      for (const { count, seconds, open } of windows) {
        const window = open.get(key);
        if (!window || window.ends <= now()) open.set(key, { count: 1, ends: now() + seconds * 1000 });
        else if (window.count >= count) return seconds;
        else window.count += 1;
      }
      return undefined;
    },
    clear(key: string): void {
      for (const { open } of windows) open.delete(key);
    },
  } satisfies Throttle;
}
