import type { Site } from '@wikiquery/core';
import { namespaceNamed } from '@wikiquery/titles';

/** A text to look for, and where the prefix before it says to look; undefined namespaces stand for all. */
export interface Prefixed {
  readonly text: string;
  readonly namespaces: readonly number[] | undefined;
}

/**
 * Reads the prefix of a namespace (`Help:words`) or one of the words (`all:words`) that stand for all. Undefined when there is none. Unlike in
 * a title there may be no space before the colon.
 */
export function namespacePrefix(site: Site, text: string, wordsForAll: readonly string[] = []): Prefixed | undefined {
  const all = wordsForAll.find(word => text.startsWith(`${word}:`));
  if (all !== undefined) return { text: text.slice(all.length + 1), namespaces: undefined };
  const colon = text.indexOf(':');
  const namespace = colon < 0 ? undefined : namespaceNamed(site, text.slice(0, colon));
  return namespace === undefined ? undefined : { text: text.slice(colon + 1), namespaces: [namespace] };
}
