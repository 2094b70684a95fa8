import { ApiError } from '@wikiquery/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchCluster } from '../cluster/cluster.ts';
import { dropIndices, hasOpenSearch, needsOpenSearch, openTestCluster, sharedNode } from '../opensearch.test-kit.ts';
import { buildSearch } from './build.ts';
import { testWiki } from './cirrussearch.test-kit.ts';
import { createCirrusIndex, sendTo } from './cirrussearch-index.test-kit.ts';
import { generatePages } from './generated-pages.test-kit.ts';
import { hostileQueries } from './hostile.test-kit.ts';
import { searchCirrus } from './search.ts';
import type { IndexSettings } from './wiki.ts';

const PREFIX = `test_hostile_${process.pid}`;
const QUERIES = 10_000;
/** Maximum length of a request for a query of at most 4096 characters. */
const MAX_BODY = 100_000;

const request = {
  namespaces: [0],
  limit: 20,
  offset: 0,
  sort: 'relevance',
  snippets: new Set(['title', 'redirect', 'text'] as const),
  suggests: true,
};
const settings: readonly Partial<IndexSettings>[] = [{}, { fullText: 'per_field', hasWeightedTags: true, hasReverseSuggest: true }];

it('builds bounded requests from hostile queries, or rejects the queries with an API error', async () => {
  const wikis = settings.map(each => testWiki({ ...testWiki().index, ...each }));
  for (const text of hostileQueries(QUERIES)) {
    for (const wiki of wikis) {
      const built = await buildSearch(wiki, { ...request, text }).catch((error: unknown) => error);
      if (built instanceof ApiError) continue;
      const length = JSON.stringify((built as Awaited<ReturnType<typeof buildSearch>>).body ?? '').length;
      expect({ text: text.slice(0, 200), isBounded: length < MAX_BODY }).toEqual({ text: text.slice(0, 200), isBounded: true });
    }
  }
}, 600_000);

describe.runIf(hasOpenSearch)('an index of CirrusSearch', { meta: needsOpenSearch }, () => {
  let cluster: SearchCluster;
  beforeAll(async () => {
    cluster = await openTestCluster(await sharedNode());
    await createCirrusIndex(cluster, PREFIX, generatePages(['cat', 'dog a x', 'incategory:A'], 200));
  });
  afterAll(async () => {
    await dropIndices(cluster, PREFIX);
    await cluster[Symbol.asyncDispose]();
  });

  it('returns results or an API error for hostile queries', async () => {
    const wikis = settings.map(each => testWiki({ ...testWiki().index, ...each, prefix: PREFIX, hasRegex: false, hasHighlighter: false }));
    const outcomes = new Map<string, number>();
    for (const text of hostileQueries(QUERIES)) {
      const wiki = wikis[text.length % 2] as (typeof wikis)[number];
      const outcome = await searchCirrus(sendTo(cluster), wiki, { ...request, text, rewrites: true }).then(
        ({ total }) => (total > 0 ? 'found' : 'nothing'),
        (error: unknown) => (error instanceof ApiError ? error.code : `${text}: ${String(error)}`),
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect([...outcomes.keys()].filter(outcome => !/^(?:found|nothing|cirrussearch-[a-z-]+)$/.test(outcome))).toEqual([]);
    expect(outcomes.get('found')).toBeGreaterThan(100);
    expect(cluster.problem).toBeUndefined();
  }, 1_200_000);
});
