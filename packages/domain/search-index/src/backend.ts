import { ApiError, type Env, message, type Site } from '@wikiquery/core';
import { serverEngineOf } from '@wikiquery/database';
import { escapeSpecialChars } from '@wikiquery/html';
import { loadMainTexts } from '@wikiquery/revisions';
import { namespacePrefix, type SearchBackend, type SearchHit, type SearchRequest, type SearchResults } from '@wikiquery/search';
import { isolatedTask } from '@wikiquery/tasks';
import { completeTitle, mendTitle, mendWord } from './complete.ts';
import { hasFilters, type Phrase, readExpression, type Scored, wordsOf } from './expression.ts';
import { fileIndex } from './file/open-file.ts';
import { foldTitle, stemmingOf } from './fold.ts';
import { linkNamesOf } from './link-names.ts';
import type { LinkNames } from './plain-text.ts';
import { type IndexQuery, readQuery } from './query.ts';
import { type FoundDocument, type FoundDocuments, type Lookup, type OpenIndex, ORDERS, QUICK } from './search-index.ts';
import { serverIndex } from './server/open-server.ts';
import { headingOf, type Marked, markAll, snippetOf } from './snippet.ts';
import { inSource, type Verified, verify } from './verify.ts';

export interface IndexSearchContext {
  /** The file of the index, or the address of its database. */
  readonly place: string;
  readonly site: Site;
  /** Texts of the interface: the word that stands for all namespaces can be one of another language. */
  readonly messages?: { get(language: string, key: string): string | undefined };
  /** What searches while there is no index. */
  readonly otherwise: SearchBackend;
}

/** Documents that are weighed against each other. */
const WEIGHED = 300;
/** As many where only names and links tell them apart. */
const NOT_WEIGHED = 100;
/** The last hit that can be asked for. */
const LAST = 10_000;
/** Documents in all that words may be in for their weight to be reckoned. */
const RECKONED = 8000;
/** Below so many hits another wording is suggested. */
const FEW_HITS = 3;
/** Characters of texts of which a request gets snippets here; those of others are made in another process. */
const SNIPPETS_HERE = 300_000;
/** Words that are marked. */
const MOST_MARKED = 32;

const snippetApart = isolatedTask<typeof snippetOf>(import.meta.url, './snippet', 'snippetOf');
const headingApart = isolatedTask<typeof headingOf>(import.meta.url, './snippet', 'headingOf');

/** Searches in an index of its own (`buildIndex`): texts and titles at once, as CirrusSearch does; there is no search in titles alone but `intitle:`. */
export function indexSearch({ place, site, messages, otherwise }: IndexSearchContext): SearchBackend {
  const lying = serverEngineOf(place) ? serverIndex(place) : fileIndex(place);
  // Asked when somebody searches: the texts of the interface are read when one is wanted.
  const wordsForAll = () => [...new Set([messages?.get(site.lang, 'searchall') ?? 'all', 'all'])];
  const names = linkNamesOf(site);
  return {
    sorts: ['relevance', ...Object.keys(ORDERS)],
    async search(env, request) {
      const index = await lying.open(env);
      if (!index) return otherwise.search(env, request);
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
      const index = await lying.open(env);
      return index ? completeTitle(index, request) : otherwise.complete(env, request);
    },
    [Symbol.asyncDispose]: () => lying.close(),
  };
}

interface Searching {
  readonly index: OpenIndex;
  readonly site: Site;
  readonly names: LinkNames;
}

