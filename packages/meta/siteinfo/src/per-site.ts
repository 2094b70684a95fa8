import type { Site } from '@wikiquery/core';

/** Computes a value once per wiki. */
export function perSite<T>(make: (site: Site) => T): (site: Site) => T {
  const made = new WeakMap<Site, { readonly value: T }>();
  return site => {
    const entry = made.get(site) ?? { value: make(site) };
    made.set(site, entry);
    return entry.value;
  };
}
