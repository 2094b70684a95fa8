import { defineModule, type Env, f, ifOffered, NS, p, Records, readPage } from '@wikiquery/core';
import { whereEquals } from '@wikiquery/database';
import { wikis } from '@wikiquery/wiki-list';
import type { GlobalUsageTables } from './tables.ts';

/** GlobalUsage's maximum number of results, which applies to bots, too. */
const MOST = 500;

/** Lists pages on all wikis that use a file, as GlobalUsage's `prop=globalusage` does. */
export default defineModule({
  group: 'prop',
  name: 'globalusage',
  prefix: 'gu',
  summary: 'List pages on all wikis that use a file.',
  extension: 'GlobalUsage',
  differences: ['Wikis that the server does not know are returned by id and without an address.', '`gusite` accepts any wiki id.'],
  cache: 'public',
  params: {
    prop: p.enum(['url', 'pageid', 'namespace']).multi().default(['url']).help('Properties to return in addition to the title and wiki.'),
    limit: p.limit().help('Number of uses to return, up to 500.'),
    namespace: p.namespace().multi().help('Include only pages in these namespaces.'),
    site: p.string().multi().help('Include only pages of the wikis with these ids.'),
    continue: p.continue(),
    filterlocal: p.boolean().help('Exclude pages of this wiki.'),
  },
  element: 'gu',
  returns: f.record({
    title: f.string().help('Page title, with the namespace name of that wiki.'),
    wiki: f.string().help('Host name or id of the wiki.'),
    url: f.string().optional().help('Address of the page.'),
    pageid: f.int().optional().help('Id of the page on that wiki.'),
    ns: f.int().optional().help('Namespace number on that wiki.'),
  }),
  services: { wikis: ifOffered(wikis) },
  examples: { 'prop=globalusage&titles=File:Example.jpg': 'Uses of a file on all wikis.' },

  async execute(q) {
    const { prop, limit, namespace, site, filterlocal } = q.params;
    const files = q.pages.titlesIn(NS.FILE);
    if (files.size === 0) return new Records<never>([]);
    let uses = whereEquals(
      q.db
        .withTables<GlobalUsageTables>()
        .selectFrom('globalimagelinks')
        .select(['gil_to', 'gil_wiki', 'gil_page', 'gil_page_namespace_id', 'gil_page_namespace', 'gil_page_title']),
      {
        gil_to: [...files.keys()],
        gil_page_namespace_id: namespace?.size ? namespace : undefined,
        gil_wiki: site?.size ? [...site] : undefined,
      },
    );
    if (filterlocal) uses = uses.where('gil_wiki', '!=', q.site.wikiId);
    const by = { gil_to: 'string', gil_wiki: 'string', gil_page: 'int' } as const;
    const rows = await readPage(uses, { by, limit: Math.min(limit, MOST), continue: q.params.continue });
    const servers = rows.rows.length > 0 ? await serversOf(q.site, q.services.wikis) : new Map<string, string>();
    return rows.recordsOf(
      row => files.get(row.gil_to),
      row => {
        const title = row.gil_page_namespace ? `${row.gil_page_namespace}:${row.gil_page_title}` : (row.gil_page_title ?? '');
        const server = servers.get(row.gil_wiki);
        return {
          title,
          wiki: server === undefined ? row.gil_wiki : hostOf(server),
          ...(prop.has('url') && { url: server === undefined ? '' : addressOf(q, server, title) }),
          ...(prop.has('pageid') && { pageid: row.gil_page }),
          ...(prop.has('namespace') && { ns: row.gil_page_namespace_id }),
        };
      },
    );
  },
});

async function serversOf(
  { wikiId, general }: Env['site'],
  list: { all(): Promise<readonly { readonly dbname: string; readonly url: string }[]> } | undefined,
): Promise<ReadonlyMap<string, string>> {
  const own = textOf(general.server) ?? '';
  const others = (await list?.all()) ?? [];
  return new Map([...others.map(({ dbname, url }) => [dbname, url] as const), [wikiId, own.startsWith('//') ? `https:${own}` : own]]);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const hostOf = (server: string): string => server.replace(/^(?:https?:)?\/\//, '');

function addressOf({ site }: Env, server: string, title: string): string {
  const path = textOf(site.general.articlepath) ?? '/wiki/$1';
  return (
    server +
    path.replace('$1', () => encodeURI(title.replaceAll(' ', '_')).replaceAll('?', '%3F').replaceAll('#', '%23').replaceAll("'", '%27'))
  );
}
