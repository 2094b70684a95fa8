import type { Site } from '../site.ts';

/** Returns a function that computes a value once per wiki and caches it. */
export function perSite<T>(compute: (site: Site) => T): (site: Site) => T {
  const cache = new WeakMap<Site, T>();
  return site => {
    let value = cache.get(site);
    if (value === undefined) {
      value = compute(site);
      cache.set(site, value);
    }
    return value;
  };
}
