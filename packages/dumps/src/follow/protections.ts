import type { Wiki } from '@wikiquery/client';
import type { LivePage, LiveProtection } from './answers.ts';

/** By the ids of pages. */
export type Protections = ReadonlyMap<number, readonly LiveProtection[]>;

/** All pages of these namespaces that are protected. */
export async function* readProtections(wiki: Wiki, namespaces: Iterable<number>): AsyncGenerator<Protections> {
  for (const gapnamespace of namespaces) {
    const batches = wiki.pageBatches({
      ...{ generator: 'allpages', gapnamespace, gapprtype: ['edit', 'move', 'upload'], gaplimit: 'max' },
      ...{ prop: 'info', inprop: 'protection' },
    });
    for await (const pages of batches) {
      const told = pages as unknown as readonly LivePage[];
      yield new Map(told.flatMap(({ pageid, protection = [] }) => (pageid ? [[pageid, protection] as const] : [])));
    }
  }
}
