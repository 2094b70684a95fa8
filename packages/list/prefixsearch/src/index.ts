import { defineModule, f, Pages, p, Records } from '@wikiquery/core';
import { searchBackend } from '@wikiquery/search';
import { suggestTitles } from '@wikiquery/search/completion';

/** Finds pages by title prefix, as MediaWiki's `list=prefixsearch` does. */
export default defineModule({
  group: 'list',
  name: 'prefixsearch',
  prefix: 'ps',
  summary: 'Find pages by title prefix.',
  cache: 'public',
  generator: true,
  services: { search: searchBackend },
  params: {
    search: p.string().required().help('Beginning of the titles, optionally with a namespace prefix.'),
    namespace: p.namespace().multi().default([0]).help('Namespaces to search. A namespace prefix in the search text takes precedence.'),
    limit: p.limit().help('Number of pages to return.'),
    offset: p.int({ min: 0 }).default(0).help('Continue value of the previous response.'),
  },
  element: 'ps',
  returns: f.record({ ...f.title(), special: f.flag().help('The page is a special page.'), pageid: f.int().optional() }),
  generated: { index: f.int() },
  examples: { 'list=prefixsearch&pssearch=light': 'Pages with titles that begin with "Light".' },

  async execute(q) {
    const { search, namespace, limit, offset } = q.params;
    const { hits: found, more } = await suggestTitles(q, q.services.search, { text: search, namespaces: [...namespace], limit, offset });
    const next = more ? { offset: offset + limit } : undefined;
    if (q.asGenerator) {
      return new Pages(
        found.map((title, at) => ({ title, data: { index: offset + at + 1 } })),
        next,
      );
    }
    const entries = found.map((hit, at) => ({
      record: {
        ...q.titles.fields(hit.namespace, hit.dbkey),
        ...(hit.page ? { pageid: hit.page.id } : { special: true as const }),
      },
      cursor: { offset: offset + at },
    }));
    return new Records(entries, next);
  },
});
