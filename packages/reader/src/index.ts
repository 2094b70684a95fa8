import { defineServerExtension, READING_METHODS } from '@wikiquery/server/extend';
import { readerPaths } from './paths.ts';

/** Serves the pages of a wiki as HTML: articles, histories, differences, files, categories and special pages. */
export default defineServerExtension({
  name: 'reader',
  routes(_settings, wiki) {
    // In proxy mode, the upstream serves its pages.
    if (wiki.isProxied) return [];
    let loaded: Promise<Awaited<ReturnType<typeof load>>> | undefined;
    const load = async () => (await import('./reader.ts')).createReader(wiki);
    const { matches } = readerPaths(wiki.site);
    return [
      {
        matches,
        methods: READING_METHODS,
        async handle(request, response, client) {
          loaded ??= load();
          await (await loaded)(request, response, client);
        },
      },
    ];
  },
});
