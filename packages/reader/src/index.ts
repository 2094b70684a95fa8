import { defineServerExtension } from '@wikiquery/server/extend';
import { readerPaths } from './paths.ts';

/** Serves the pages of a wiki as HTML: articles, histories, differences, files, categories and special pages. */
export default defineServerExtension({
  name: 'reader',
  paths(_settings, wiki) {
    let loaded: Promise<Awaited<ReturnType<typeof load>>> | undefined;
    const load = async () => (await import('./reader.ts')).createReader(wiki);
    const { matches } = readerPaths(wiki.site);
    return [
      {
        matches,
        async handle(request, response, ask) {
          loaded ??= load();
          await (await loaded)(request, response, ask);
        },
      },
    ];
  },
});
