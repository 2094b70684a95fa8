import type { Env, Site } from '@wikiquery/core';
import { serverEngineOf } from '@wikiquery/database';
import { escapeSpecialChars } from '@wikiquery/html';
import { loadMainTexts } from '@wikiquery/revisions';
import { namespacePrefix, type SearchBackend, type SearchHit, type SearchRequest, type SearchResults } from '@wikiquery/search';
import { isolatedTask } from '@wikiquery/tasks';
import { completeTitle, mendTitle, mendWord } from './complete.ts';
import { fileIndex } from './file/open-file.ts';
import { foldTitle } from './fold.ts';
import { linkNamesOf } from './link-names.ts';
import { checkLinks, planLinks } from './links.ts';
import { compilePatterns, incomplete, matchPages, regexIncomplete } from './pattern/match-pages.ts';
import type { LinkNames } from './plain-text.ts';
import { LAST, planLookup } from './plan.ts';
import { type IndexQuery, readQuery } from './query.ts';
import { type FoundDocument, type FoundDocuments, type OpenIndex, ORDERS } from './search-index.ts';
import { serverIndex } from './server/open-server.ts';
import { findSimilar } from './similar.ts';
import { headingOf, type Marked, markAll, snippetOf } from './snippet.ts';
import { inSource, type Verified, verify } from './verify.ts';

/** Location of an index, and the site configuration, messages and fallback of its wiki. */
export interface IndexSearchContext {
  /** Path of the index file, or address of the index database. */
  readonly location: string;
  readonly site: Site;
  /** Interface messages. Message `searchall` is the prefix that selects all namespaces. */
  readonly messages?: { get(language: string, key: string): string | undefined };
  /** Backend that is used while the index is missing or unreachable. */
  readonly fallback: SearchBackend;
}

const FEW_HITS = 3;
/** Maximum number of characters that a request turns into snippets on the main thread. Further texts go to an isolated process. */
const SNIPPETS_HERE = 300_000;

const snippetApart = isolatedTask<typeof snippetOf>(import.meta.url, './snippet', 'snippetOf');
const headingApart = isolatedTask<typeof headingOf>(import.meta.url, './snippet', 'headingOf');

/**
 * Creates the backend for an index that `buildIndex` writes. As in CirrusSearch, titles and texts are searched together, and `intitle:`
 * searches only titles.
 */
export function indexSearch({ location, site, messages, fallback }: IndexSearchContext): SearchBackend {
  const source = serverEngineOf(location) ? serverIndex(location) : fileIndex(location);
  // A function, because interface messages are not read before the first search.
  const wordsForAll = () => [...new Set([messages?.get(site.lang, 'searchall') ?? 'all', 'all'])];
  const names = linkNamesOf(site);
  return {
    sorts: ['relevance', ...Object.keys(ORDERS)],
    async search(env, request) {
      const index = await source.open(env);
      if (!index) return fallback.search(env, request);
      if (request.what === 'title') return undefined;
      const search = (text: string) =>
        searchOnce(env, { index, site, names }, request, readQuery(site, text, request.namespaces, wordsForAll()));
      const results = await search(request.text);
      const suggestion =
        (results.total ?? results.hits.length) < FEW_HITS && request.offset === 0
          ? await mend(index, env, { ...request, text: request.text.slice(0, LONGEST_MENDED) })
          : undefined;
      if (!suggestion) return results;
      if (results.hits.length > 0 || !request.rewrite) return { ...results, suggestion };
      const rewritten = await search(suggestion.query);
      return rewritten.hits.length > 0 ? { ...rewritten, rewritten: suggestion } : results;
    },
    async complete(env, request) {
      const index = await source.open(env);
      return index ? completeTitle(index, request) : fallback.complete(env, request);
    },
    [Symbol.asyncDispose]: () => source.close(),
  };
}

interface Searching {
  readonly index: OpenIndex;
  readonly site: Site;
  readonly names: LinkNames;
}

