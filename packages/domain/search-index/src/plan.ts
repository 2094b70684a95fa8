import type { Env, Site } from '@wikiquery/core';
import type { SearchRequest } from '@wikiquery/search';
import { hasFilters, type Phrase, readExpression, type Scored, wordsOf } from './expression.ts';
import { foldTitle, stemmingOf } from './fold.ts';
import { MAX_PAGES } from './pattern/match-pages.ts';
import { requiredWords } from './pattern/matcher.ts';
import type { Condition, IndexQuery } from './query.ts';
import { type Lookup, type OpenIndex, ORDERS, QUICK } from './search-index.ts';
import type { Marked } from './snippet.ts';

/** Maximum number of documents ranked by BM25. */
const WEIGHED = 300;
/** Maximum number of documents ranked only by names and links. */
const NOT_WEIGHED = 100;
/** Maximum number of hits. */
export const LAST = 10_000;
/** BM25 scores only the rarest words of a query, which together occur in at most this many documents. */
const RECKONED = 8000;
/** Maximum number of words to highlight. */
const MAX_MARKED = 32;
/** Cost of looking up one of several pages, in entries of a posting list. */
const LOOKED_UP = 50;

interface Planning {
  readonly query: IndexQuery;
  readonly request: SearchRequest;
  /** Ids of the pages to search. Default: all. */
  readonly pages: ReadonlySet<number> | undefined;
}

/** Plans the lookup for a query. Returns undefined if the query has no positive condition. `words`: words to highlight. */
export async function planLookup(
  { titles }: Pick<Env, 'titles'>,
  { index, site }: { readonly index: OpenIndex; readonly site: Site },
  { query: typed, request, pages }: Planning,
): Promise<{ readonly lookup: Lookup; readonly words: Marked['words'] } | undefined> {
  const needed = request.offset + request.limit + 1;
  const query = withRequiredWords(typed);
  const { namespaces, prefix, patterns } = query;
  const share = namespaces ? shareOf(index, namespaces) : 1;
  const isMost = share > 0.3;
  const isEmpty = query.conditions.length + patterns.length === 0 && !pages && (!prefix || prefix.text === '');
  const expression =
    readExpression(query, titles, namespaces && !isMost ? namespaces : undefined) ??
    // Queries that have only negated words or a title prefix search for the namespace tag, which every document has.
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
  // Explicit sort orders read every match.
  const readsAll = costs.length === 0 || ORDERS[request.sort] !== undefined || hasFilters(expression);
  const isWalked = !readsAll && !prefix && costs.every(({ group }) => group.every(({ isPrefix }) => !isPrefix));
  const lists = isWalked && patterns.length + query.links.length === 0 ? listsOf(costs) : 0;
  const most = lists > 0 && scored.length === 0 && needed <= NOT_WEIGHED ? NOT_WEIGHED : Math.min(LAST, Math.max(WEIGHED, needed));
  const lookup: Lookup = {
    expression,
    pages: pages && [...pages],
    scored,
    namespaces,
    prefix: prefix && prefix.text !== '' ? foldTitle(prefix.text) : undefined,
    share: isMost ? share : 1,
    sort: request.sort,
    most: patterns.length > 0 ? MAX_PAGES : query.links.length > 0 ? LAST : most,
    counts: request.total,
    cost: pages ? pages.size * LOOKED_UP : readsAll ? index.meta.documents : costOf(costs),
    lists,
  };
  const words = typed.conditions
    .filter(({ kind, isNegated }) => !isNegated && kind !== 'category' && kind !== 'template')
    .flatMap(({ texts, isPhrase, isPrefix }) =>
      texts.flatMap(text => (isPhrase ? [text] : wordsOf(text))).map(text => ({ text, isPrefix })),
    );
  return { lookup, words: words.slice(0, MAX_MARKED) };
}

interface Cost extends Scored {
  readonly least: number;
}

/** Estimated number of entries of a posting list that are read to look up one document. */
const SKIPPED = 500;

const listsOf = (costs: readonly Cost[]): number =>
  costs.reduce((sum, { group }) => sum + group.reduce((words, phrase) => words + phrase.words.length, 0), 0);

/**
 * Estimates the number of posting-list entries to read. Documents of the rarest group are looked up in the posting lists of other groups.
 */
function costOf(costs: readonly Cost[]): number {
  const least = Math.min(...costs.map(each => each.least));
  const sum = costs.reduce((total, { documents }) => total + documents, 0);
  return Math.min(sum, least * (1 + SKIPPED * (listsOf(costs) - 1)));
}

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
    // It is unknown how many documents contain a word with the prefix, so the lookup counts as expensive.
    const sum = (numbers: readonly number[]): number =>
      group.some(({ isPrefix }) => isPrefix) ? QUICK + 1 : numbers.reduce((total, number) => total + number, 0);
    return { group, documents: sum(counts.flat()), least: sum(counts.map(numbers => Math.min(...numbers))) };
  });
}

function shareOf({ meta }: OpenIndex, namespaces: readonly number[]): number {
  const counts = meta.namespaces;
  const all = counts.reduce((sum, { documents }) => sum + documents, 0);
  const matching = counts.reduce((sum, { namespace, documents }) => sum + (namespaces.includes(namespace) ? documents : 0), 0);
  return matching / Math.max(1, all);
}

/** Adds the words that regular expressions require as conditions, so that only pages with these words are read. */
function withRequiredWords(query: IndexQuery): IndexQuery {
  const required = query.patterns
    .filter(({ isNegated }) => !isNegated)
    .flatMap(({ kind, text, ignoresCase }) =>
      requiredWords(text, { ignoresCase, hasAnchors: kind === 'title' }).map(
        (word): Condition => ({ kind, texts: [word], isPhrase: false, isPrefix: false, isNegated: false }),
      ),
    );
  return { ...query, conditions: [...query.conditions, ...required] };
}
