import { type Message, NS } from '@wikiquery/core';
import { allOf, type EngineClause, MATCH_ALL, terms } from './clauses.ts';
import { escapeHebrewQuotes } from './escape.ts';
import { type FullTextQuery, fullTextQuery, simpleQuery, usesLuceneSyntax } from './full-text.ts';
import { type HighlightFields, highlightedFields, MARK_END, MARK_START, type SnippetTarget } from './highlight.ts';
import type { KeywordCall, KeywordEffect } from './keyword.ts';
import { type LuceneText, toLuceneText } from './lucene-text.ts';
import { type ParsedQuery, parseQuery } from './parse.ts';
import { rankingSteps } from './ranking.ts';
import { sorted } from './sort.ts';
import { isComplex } from './structure.ts';
import { type CorrectablePart, correctablePart, suggester } from './suggest.ts';
import { cirrusMessage, indexOfAll, type SearchedWiki } from './wiki.ts';

/** Parameters of a search. */
export interface QueryRequest {
  readonly text: string;
  /** Namespaces to search if the query has no namespace prefix. Empty: all namespaces. */
  readonly namespaces: readonly number[];
  readonly limit: number;
  readonly offset: number;
  readonly sort: string;
  /** Ranking profile. Default: the profile of the index. */
  readonly ranking?: string | undefined;
  readonly snippets: ReadonlySet<SnippetTarget>;
  /** Whether to look for typing errors. */
  readonly suggests: boolean;
  /** Whether question marks are wildcards, as in queries that the search engine suggested. */
  readonly keepsQuestionMarks?: boolean;
  /** Makes `user_random` repeatable. */
  readonly seed?: string;
}

/** Request to the search engine. */
export interface BuiltSearch {
  /** Alias of the searched indices. */
  readonly index: string;
  /** Body of the request, or undefined if the query cannot have results. */
  readonly body: EngineClause | undefined;
  /** Body to send if the engine cannot parse the query of `body`. */
  readonly simpleBody: EngineClause | undefined;
  readonly warnings: readonly Message[];
  /** Highlighted fields, to read the snippets from the response. */
  readonly fields: HighlightFields;
  readonly parsed: ParsedQuery;
  /** Part of the query that the response can correct. */
  readonly correctable: CorrectablePart | undefined;
  /** Whether the query depends on this wiki, so that other wikis are not searched. */
  readonly isLocal: boolean;
  /** Whether the query contains a regular expression, which takes the engine longer. */
  readonly hasPattern: boolean;
}

/** Fields of the documents that the results need. `text.word_count` is not part of the source. */
const SOURCE = ['namespace', 'namespace_text', 'title', 'wiki', 'redirect.*', 'timestamp', 'text_bytes', 'version'];

/** Builds the request for a query. Throws an `ApiError` for queries that are too long or not supported. */
export async function buildSearch(wiki: SearchedWiki, request: QueryRequest): Promise<BuiltSearch> {
  const parsed = parseQuery(request.text, wiki, request.keepsQuestionMarks);
  const { calls } = parsed.scanned;
  const initial = parsed.namespaces ?? (request.namespaces.length > 0 ? request.namespaces : 'all');
  const effects = await effectsOf(calls, wiki, initial);
  const namespaces = searchedNamespaces(initial, calls, effects);
  const text = toLuceneText(remainingText(parsed, effects, wiki), namespaces?.includes(NS.FILE) ?? true);
  const all = [...effects.values()];
  const warnings = all.flatMap(effect => effect.warnings ?? []);
  const result = {
    index: indexOfAll(wiki, namespaces),
    warnings: text.isTooComplex ? [...warnings, TOO_MANY_WILDCARDS] : warnings,
    parsed,
    isLocal: calls.some(({ keyword, delimiter }) => keyword.isLocal || delimiter === '/'),
    hasPattern: calls.some(({ delimiter }) => delimiter === '/'),
  };
  if (isEmpty(parsed) || text.isTooComplex || all.some(({ isImpossible }) => isImpossible))
    return { ...result, body: undefined, simpleBody: undefined, fields: {}, correctable: undefined };

  const correctable = request.suggests && request.offset === 0 ? correctablePart(parsed) : undefined;
  // The title shows whether the results are what the query names, so that it needs no correction.
  const targets = correctable ? new Set([...request.snippets, 'title' as const]) : request.snippets;
  const fields = highlightedFields(
    all.map(({ highlights = {} }) => highlights),
    targets,
    wiki.index.hasHighlighter,
  );
  const search = { wiki, request, parsed, text, namespaces, effects, fields, correctable };
  const simple = text.query === '' || all.some(({ main }) => main) ? undefined : simpleQuery(text);
  const body = bodyOf(search, parsed.structure.isIncomplete && simple ? { ...fullTextOf(search), ...simple } : fullTextOf(search));
  return { ...result, body, simpleBody: simple && bodyOf(search, simple), fields, correctable };
}

