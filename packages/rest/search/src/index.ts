import { defineRoute, p, type RouteQuery, type Site } from '@wikiquery/core';
import { fileServices } from '@wikiquery/files';
import { loadMainTexts } from '@wikiquery/revisions';
import { pagesOfHits, searchBackend } from '@wikiquery/search';
import { suggestTitles } from '@wikiquery/search/completion';
import { isPublicWiki } from '@wikiquery/users';
import { type MergedPage, mergePages } from './pages.ts';

const params = {
  q: p.string().required().help('Search text.'),
  limit: p.int({ min: 1, max: 100, enforce: true }).default(50).help('Maximum number of pages.'),
};
const services = { search: searchBackend, files: fileServices.files };
type SearchQuery = RouteQuery<typeof params, typeof services>;

/** Searches pages by words or by title prefix, as MediaWiki's routes `/v1/search/page` and `/v1/search/title` do. */
export default defineRoute({
  name: 'search',
  summary: 'Search pages by words or by title prefix.',
  paths: { page: '/v1/search/page', title: '/v1/search/title' },
  params,
  sources: ['database'],
  services,
  differences: ['Only users who can see a revision-deleted text find it.'],

  async execute(q) {
    if (q.path === 'page') return { json: { pages: await mergePages(q, await byWords(q)) } };
    // The maximum age is the default of `$wgSearchSuggestCacheExpiry`.
    const headers = { 'Cache-Control': isPublicWiki(q.site) ? 'public, max-age=1200' : 'no-store, max-age=0' };
    return { headers, json: { pages: await mergePages(q, await byTitle(q)) } };
  },
});

async function byTitle(q: SearchQuery): Promise<MergedPage[]> {
  const { q: text, limit } = q.params;
  const { hits } = await suggestTitles(q, q.services.search, { text, namespaces: namespacesOf(q.site), limit, offset: 0 });
  return hits.map(hit => ({ hit, excerpt: q.titles.text(hit) }));
}

/** Finds pages by words. Title matches come before text matches. */
async function byWords(q: SearchQuery): Promise<MergedPage[]> {
  const { q: text, limit } = q.params;
  const found: MergedPage[] = [];
  for (const what of ['title', 'text'] as const) {
    const results = await q.services.search.search(q, {
      what,
      text,
      namespaces: namespacesOf(q.site),
      limit,
      offset: 0,
      sort: 'relevance',
      total: false,
      snippets: new Set(),
      rewrite: false,
      interwiki: false,
    });
    if (!results) continue;
    const { highlight = () => '' } = results;
    const hits = (await pagesOfHits(q, results.hits)).filter(({ page }) => page !== undefined);
    const bare = hits.filter(({ snippet }) => snippet === undefined);
    const texts = await loadMainTexts(q.db, new Set(bare.flatMap(({ page }) => page?.latest ?? [])), 'any');
    for (const hit of hits) found.push({ hit, excerpt: hit.snippet ?? (await highlight(texts.get(hit.page?.latest ?? 0) ?? '')) });
  }
  return found;
}

/** Returns the default search namespaces (`$wgNamespacesToBeSearchedDefault`). */
function namespacesOf({ info, namespaces }: Site): number[] {
  const options = (info.defaultoptions ?? {}) as Readonly<Record<string, unknown>>;
  const chosen = [...namespaces.keys()].filter(id => Number(options[`searchNs${id}`] ?? 0) === 1);
  return chosen.length > 0 ? chosen : [0];
}
