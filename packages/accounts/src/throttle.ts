import { LRUCache } from 'lru-cache';

export interface ThrottleRule {
  readonly count: number;
  readonly seconds: number;
}

/** `$wgPasswordAttemptThrottle`. */
export const PASSWORD_ATTEMPTS: readonly ThrottleRule[] = [
  { count: 5, seconds: 300 },
  { count: 150, seconds: 172_800 },
];

/** Promises where another process counts. */
export interface Throttle {
  /** Counts an attempt before it is made, so that parallel ones count too. Returns the seconds to wait when there were too many. */
  take(key: string): number | undefined | Promise<number | undefined>;
  /** Forgets the attempts of a key: one of them succeeded. */
  clear(key: string): void | Promise<void>;
}

/**
 * Fixed windows that begin with the first attempt, as MediaWiki's `Throttler` counts. `now`: milliseconds of a clock that nobody sets. Memory is bounded: the windows touched longest
 * ago go first, and pushing one out takes as many password checks as `size`.
 */
export function createThrottle(rules: readonly ThrottleRule[], now: () => number = () => performance.now(), size = 100_000) {
  // By their size instead of their number: for that there would be room for all from the start, in every process.
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
