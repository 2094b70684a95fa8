import { ApiError, type Message } from '@wikiquery/core';
import type { ForeignHit, ForeignHits, SearchResults } from '@wikiquery/search';
import { type BuiltSearch, buildSearch, type QueryRequest } from './build.ts';
import type { EngineClause } from './clauses.ts';
import type { SearchResponse } from './engine.ts';
import { isParseError, queryError } from './errors.ts';
import { type CirrusDocument, documentsOf, suggestionOf, totalOf } from './response.ts';
import { cirrusMessage, type SearchedWiki } from './wiki.ts';

/** Sends a search to the engine. Rejects with an `EngineError` if the engine rejects it. */
export type SendSearch = (index: string, body: EngineClause, options: SendOptions) => Promise<SearchResponse>;

export interface SendOptions {
  /** Whether word frequencies of all shards count. */
  readonly search_type: 'dfs_query_then_fetch';
  /** Time after which the engine returns the results that it has found. */
  readonly timeout: string;
}

/** Parameters of a search with its additions. */
export interface CirrusRequest extends QueryRequest {
  /** Whether a corrected query may replace a query without results. */
  readonly rewrites: boolean;
  /** Other wikis to search, by interwiki prefix. */
  readonly otherWikis?: ReadonlyMap<string, SearchedWiki>;
}

/** Results of a search. */
export interface CirrusResults extends Pick<SearchResults, 'suggestion' | 'rewritten' | 'interwiki'> {
  /** At most one document more than the limit. */
  readonly documents: readonly CirrusDocument[];
  readonly total: number;
  readonly warnings: readonly Message[];
}

/** Last result that can be requested. */
const MAX_RESULTS = 10_000;
/** Number of results from each other wiki. */
const FOREIGN_RESULTS = 5;

/** Searches a wiki as CirrusSearch does. Throws an `ApiError` for queries that CirrusSearch rejects. */
export async function searchCirrus(send: SendSearch, wiki: SearchedWiki, request: CirrusRequest): Promise<CirrusResults> {
  const limit = Math.min(request.limit, MAX_RESULTS - request.offset);
  if (limit <= 0) throw new ApiError(offsetTooLarge(request.offset));
  const size = Math.min(limit + 1, MAX_RESULTS - request.offset);
  const [results, interwiki] = await Promise.all([searchOnce(send, wiki, { ...request, limit: size }), searchOtherWikis(send, request)]);
  const found = { ...results, ...(interwiki && { interwiki }) };
  const { suggestion } = found;
  if (!suggestion || !request.rewrites || results.total > 0 || (interwiki?.total ?? 0) > 0) return found;
  const query = { ...request, limit: size, text: suggestion.query, suggests: false, keepsQuestionMarks: true };
  const { suggestion: _, ...rewritten } = await searchOnce(send, wiki, query);
  return { ...rewritten, warnings: [...results.warnings, ...rewritten.warnings], rewritten: suggestion };
}

const offsetTooLarge = (offset: number): Message =>
  cirrusMessage('offset-too-large', `The offset ${offset} is too large. The maximum is ${MAX_RESULTS - 1}.`, [MAX_RESULTS, offset]);

async function searchOnce(send: SendSearch, wiki: SearchedWiki, request: QueryRequest): Promise<CirrusResults> {
  const built = await buildSearch(wiki, request);
  const response = await respond(send, built);
  if (!response) return { documents: [], total: 0, warnings: built.warnings };
  const suggestion = suggestionOf(built, response);
  return {
    documents: documentsOf(wiki, built, response),
    total: totalOf(response),
    warnings: response.timed_out ? [...built.warnings, timedOut(built)] : built.warnings,
    ...(suggestion && { suggestion }),
  };
}

/** Sends a search. If the engine cannot parse the query, the words are searched without special syntax. */
async function respond(send: SendSearch, { index, body, simpleBody, hasPattern }: BuiltSearch): Promise<SearchResponse | undefined> {
  if (!body) return undefined;
  const options: SendOptions = { search_type: 'dfs_query_then_fetch', timeout: hasPattern ? '120s' : '20s' };
  try {
    return await send(index, body, options);
  } catch (error) {
    if (!isEngineError(error)) throw error;
    if (!simpleBody || !isParseError(error)) throw queryError(error) ?? error;
  }
  try {
    return await send(index, simpleBody, options);
  } catch (error) {
    throw (isEngineError(error) && queryError(error)) || error;
  }
}

const isEngineError = (error: unknown): error is Error & { readonly type: string } =>
  error instanceof Error && 'type' in error && typeof error.type === 'string';

const timedOut = ({ hasPattern }: BuiltSearch): Message =>
  cirrusMessage(hasPattern ? 'regex-timed-out' : 'timed-out', 'The search took too long. Only some results are returned.');

/**
 * Searches other wikis. Their errors and warnings are ignored, because the results are additional. The results have no snippets, because
 * nothing shows which texts of other wikis were suppressed.
 */
async function searchOtherWikis(send: SendSearch, request: CirrusRequest): Promise<ForeignHits | undefined> {
  const { otherWikis } = request;
  if (!otherWikis || otherWikis.size === 0) return undefined;
  const unlike = { offset: 0, limit: FOREIGN_RESULTS, sort: 'relevance', suggests: false, ranking: undefined, snippets: new Set<never>() };
  const foreign: QueryRequest = { ...request, ...unlike };
  const responses = await Promise.all(
    [...otherWikis].map(async ([prefix, wiki]) => ({ prefix, ...(await searchOtherWiki(send, prefix, wiki, foreign)) })),
  );
  return {
    total: responses.reduce((sum, { total }) => sum + total, 0),
    hits: new Map(responses.filter(({ hits }) => hits.length > 0).map(({ prefix, hits }) => [prefix, hits])),
  };
}

async function searchOtherWiki(send: SendSearch, prefix: string, wiki: SearchedWiki, request: QueryRequest) {
  const nothing = { total: 0, hits: [] as ForeignHit[] };
  try {
    const built = await buildSearch(wiki, request);
    const response = built.isLocal ? undefined : await respond(send, built);
    if (!response) return nothing;
    const hits = response.hits.hits.map(({ _source: { namespace_text: namespace = '', title } }): ForeignHit => {
      const name = namespace === '' ? title : `${namespace}:${title}`;
      return { namespace, title: name, url: wiki.site.urls.interwiki(prefix, name.replaceAll(' ', '_')) ?? '' };
    });
    return { total: totalOf(response), hits };
  } catch {
    return nothing;
  }
}