async function searchOnce(env: Env, searching: Searching, request: SearchRequest, query: IndexQuery): Promise<SearchResults> {
  const { index, site } = searching;
  const needed = request.offset + request.limit + 1;
  if (request.offset >= LAST) return NOTHING;
  if (query.similarTo) return searchSimilar(env, searching, request, { ...query, similarTo: query.similarTo });
  const patterns = compilePatterns(query.patterns);
  if (patterns.some(({ text }) => text === '')) return NOTHING;
  const links = await planLinks(env, query.links, query.conditions.length > 0);
  const planned = links.pages?.size === 0 ? undefined : await planLookup(env, searching, { query, request, pages: links.pages });
  if (!planned) return NOTHING;
  const { lookup, words } = planned;
  const found = await index.find(lookup);
  const ranked = ORDERS[request.sort] === undefined ? await rank(index, found, query) : found.candidates;
  const sources = query.conditions.filter(({ kind, isNegated }) => kind === 'source' && !isNegated);
  const isFiltered = sources.length + patterns.length + links.checked.length > 0;
  const isWhole = found.candidates.length < lookup.most;
  const first = (isWhole && request.total) || isFiltered ? ranked : ranked.slice(0, needed + SPARE);
  let pages = await verify(env, first, isPublic(query));
  if (pages.length < needed && first.length < ranked.length) pages = await verify(env, ranked, isPublic(query));
  pages = await checkLinks(env, pages, links.checked);
  if (sources.length > 0) pages = await inSource(env, pages, sources);
  const matched = patterns.length > 0 ? await matchPages(env, index, pages, patterns) : { pages, isComplete: true };
  if (!matched.isComplete || (patterns.length > 0 && !isWhole)) env.warn(regexIncomplete);
  else if (!links.isComplete || (links.checked.length > 0 && !isWhole)) env.warn(incomplete);
  pages = matched.pages;
  const shown = pages.slice(request.offset, request.offset + request.limit);
  const marked: Marked = { words, language: site.lang };
  return {
    hits: await hitsOf(env, searching, { request, shown, marked }),
    more: pages.length > request.offset + request.limit,
    ...(request.total && { total: isWhole || isFiltered ? pages.length : found.total }),
    highlight: highlighter(env, searching.names, marked),
  };
}

async function searchSimilar(
  env: Env,
  searching: Searching,
  request: SearchRequest,
  { similarTo, namespaces }: Pick<IndexQuery, 'namespaces'> & { readonly similarTo: readonly string[] },
): Promise<SearchResults> {
  const pages = await verify(env, await findSimilar(env, searching, similarTo, namespaces), false);
  const shown = pages.slice(request.offset, request.offset + request.limit);
  const marked: Marked = { words: [], language: searching.site.lang };
  return {
    hits: await hitsOf(env, searching, { request, shown, marked }),
    more: pages.length > request.offset + request.limit,
    ...(request.total && { total: pages.length }),
    highlight: highlighter(env, searching.names, marked),
  };
}

const NOTHING: SearchResults = { hits: [], more: false, total: 0 };
/** Extra documents to verify, because pages may have been deleted since indexing. */
const SPARE = 10;

/** Whether matches by name do not depend on page texts, which may have been suppressed after indexing. */
const isPublic = ({ conditions, patterns }: IndexQuery): boolean =>
  patterns.length === 0 && conditions.every(({ kind, isNegated }) => kind === 'word' && !isNegated);

/** Ranks exact titles first, then documents with the words in a name. Score and links determine the order of the rest. */
async function rank(index: OpenIndex, { candidates }: FoundDocuments, query: IndexQuery): Promise<FoundDocument[]> {
  const words = query.conditions.filter(({ kind, isNegated }) => kind === 'word' && !isNegated).flatMap(({ texts }) => texts);
  const folded = foldTitle(words.join(' '));
  const named = new Set(await index.pagesCalled(query.namespaces ?? ALL, folded));
  const count = folded.split(' ').length;
  const worth = (each: FoundDocument): number => {
    const exact = each.folded === folded ? 1000 : named.has(each.page) ? 900 : 0;
    const share = count / Math.max(count, each.folded.split(' ').length);
    return exact + (each.byName ? 15 + 25 * share : 0) + each.score + Math.log2(1 + each.links);
  };
  const worths = new Map(candidates.map(each => [each.id, worth(each)]));
  return candidates.toSorted((a, b) => (worths.get(b.id) as number) - (worths.get(a.id) as number) || a.id - b.id);
}