interface PreparedSearch {
  readonly wiki: SearchedWiki;
  readonly request: QueryRequest;
  readonly parsed: ParsedQuery;
  readonly text: LuceneText;
  readonly namespaces: readonly number[] | undefined;
  readonly effects: Effects;
  readonly fields: HighlightFields;
  readonly correctable: CorrectablePart | undefined;
}

function bodyOf(search: PreparedSearch, fullText: FullTextQuery): EngineClause {
  const { wiki, request, text, namespaces, effects, fields, correctable } = search;
  const ranking = request.ranking ?? wiki.index.ranking;
  const ranked = { site: wiki.site, namespaces, phrase: fullText.phrase, effects: [...effects.values()] };
  const rescore = request.sort === 'relevance' ? rankingSteps(ranking, ranked) : [];
  return {
    ...sorted(combined(search, fullText), request.sort, request.seed ?? ''),
    ...(rescore.length > 0 && { rescore }),
    _source: SOURCE,
    fields: ['text.word_count'],
    track_total_hits: true,
    ...(request.offset > 0 && { from: request.offset }),
    size: request.limit,
    highlight: highlighting(fields, fullText, text.phrasePrefixes),
    ...(correctable && { suggest: suggester(correctable.text, wiki.index.hasReverseSuggest) }),
  };
}

const TOO_MANY_WILDCARDS = cirrusMessage('regex-too-complex-error', 'A word has too many wildcards. Use at most three.');

/** Effects of keywords, by keyword. */
type Effects = ReadonlyMap<KeywordCall, KeywordEffect>;

async function effectsOf(calls: readonly KeywordCall[], wiki: SearchedWiki, initial: readonly number[] | 'all'): Promise<Effects> {
  const effects = new Map<KeywordCall, KeywordEffect>();
  for (const call of calls) effects.set(call, await call.keyword.apply(call, wiki, initial === 'all' ? undefined : initial));
  return effects;
}

/** Adds the namespaces of keywords. Undefined: all namespaces. */
function searchedNamespaces(initial: readonly number[] | 'all', calls: readonly KeywordCall[], effects: Effects) {
  const added = calls.map(call => effects.get(call)?.namespace).filter(namespace => namespace !== undefined);
  if (initial === 'all' || added.includes('all')) return undefined;
  return [...new Set([...initial, ...added.filter(namespace => namespace !== 'all')])];
}

/** Joins the text between keywords and the text that keywords search. */
function remainingText({ scanned }: ParsedQuery, effects: Effects, { site }: SearchedWiki): string {
  const text = scanned.parts
    .map(part => (typeof part === 'string' ? part : textOf(effects.get(part))))
    .join('')
    .trim();
  return site.lang === 'he' ? escapeHebrewQuotes(text) : text;
}

const textOf = (effect: KeywordEffect | undefined): string => (effect?.text === undefined ? '' : `${effect.text} `);

const isEmpty = ({ scanned }: ParsedQuery): boolean => scanned.parts.every(part => typeof part === 'string' && part.trim() === '');

function fullTextOf({ wiki, parsed, text, namespaces, effects }: PreparedSearch): FullTextQuery {
  const main = [...effects.values()].find(effect => effect.main)?.main;
  if (main) return { main, highlight: MATCH_ALL };
  if (text.query === '') return { main: MATCH_ALL, highlight: MATCH_ALL };
  const ranksPhrases = !isComplex(parsed.structure) && !usesLuceneSyntax(text);
  return fullTextQuery(text, { index: wiki.index, hasFiles: namespaces?.includes(NS.FILE) ?? true, ranksPhrases });
}

/** Combines the words with the conditions of keywords. Pages of redirects are not results. */
function combined({ parsed, text, effects, namespaces }: PreparedSearch, { main }: FullTextQuery): EngineClause {
  const { calls } = parsed.scanned;
  const phrases: EngineClause[] = text.phrasePrefixes.map(query => ({ match_phrase_prefix: { 'all.plain': { query } } }));
  const scored = [...phrases, ...calls.flatMap(call => effects.get(call)?.scored ?? [])];
  const filters = (isNegated: boolean) =>
    calls
      .filter(call => call.isNegated === isNegated)
      .map(call => effects.get(call)?.filter)
      .filter(filter => filter !== undefined);
  const must = [...filters(false), ...(namespaces ? [terms('namespace', namespaces)] : [])];
  const filter = allOf(must, [...filters(true), { term: { page_type: 'redirect' } }]);
  return { bool: { must: scored.length > 0 && main === MATCH_ALL ? scored : [main, ...scored], filter: [filter] } };
}

function highlighting(fields: HighlightFields, { highlight }: FullTextQuery, phrasePrefixes: readonly string[]): EngineClause {
  const prefixes = phrasePrefixes.map(beginning => ({ query_string: { query: `${beginning}*`, fields: ['all.plain'] } }));
  return {
    pre_tags: [MARK_START],
    post_tags: [MARK_END],
    fields: Object.fromEntries(Object.entries(fields).map(([name, { options }]) => [name, options])),
    highlight_query: prefixes.length > 0 ? { bool: { should: [highlight, ...prefixes] } } : highlight,
  };
}