async function searchOnce(env: Env, searching: Searching, request: SearchRequest, query: IndexQuery): Promise<SearchResults> {
  if (query.hasPattern)
    throw new ApiError(
      message('searchsyntax', 'Patterns are not searched here. Give words instead: insource:word or insource:"some words".'),
    );
  const { index, site } = searching;
  const needed = request.offset + request.limit + 1;
  if (request.offset >= LAST) return NOTHING;
  const looked = await lookupOf(env, searching, query, { needed, sort: request.sort, counts: request.total });
  if (!looked) return NOTHING;
  const { lookup, words } = looked;
  const found = await index.find(lookup);
  const ranked = ORDERS[request.sort] === undefined ? await rank(index, found, query) : found.candidates;
  const sources = query.conditions.filter(({ kind, isNegated }) => kind === 'source' && !isNegated);
  const isWhole = found.candidates.length < lookup.most;
  const first = (isWhole && request.total) || sources.length > 0 ? ranked : ranked.slice(0, needed + SPARE);
  let pages = await verify(env, first, isPublic(query));
  if (pages.length < needed && first.length < ranked.length) pages = await verify(env, ranked, isPublic(query));
  if (sources.length > 0) pages = await inSource(env, pages, sources);
  const shown = pages.slice(request.offset, request.offset + request.limit);
  const marked: Marked = { words, language: site.lang };
  return {
    hits: await hitsOf(env, searching, { request, shown, marked, query }),
    more: pages.length > request.offset + request.limit,
    ...(request.total && { total: isWhole || sources.length > 0 ? pages.length : found.total }),
    highlight: highlighter(env, searching.names, marked),
  };
}

const NOTHING: SearchResults = { hits: [], more: false, total: 0 };
/** Documents that are looked at besides, in the place of those whose pages are gone. */
const SPARE = 10;

/** Whether names alone say that a page is found: what else a query asks may be answered by a text that was hidden since. */
const isPublic = ({ conditions }: IndexQuery): boolean => conditions.every(({ kind, isNegated }) => kind === 'word' && !isNegated);

interface Wishes {
  readonly needed: number;
  readonly sort: string;
  readonly counts: boolean;
}

async function lookupOf({ titles }: Env, { index, site }: Searching, query: IndexQuery, { needed, sort, counts }: Wishes) {
  const { namespaces, prefix } = query;
  const share = namespaces ? shareOf(index, namespaces) : 1;
  const isMost = share > 0.3;
  const isEmpty = query.conditions.length === 0 && (!prefix || prefix.text === '');
  const expression =
    readExpression(query, titles, namespaces && !isMost ? namespaces : undefined) ??
    // Where only is said what is not wanted, or how a title begins.
    (isEmpty ? undefined : readExpression(query, titles, namespaces ?? [...site.namespaces.keys()].filter(id => id >= 0)));
  if (!expression) return undefined;
  const costs = await costsOf(index, site, expression.words);
  const scored: Scored[] = [];
  let sum = 0;
  for (const each of costs.toSorted((a, b) => a.documents - b.documents)) {
    sum += each.documents;
    if (sum > RECKONED) break;
    scored.push(each);
  }
  // An order of its own has to read all.
  const readsAll = costs.length === 0 || ORDERS[sort] !== undefined || hasFilters(expression);
  const isWalked = !readsAll && !prefix && costs.every(({ group }) => group.every(({ isPrefix }) => !isPrefix));
  const lists = isWalked ? listsOf(costs) : 0;
  const lookup: Lookup = {
    expression,
    scored,
    namespaces,
    prefix: prefix && prefix.text !== '' ? foldTitle(prefix.text) : undefined,
    share: isMost ? share : 1,
    sort,
    most: lists > 0 && scored.length === 0 && needed <= NOT_WEIGHED ? NOT_WEIGHED : Math.min(LAST, Math.max(WEIGHED, needed)),
    counts,
    cost: readsAll ? index.meta.documents : costOf(costs),
    lists,
  };
  const words = query.conditions
    .filter(({ kind, isNegated }) => !isNegated && kind !== 'category' && kind !== 'template')
    .flatMap(({ texts, isPhrase, isPrefix }) =>
      texts.flatMap(text => (isPhrase ? [text] : wordsOf(text))).map(text => ({ text, isPrefix })),
    );
  return { lookup, words: words.slice(0, MOST_MARKED) };
}

/** What is known of a group of phrases. */
interface Cost extends Scored {
  /** Documents that have one of the phrases, at most. */
  readonly least: number;
}

/** Entries that are read in the list of a word to find one document. */
const SKIPPED = 500;

