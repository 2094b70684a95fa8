import { ApiError, type Env, f, message, p, type Title, titleKey } from '@wikiquery/core';
import { defineAction, type Presentation } from '@wikiquery/core/host';
import { normalizerOf } from '@wikiquery/languages';
import { redirectTargets } from '@wikiquery/pages';
import { type Hit, searchBackend } from '@wikiquery/search';
import { suggestTitles } from '@wikiquery/search/completion';
import { pageAround, searchSuggestion } from './search-suggestion.ts';

const params = {
  search: p.string().required().help('The beginning of titles, with the name of a namespace before it or not.'),
  namespace: p.namespace().multi().all().default([0]).help('Look in these namespaces, unless the text begins with the name of one.'),
  limit: p.limit().help('How many titles to return.'),
  suggest: p.boolean().deprecated().help('Means nothing any more.'),
  redirects: p
    .enum(['return', 'resolve'])
    .help(
      'return: the redirect itself; resolve: the page that it leads to, which may make fewer titles. Left out: return in JSON, resolve in XML.',
    ),
  format: p.enum(['json', 'jsonfm', 'xml', 'xmlfm']).default('json').shared().help('The format of the output.'),
  warningsaserror: p.boolean().help('Fail where there are warnings, which JSON has no room for.'),
};

export default defineAction({
  name: 'opensearch',
  prefix: '',
  summary: 'Search the wiki using the OpenSearch protocol.',
  cache: 'public',
  // $wgSearchSuggestCacheExpiry
  maxAge: 1200,
  services: { search: searchBackend },
  params,
  returns: f.tuple({
    text: f.string().help('The text.'),
    titles: f.array(f.string()).help('The titles.'),
    descriptions: f.array(f.string()).help('What the pages are about; empty texts.'),
    urls: f.array(f.string()).help('The addresses of the pages.'),
  }),
  examples: { 'action=opensearch&search=light': 'Titles that begin with "Light".' },

  async execute(q) {
    const { search, namespace, limit, redirects, format } = q.params;
    const { hits } = await suggestTitles(q, q.services.search, { text: search, namespaces: [...namespace], limit, offset: 0 });
    const resolves = redirects === undefined ? !format.startsWith('json') : redirects === 'resolve';
    const found: readonly Title[] = resolves ? await withoutRedirects(q, hits) : hits;
    return {
      text: search,
      titles: found.map(title => q.titles.text(title)),
      descriptions: found.map(() => ''),
      urls: found.map(title => q.site.urls.full(title)),
    };
  },

  present({ format, fields, params: { warningsaserror }, site }: Presentation<typeof params>) {
    if (format.startsWith('xml')) {
      const type = format === 'xml' ? 'text/xml; charset=utf-8' : 'text/html; charset=UTF-8';
      const document = normalizerOf(site)(searchSuggestion(fields, format !== 'xml'));
      if (format === 'xml') return { type, body: document, filename: 'api-result.xml' };
      return { type, body: pageAround(document, site), filename: 'api-result.html' };
    }
    if (warningsaserror && fields.has('warnings')) throw unshownWarnings(fields.get('warnings'));
    return { document: ['text', 'titles', 'descriptions', 'urls'].map(key => fields.get(key)) };
  },
});

/** The pages that redirects lead to stand in their places, each page once; redirects out of the wiki stay. */
async function withoutRedirects({ db }: Env, hits: readonly Hit[]): Promise<readonly Title[]> {
  // Special pages have no page.
  const real = hits.flatMap(({ page }) => page?.id ?? []);
  const links = real.length > 0 ? await redirectTargets(db, real) : [];
  const targets = new Map(links.filter(({ interwiki }) => interwiki === '').map(link => [link.from, link]));
  const found = hits.map(hit => (hit.page && targets.get(hit.page.id)) ?? hit);
  return [...new Map(found.map(title => [titleKey(title.namespace, title.dbkey), title])).values()];
}

function unshownWarnings(warnings: unknown): ApiError {
  const text = 'There are warnings, which OpenSearch JSON has no room for.';
  const error = new ApiError(message('warnings', text, { key: 'apierror-opensearch-json-warnings', data: { warnings: plain(warnings) } }));
  error.module = 'json';
  return error;
}

/** Of objects whose keys are in order those that the data of a message may hold. */
const plain = (warnings: unknown): unknown =>
  Array.isArray(warnings) ? warnings.map(plain) : warnings instanceof Map ? Object.fromEntries(warnings) : warnings;
