import { splitValues } from '@wikiquery/core/host';
import type { Normalized } from './query/page-set.ts';

/** Pairs the bytes of each value as sent (one character per byte) with its cleaned text. Omits values that cleaning did not change. */
export function splitUnclean(bytes: string, text: string): Normalized[] {
  const sent = splitValues(bytes);
  return splitValues(text).flatMap((to, i) => {
    const from = sent[i];
    if (from === undefined || from === Buffer.from(to, 'utf8').toString('latin1')) return [];
    return [{ from, to, bytes: from }];
  });
}