const listsOf = (costs: readonly Cost[]): number =>
  costs.reduce((sum, { group }) => sum + group.reduce((words, phrase) => words + phrase.words.length, 0), 0);

/** Entries that are read where all groups have to be there: that of the fewest documents leads through the lists of the others. */
function costOf(costs: readonly Cost[]): number {
  const least = Math.min(...costs.map(each => each.least));
  const sum = costs.reduce((total, { documents }) => total + documents, 0);
  return Math.min(sum, least * (1 + SKIPPED * (listsOf(costs) - 1)));
}

/** In how many documents the words of each group stand, by and large. */
async function costsOf(index: OpenIndex, site: Site, groups: readonly (readonly Phrase[])[]): Promise<Cost[]> {
  const { stem } = stemmingOf(site.lang);
  const each = await index.documentsWith(groups.flatMap(group => group.flatMap(phrase => phrase.words.map(stem))));
  let at = 0;
  return groups.map(group => {
    const counts = group.map(phrase => {
      const first = at;
      at += phrase.words.length;
      return each.slice(first, at);
    });
    // Of words that go on nobody knows how many there are.
    const sum = (numbers: readonly number[]): number =>
      group.some(({ isPrefix }) => isPrefix) ? QUICK + 1 : numbers.reduce((total, number) => total + number, 0);
    return { group, documents: sum(counts.flat()), least: sum(counts.map(numbers => Math.min(...numbers))) };
  });
}

/** What part of all documents is in these namespaces. */
function shareOf({ meta }: OpenIndex, namespaces: readonly number[]): number {
  const counts = meta.namespaces;
  const all = counts.reduce((sum, { documents }) => sum + documents, 0);
  const wanted = counts.reduce((sum, { namespace, documents }) => sum + (namespaces.includes(namespace) ? documents : 0), 0);
  return wanted / Math.max(1, all);
}

/** First what is called as the query says, then what has its words in the name, then by weight and by links. */
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

/** Namespaces that MediaWiki and its extensions have. */
const ALL = Array.from({ length: 16 }, (_, id) => id);

interface Showing {
  readonly request: SearchRequest;
  readonly shown: readonly Verified[];
  readonly marked: Marked;
  readonly query: IndexQuery;
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

/** The redirect by which a page was found whose title does not have the words. */
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

/** Words of a query that may be mended, and of those that are looked at. */
const MOST_MENDED = 3;
const MOST_LOOKED_AT = 20;

/** The title that the query nearly is, or the query with the words of titles that it nearly has. */
async function mend(index: OpenIndex, { titles, site }: Env, { text, namespaces }: SearchRequest): Promise<SearchResults['suggestion']> {
  const prefixed = namespacePrefix(site, text);
  const wanted = prefixed?.namespaces ?? (namespaces.length > 0 ? namespaces : [0]);
  const title = /["*~]|\w:\S/.test(prefixed?.text ?? text) ? undefined : await mendTitle(index, prefixed?.text ?? text, wanted);
  if (title) {
    const query = titles.text(prefixed ? title : { ...title, namespace: 0 });
    return { query, snippet: `<em>${escapeSpecialChars(query)}</em>` };
  }
  let mended = 0;
  const parts = text.split(/((?<![-:"\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]+(?![\p{L}\p{N}\p{M}:*"]))/u);
  const written: { readonly text: string; readonly isNew: boolean }[] = [];
  for (const [at, part] of parts.slice(0, 2 * MOST_LOOKED_AT + 1).entries()) {
    const word = at % 2 === 1 && mended < MOST_MENDED ? await mendWord(index, part) : undefined;
    if (word !== undefined) mended++;
    written.push({ text: word ?? part, isNew: word !== undefined });
  }
  if (mended === 0) return undefined;
  const snippet = written.map(part => (part.isNew ? `<em>${escapeSpecialChars(part.text)}</em>` : escapeSpecialChars(part.text)));
  return { query: written.map(part => part.text).join(''), snippet: snippet.join('') };
}

/** Characters of a query that are looked at. */
const LONGEST_MENDED = 300;
