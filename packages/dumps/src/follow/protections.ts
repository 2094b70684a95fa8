import type { Wiki } from '@wikiquery/client';
import type { LivePage, LiveProtection } from './api-items.ts';

export type Protections = ReadonlyMap<number, readonly LiveProtection[]>;

export async function* readProtections(wiki: Wiki, namespaces: Iterable<number>): AsyncGenerator<Protections> {
  for (const gapnamespace of namespaces) {
    const batches = wiki.pageBatches({
      ...{ generator: 'allpages', gapnamespace, gapprtype: ['edit', 'move', 'upload'], gaplimit: 'max' },
      ...{ prop: 'info', inprop: 'protection' },
    });
    for await (const pages of batches) {
      const found = pages as unknown as readonly LivePage[];
      yield new Map(found.flatMap(({ pageid, protection = [] }) => (pageid ? [[pageid, protection] as const] : [])));
    }
  }
}
