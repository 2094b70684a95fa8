import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchCluster } from '../cluster/cluster.ts';
import { dropIndices, hasOpenSearch, needsOpenSearch, openTestCluster, sharedNode } from '../opensearch.test-kit.ts';
import { fixtureRequests, recorded } from './cirrussearch.test-kit.ts';
import { createCirrusIndex } from './cirrussearch-index.test-kit.ts';
import type { EngineClause } from './clauses.ts';
import type { SearchResponse } from './engine.ts';
import { generatePages } from './generated-pages.test-kit.ts';
import { totalOf } from './response.ts';

const PREFIX = `test_fixtures_${process.pid}`;
const PAGES = 10_000;
const RESULTS = 100;
const PER_REQUEST = 50;

describe.runIf(hasOpenSearch)('an index of CirrusSearch', { meta: needsOpenSearch }, () => {
  let cluster: SearchCluster;
  beforeAll(async () => {
    cluster = await openTestCluster(await sharedNode());
    const queries = recorded().searchText.map(({ query }) => query);
    await createCirrusIndex(cluster, PREFIX, generatePages(queries, PAGES));
  }, 1_200_000);
  afterAll(async () => {
    await dropIndices(cluster, PREFIX);
    await cluster[Symbol.asyncDispose]();
  });

  it('returns the same pages in the same order and the same totals for the recorded requests and for ours', async () => {
    const pairs: { readonly name: string; readonly requests: readonly [EngineClause, EngineClause] }[] = [];
    for await (const { name, profile, wiki, expected, built } of fixtureRequests()) {
      // Without a seed, the order is different in each search.
      if (!expected || !built.body || name === 'sort_001') continue;
      pairs.push({ name: `${name} ${profile} ${wiki}`, requests: [executable(expected.body), executable(built.body)] });
    }
    const counts = { compared: 0, found: 0 };
    for (let first = 0; first < pairs.length; first += PER_REQUEST) {
      const some = pairs.slice(first, first + PER_REQUEST);
      const responses = await searchAll(some.flatMap(({ requests }) => requests));
      for (const [at, { name }] of some.entries()) {
        const [theirs, ours] = [resultsOf(responses[2 * at]), resultsOf(responses[2 * at + 1])];
        expect({ name, ...ours }).toEqual({ name, ...theirs });
        counts.compared++;
        if (theirs.total > 0) counts.found++;
      }
    }
    expect(counts.compared).toBeGreaterThan(2300);
    expect(counts.found).toBeGreaterThan(2000);
  }, 1_200_000);

  async function searchAll(bodies: readonly EngineClause[]): Promise<readonly EngineResult[]> {
    const lines = bodies.map(body => `{"index":"${PREFIX}"}\n${JSON.stringify(body)}\n`).join('');
    const call = { method: 'POST', path: '/_msearch', query: { search_type: 'dfs_query_then_fetch' }, lines } as const;
    return (await cluster.request<{ responses: readonly EngineResult[] }>(call, { timeout: 120_000 })).responses;
  }
});

type EngineResult = SearchResponse | { readonly error: { readonly root_cause: readonly { readonly type: string }[] } };

/** The engine rejects one query with the fields of the profile `per_field`: it consists of many words. */
function resultsOf(response: EngineResult | undefined) {
  if (!response) throw new Error('The engine did not respond.');
  if ('error' in response) return { total: 0, ids: response.error.root_cause.map(({ type }) => type) };
  return { total: totalOf(response), ids: response.hits.hits.map(({ _id }) => _id) };
}

/**
 * Restores the order of the ranking steps, which is sorted in the recorded requests. Replaces the parts of a request that need plugins of the
 * engine, and requests more results.
 */
function executable({ query, rescore = [], sort }: EngineClause & { readonly rescore?: readonly RankingStep[] }): EngineClause {
  const steps = rescore.toSorted((one, other) => rankOf(one) - rankOf(other));
  const body = { query, ...(sort !== undefined && { sort }), ...(steps.length > 0 && { rescore: steps }) };
  const text = JSON.stringify({ ...body, _source: false, size: RESULTS, track_total_hits: true }).replaceAll('"wiki_', `"${PREFIX}_`);
  return JSON.parse(text, (_, value) =>
    value?.source_regex ? { regexp: { [`${value.source_regex.field}.plain`]: { value: value.source_regex.regex } } } : value,
  ) as EngineClause;
}

interface RankingStep {
  readonly query: { readonly score_mode?: string };
}

/** CirrusSearch ranks by phrases first, then adds, then multiplies scores. */
const rankOf = ({ query: { score_mode: mode } }: RankingStep): number => (mode === undefined ? 0 : mode === 'total' ? 1 : 2);
