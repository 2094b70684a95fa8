import { LRUCache } from 'lru-cache';

export interface ThrottleRule {
  readonly count: number;
  readonly seconds: number;
}

export const PASSWORD_ATTEMPTS: readonly ThrottleRule[] = [
  { count: 5, seconds: 300 },
  { count: 150, seconds: 172_800 },
];

export interface Throttle {
  /** Counts an attempt in advance, so that parallel attempts count. Returns the seconds to wait after too many. */
  take(key: string): number | undefined | Promise<number | undefined>;
  /** Clears the attempts after a success. */
  clear(key: string): void | Promise<void>;
}

/** Counts in fixed windows, like MediaWiki's `Throttler`. `now` is monotonic. Evicting a window takes `size` password checks. */
export function createThrottle(rules: readonly ThrottleRule[], now: () => number = () => performance.now(), size = 100_000) {
  // `maxSize` instead of `max`, which would preallocate memory.
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
