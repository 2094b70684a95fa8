import { defineModule, type Env, f, p } from '@wikiquery/core';
import { filterEquals, hashesJoins, READ_COLUMNS_OF_PAGE } from '@wikiquery/database';
import { expandedUrl, externalUrl, matchMany, protocolParam, readLinks, whereMatches } from '@wikiquery/links/external';
import { PAGE_COLUMNS, toPageRow } from '@wikiquery/pages';

const props = f.props({ ids: { pageid: f.int() }, title: f.title(), url: { url: f.string() } });

/** Lists pages with external links that match a URL, as MediaWiki's `list=exturlusage` does. */
export default defineModule({
  group: 'list',
  name: 'exturlusage',
  prefix: 'eu',
  summary: 'List pages with external links that match an address.',
  cache: 'public',
  sources: ['database'],
  generator: true,
  params: {
    prop: props.param().default(['ids', 'title', 'url']).help('Properties to return.'),
    continue: p.continue(),
    protocol: protocolParam().help('Protocol of the address. Default: `http` and `https` if a query is given.'),
    query: p.string().help('Address to search for, without the protocol. Leave empty for any external link.'),
    namespace: p.namespace().multi().help('Namespaces of the linking pages.'),
    limit: p.limit().help('Number of pages to return.'),
    expandurl: p.boolean().deprecated('1.41').help('Expand protocol-relative addresses.'),
  },
  element: 'eu',
  returns: props,
  examples: { 'list=exturlusage&euquery=www.mediawiki.org': 'Pages that link to a website.' },

  async execute(q) {
    const { prop, namespace, expandurl } = q.params;
    const { miserMode } = q.site.configuration;
    const namespaces = namespace?.size ? namespace : undefined; // Unknown namespaces alone do not filter.

    let links = withPages(q).select([...PAGE_COLUMNS, 'el_id', 'el_to_domain_index', 'el_to_path']);
    // No index contains both links and namespaces, so in miser mode the rows are filtered after they are read.
    if (!miserMode) links = filterEquals(links, { page_namespace: namespaces });
    const isMany = await matchMany(q, q.params);
    const rows = await readLinks(q, whereMatches(links, q.params, q.site, isMany), q.params, isMany);
    const isListed = (row: { page_namespace: number }) => !miserMode || !namespaces || namespaces.has(row.page_namespace);
    if (q.asGenerator) return rows.pages(row => (isListed(row) ? { row: toPageRow(row) } : undefined));
    return rows.records(row => {
      if (!isListed(row)) return undefined;
      const url = () => externalUrl(row, q.site);
      return props.pick(prop, {
        ids: { pageid: row.page_id },
        title: () => q.titles.fields(row.page_namespace, row.page_title),
        url: () => ({ url: expandurl ? expandedUrl(url(), q.site) : url() }),
      });
    });
  },
});

/** Joins links with their pages. A lateral join looks up pages one by one instead of hashing all pages. */
const withPages = ({ db }: Pick<Env, 'db'>) => {
  const links = db.selectFrom('externallinks');
  if (!hashesJoins(db)) return links.innerJoin('page', 'page_id', 'el_from');
  return links.innerJoinLateral(
    is => is.selectFrom('page').select(READ_COLUMNS_OF_PAGE).whereRef('page_id', '=', 'el_from').offset(0).as('page'),
    join => join.onTrue(),
  );
};
