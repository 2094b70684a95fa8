import type { Site } from '@wikiquery/core';
import { namespaceNamed } from '@wikiquery/titles';

export interface Prefixed {
  readonly text: string;
  readonly namespaces: readonly number[] | undefined;
}

/**
 * Splits a namespace prefix, such as `Help:`, off a query. For a prefix in `wordsForAll`, such as `all:`, `namespaces` is undefined.
 * Returns undefined for a query without a prefix, or with a space before the colon.
 */
export function namespacePrefix(site: Site, text: string, wordsForAll: readonly string[] = []): Prefixed | undefined {
  const all = wordsForAll.find(word => text.startsWith(`${word}:`));
  if (all !== undefined) return { text: text.slice(all.length + 1), namespaces: undefined };
  const colon = text.indexOf(':');
  const namespace = colon < 0 ? undefined : namespaceNamed(site, text.slice(0, colon));
  return namespace === undefined ? undefined : { text: text.slice(colon + 1), namespaces: [namespace] };
}
