import { defineModule, f, p, Records } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { expandedUrl, externalUrl, protocolParam, readLinks, whereMatches } from '@wikiquery/links/external';

/** Lists the external links of pages, as MediaWiki's `prop=extlinks` does. */
export default defineModule({
  group: 'prop',
  name: 'extlinks',
  prefix: 'el',
  summary: 'List the external links of pages.',
  cache: 'public',
  sources: ['pages'],
  params: {
    limit: p.limit().help('Number of links to return.'),
    continue: p.continue(),
    protocol: protocolParam().help('Protocol of the address. Default: `http` and `https` if a query is given.'),
    query: p.string().help('Address to search for, without the protocol. Use it to test whether a page links there.'),
    expandurl: p.boolean().deprecated('1.41').help('Expand protocol-relative addresses.'),
  },
  returns: f.record({ url: f.string().content() }),
  examples: { 'prop=extlinks&titles=Main%20Page': 'External links of a page.' },

  async execute(q) {
    const { expandurl } = q.params;
    if (q.pages.found.size === 0) return new Records([]);

    const links = q.db.selectFrom('externallinks').select(['el_id', 'el_from', 'el_to_domain_index', 'el_to_path']);
    const found = whereMatches(whereEquals(links, { el_from: [...q.pages.found.keys()] }), q.params, q.site);
    const rows = await readLinks(q, found, q.params);
    return rows.recordsOf(
      row => row.el_from,
      row => {
        const url = externalUrl(row, q.site);
        return { url: expandurl ? expandedUrl(url, q.site) : url };
      },
    );
  },
});
