import { ApiError, type Env, f, message, p, type Title, titleKey } from '@wikiquery/core';
import { defineAction, type Presentation } from '@wikiquery/core/host';
import { normalizerOf } from '@wikiquery/languages';
import { redirectTargets } from '@wikiquery/pages';
import { type Hit, searchBackend } from '@wikiquery/search';
import { suggestTitles } from '@wikiquery/search/completion';
import { pageAround, searchSuggestion } from './search-suggestion.ts';

const params = {
  search: p.string().required().help('Beginning of the titles, optionally with a namespace prefix.'),
  namespace: p.namespace().multi().all().default([0]).help('Namespaces to search. A namespace prefix in the search text takes precedence.'),
  limit: p.limit().help('Number of titles to return.'),
  suggest: p.boolean().deprecated().help('Has no effect.'),
  redirects: p
    .enum(['return', 'resolve'])
    .help(
      '`return` lists redirects, `resolve` lists their targets and can return fewer titles. Default: `return` for JSON, `resolve` for XML.',
    ),
  format: p.enum(['json', 'jsonfm', 'xml', 'xmlfm']).default('json').shared().help('Output format.'),
  warningsaserror: p.boolean().help('Fail if there are warnings. The JSON format cannot contain them.'),
};

/** Suggests titles that begin with a text, as MediaWiki's `action=opensearch` does. */
export default defineAction({
  name: 'opensearch',
  prefix: '',
  summary: 'Suggest titles that begin with a text, in OpenSearch format.',
  cache: 'public',
  // The maximum age in seconds is the default of `$wgSearchSuggestCacheExpiry`.
  maxAge: 1200,
  services: { search: searchBackend },
  params,
  returns: f.tuple({
    text: f.string().help('Search text.'),
    titles: f.array(f.string()).help('Page titles that match.'),
    descriptions: f.array(f.string()).help('Page descriptions. They are always empty.'),
    urls: f.array(f.string()).help('Addresses of the pages.'),
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

/** Replaces local redirects with their targets and removes duplicate pages. */
async function withoutRedirects({ db }: Env, hits: readonly Hit[]): Promise<readonly Title[]> {
  const real = hits.flatMap(({ page }) => page?.id ?? []);
  const links = real.length > 0 ? await redirectTargets(db, real) : [];
  const targets = new Map(links.filter(({ interwiki }) => interwiki === '').map(link => [link.from, link]));
  const found = hits.map(hit => (hit.page && targets.get(hit.page.id)) ?? hit);
  return [...new Map(found.map(title => [titleKey(title.namespace, title.dbkey), title])).values()];
}

function unshownWarnings(warnings: unknown): ApiError {
  const text = 'OpenSearch JSON cannot contain the warnings of this request.';
  const error = new ApiError(message('warnings', text, { key: 'apierror-opensearch-json-warnings', data: { warnings: plain(warnings) } }));
  error.module = 'json';
  return error;
}

/** Converts ordered maps to plain objects, because message data cannot contain maps. */
const plain = (warnings: unknown): unknown =>
  Array.isArray(warnings) ? warnings.map(plain) : warnings instanceof Map ? Object.fromEntries(warnings) : warnings;
