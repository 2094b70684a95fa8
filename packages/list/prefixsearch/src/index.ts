import { defineModule, f, NS, Pages, p, Records } from '@wikiquery/core';
import { type Hit, namespacePrefix, pagesOfHits, searchBackend } from '@wikiquery/search';
import { exactMatchFirst } from './exact-match.ts';
import { specialPages } from './special-pages.ts';

export default defineModule({
  group: 'list',
  name: 'prefixsearch',
  prefix: 'ps',
  summary: 'Find pages by the beginning of their titles.',
  cache: 'public',
  generator: true,
  services: { search: searchBackend },
  params: {
    search: p.string().required().help('The beginning of titles, with the name of a namespace before it or not.'),
    namespace: p.namespace().multi().default([0]).help('Look in these namespaces, unless the text begins with the name of one.'),
    limit: p.limit().help('How many pages to return.'),
    offset: p.int({ min: 0 }).default(0).help('When more results are available, use this to continue.'),
  },
  returns: f.record({ ...f.title(), special: f.flag(), pageid: f.int().optional() }),
  examples: { 'list=prefixsearch&pssearch=light': 'Pages whose titles begin with "Light".' },

  async execute(q) {
    const { search, namespace, limit, offset } = q.params;
    const backend = q.services.search;
    const prefixed = namespacePrefix(q.site, search);
    const request = { text: (prefixed?.text ?? search).trim(), namespaces: prefixed?.namespaces ?? [...namespace], limit, offset };
    const hits =
      search.trim() === ''
        ? []
        : request.namespaces.includes(NS.SPECIAL)
          ? await specialPages(q, backend, request)
          : await backend.complete(q, request);
    const known = (await pagesOfHits(q, hits.slice(0, limit))).filter(isKnown);
    // Behind the first pages a title that is typed in full is told already.
    const ranked = offset === 0 ? await exactMatchFirst(q, request, known) : known;
    const next = hits.length > limit || ranked.length > limit ? { offset: offset + limit } : undefined;
    const found = ranked.slice(0, limit);
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

const isKnown = ({ namespace, page }: Hit): boolean => namespace === NS.SPECIAL || page !== undefined;
