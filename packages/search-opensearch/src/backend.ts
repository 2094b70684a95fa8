import { type Env, type Message, NS, type Site } from '@wikiquery/core';
import type { SearchBackend, SearchRequest, SearchResults } from '@wikiquery/search';
import type { SearchProfiles } from './cluster/address.ts';
import type { SearchCluster } from './cluster/cluster.ts';
import { ClusterRefusalError, ClusterUnavailableError } from './cluster/errors.ts';
import { completeTitles } from './completion.ts';
import { type IndexInfo, IndexReader } from './index-info.ts';
import type { SearchResponse } from './query/engine.ts';
import { databaseLookups } from './query/lookups.ts';
import { RANKINGS } from './query/ranking.ts';
import { type SendSearch, searchCirrus } from './query/search.ts';
import { SORTS } from './query/sort.ts';
import type { SearchedWiki } from './query/wiki.ts';
import { erasedSince, publicHits } from './verify.ts';

/** Cluster and wiki of a search backend. */
export interface ClusterSearchContext {
  readonly cluster: SearchCluster;
  /** Name of the index without the suffixes `_content`, `_general` and so on. */
  readonly prefix: string;
  /** Names of the indices of other wikis in the cluster, by interwiki prefix. */
  readonly otherWikis?: ReadonlyMap<string, string>;
  readonly profiles?: SearchProfiles;
  readonly site: Site;
  /** Interface messages. Message `searchall` is the prefix that selects all namespaces. */
  readonly messages?: { get(language: string, key: string): string | undefined } | undefined;
  /** Backend that responds while the index cannot be used. */
  readonly fallback: SearchBackend;
}

/** Milliseconds of a request's time that are left for the database after a search. */
const RESERVED = 300;
const SHORTEST = 100;
const LONGEST = 20_000;

/** Creates the backend for an index in the format of CirrusSearch. */
export function clusterSearch({ cluster, prefix, otherWikis, profiles, site, messages, fallback }: ClusterSearchContext): SearchBackend {
  const reader = new IndexReader(cluster, prefix, profiles);
  // Health checks report an index that is missing at startup.
  reader.info().catch(() => undefined);
  // A function, because interface messages are not read before the first search.
  const wordsForAll = () => [...new Set([messages?.get(site.lang, 'searchall') ?? 'all', 'all'])];
  return {
    get problem() {
      return reader.problem;
    },
    sorts: SORTS,
    rankings: RANKINGS,
    async search(env, request) {
      if (request.what === 'title') return undefined;
      return orElse(
        env,
        () => searchIndex(env, request),
        () => fallback.search(env, { ...request, sort: 'relevance', ranking: undefined }),
      );
    },
    complete: (env, request) =>
      orElse(
        env,
        async () => completeTitles(env, cluster, await reader.info(), request, limitsOf(env)),
        () => fallback.complete(env, request),
      ),
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };

  async function searchIndex(env: Env, request: SearchRequest): Promise<SearchResults> {
    const info = await reader.info();
    const wiki = {
      site,
      titles: env.titles,
      index: info.settings,
      lookups: databaseLookups(env.db),
      wordsForAll: wordsForAll(),
      now: env.now,
    };
    const { namespaces, rewrite, limit, offset } = request;
    const { documents, total, warnings, ...rest } = await searchCirrus(await sender(env, info), wiki, {
      ...request,
      snippets: new Set([...request.snippets, 'text' as const]),
      namespaces: namespaces.length > 0 ? namespaces : [NS.MAIN],
      suggests: true,
      rewrites: rewrite,
      ...(request.interwiki &&
        otherWikis && { otherWikis: new Map(Array.from(otherWikis, ([name, index]) => [name, inIndex(wiki, index)])) }),
    });
    for (const warning of warnings) env.warn(warning);
    const hits = await publicHits(env, documents.slice(0, limit));
    const dropped = Math.min(documents.length, limit) - hits.length;
    return {
      ...rest,
      hits,
      more: documents.length > limit,
      ...(request.total && { total: Math.max(offset + hits.length, total - dropped) }),
    };
  }

  /** Returns the function that sends searches. Pages with texts that were deleted or suppressed after the last update never match. */
  async function sender(env: Env, { entry }: IndexInfo): Promise<SendSearch> {
    const erased = entry === undefined ? [] : await erasedSince(env, entry);
    return (index, body, { search_type, timeout }) => {
      const isOwn = index === prefix || index.startsWith(`${prefix}_`);
      const query =
        isOwn && erased.length > 0 ? { bool: { must: [body.query], must_not: [{ ids: { values: erased.map(String) } }] } } : body.query;
      return cluster.request<SearchResponse>(
        {
          method: 'POST',
          path: `/${encodeURIComponent(index)}/_search`,
          query: { search_type, allow_partial_search_results: false },
          body: { ...body, query, timeout },
        },
        limitsOf(env),
      );
    };
  }
}

/** Returns another wiki whose index has the same form. */
const inIndex = (wiki: SearchedWiki, prefix: string): SearchedWiki => ({ ...wiki, index: { ...wiki.index, prefix } });

/** Uses the fallback, and adds a warning to the response, if the index cannot be used. */
async function orElse<T>(env: Env, search: () => Promise<T>, fallback: () => Promise<T>): Promise<T> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof ClusterUnavailableError) && !(error instanceof ClusterRefusalError)) throw error;
    env.warn(UNAVAILABLE);
    return fallback();
  }
}

const UNAVAILABLE: Message = {
  code: 'search-index-unavailable',
  key: 'search-index-unavailable',
  text: 'The search index is unavailable. The results come from the database, and may be incomplete.',
  params: [],
  data: undefined,
};

const limitsOf = ({ request: { signal, deadline } }: Env) => ({
  signal,
  timeout: Math.max(SHORTEST, Math.min(LONGEST, deadline - performance.now() - RESERVED)),
});