/** Namespaces in which exact titles are looked up if the query covers all namespaces. */
const ALL = Array.from({ length: 16 }, (_, id) => id);

interface Showing {
  readonly request: SearchRequest;
  readonly shown: readonly Verified[];
  readonly marked: Marked;
}

async function hitsOf(env: Env, { index, names }: Searching, { request, shown, marked }: Showing): Promise<SearchHit[]> {
  const { snippets } = request;
  const texts = snippets.has('heading') ? await loadMainTexts(env.db, new Set(shown.map(({ page }) => page.latest)), 'any') : undefined;
  const hits: SearchHit[] = [];
  let left = SNIPPETS_HERE;
  for (const { page, candidate } of shown) {
    const { namespace, dbkey } = page;
    const text = { wikitext: texts?.get(page.latest) ?? '', names, marked };
    left -= text.wikitext.length;
    const section = text.wikitext === '' ? undefined : left > 0 ? headingOf(text) : await headingApart(text, env.request);
    const redirect = snippets.has('redirect') && candidate.byName ? await redirectOf(env, index, candidate, marked) : undefined;
    hits.push({
      namespace,
      dbkey,
      page: { id: page.id, latest: page.latest },
      ...(snippets.has('title') && { titleSnippet: markAll(env.titles.text({ namespace, dbkey }), marked) }),
      ...(section && { section }),
      ...(redirect && { redirect }),
    });
  }
  return hits;
}

/** Returns the redirect that contains the most words, or undefined if the page title contains all words or no redirect contains any. */
async function redirectOf(
  { titles }: Env,
  index: OpenIndex,
  { page, folded }: FoundDocument,
  marked: Marked,
): Promise<SearchHit['redirect']> {
  const words = marked.words.map(({ text }) => foldTitle(text));
  if (words.every(word => folded.includes(word))) return undefined;
  const rows = await index.redirectsTo(page);
  const [best] = rows.toSorted((a, b) => matching(b.folded) - matching(a.folded) || a.folded.length - b.folded.length);
  if (!best || matching(best.folded) === 0) return undefined;
  const title = { namespace: best.namespace, dbkey: best.dbkey };
  return { title, snippet: markAll(titles.text(title), marked) };

  function matching(name: string): number {
    return words.filter(word => name.includes(word)).length;
  }
}

function highlighter({ request }: Env, names: LinkNames, marked: Marked): (wikitext: string) => string | Promise<string> {
  let left = SNIPPETS_HERE;
  return wikitext => {
    left -= wikitext.length;
    return left > 0 ? snippetOf({ wikitext, names, marked }) : snippetApart({ wikitext, names, marked }, request);
  };
}

const MAX_MENDED = 3;
const MAX_LOOKED_AT = 20;

/** Suggests the title closest to the query, or the query with misspelled words corrected. */
async function mend(index: OpenIndex, { titles, site }: Env, { text, namespaces }: SearchRequest): Promise<SearchResults['suggestion']> {
  const prefixed = namespacePrefix(site, text);
  const searched = prefixed?.namespaces ?? (namespaces.length > 0 ? namespaces : [0]);
  const title = /["*~]|\w:\S/.test(prefixed?.text ?? text) ? undefined : await mendTitle(index, prefixed?.text ?? text, searched);
  if (title) {
    const query = titles.text(prefixed ? title : { ...title, namespace: 0 });
    return { query, snippet: `<em>${escapeSpecialChars(query)}</em>` };
  }
  let mended = 0;
  const parts = text.split(/((?<![-:"\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]+(?![\p{L}\p{N}\p{M}:*"]))/u);
  const written: { readonly text: string; readonly isNew: boolean }[] = [];
  for (const [at, part] of parts.slice(0, 2 * MAX_LOOKED_AT + 1).entries()) {
    const word = at % 2 === 1 && mended < MAX_MENDED ? await mendWord(index, part) : undefined;
    if (word !== undefined) mended++;
    written.push({ text: word ?? part, isNew: word !== undefined });
  }
  if (mended === 0) return undefined;
  const snippet = written.map(part => (part.isNew ? `<em>${escapeSpecialChars(part.text)}</em>` : escapeSpecialChars(part.text)));
  return { query: written.map(part => part.text).join(''), snippet: snippet.join('') };
}

const LONGEST_MENDED = 300;
