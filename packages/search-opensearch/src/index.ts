import { defineServerExtension } from '@wikiquery/server/extend';

/** Server extension for full-text indexes in search clusters. Its code is loaded only with an address of a cluster in `searchIndex`. */
export default defineServerExtension({
  name: 'search-opensearch',
  searchIndexes: {
    schemes: ['opensearch', 'opensearch+https'],
    open: async (address, wiki) => (await import('./open-index.ts')).openIndex(address, wiki),
    build: async (address, wiki) => (await import('./open-index.ts')).buildIndexAt(address, wiki),
  },
});
