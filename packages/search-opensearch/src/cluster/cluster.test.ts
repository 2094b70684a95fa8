import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropIndices, hasOpenSearch, needsOpenSearch, openTestCluster, sharedNode } from '../opensearch.test-kit.ts';
import type { SearchCluster } from './cluster.ts';
import { ClusterRefusalError, ClusterUnavailableError } from './errors.ts';

describe.runIf(hasOpenSearch)('a cluster', { meta: needsOpenSearch }, () => {
  let cluster: SearchCluster;
  const info = () => cluster.request<{ version: { number: string } }>({ method: 'GET', path: '/' });

  beforeAll(async () => {
    cluster = await openTestCluster(await sharedNode());
  });
  afterAll(() => cluster?.[Symbol.asyncDispose]());

  it('responds, and explains rejected requests', async () => {
    expect((await info()).version.number).toMatch(/^2\./);
    const missing = cluster.request({ method: 'GET', path: '/missing/_search' });
    await expect(missing).rejects.toMatchObject({ status: 404, type: 'index_not_found_exception' });
    await expect(missing).rejects.toBeInstanceOf(ClusterRefusalError);
    const invalid = cluster.request({ method: 'POST', path: '/_search', body: { query: { nonsense: {} } } });
    await expect(invalid).rejects.toMatchObject({ status: 400, message: expect.stringContaining('nonsense') });
    expect(cluster.problem).toBeUndefined();
  });

  it('reports an index without its shards as unavailable', async () => {
    const settings = { 'index.routing.allocation.require._name': 'none', 'index.number_of_replicas': 0 };
    await cluster.request({ method: 'PUT', path: '/test_red', query: { wait_for_active_shards: 0 }, body: { settings } });
    const search = cluster.request({ method: 'POST', path: '/test_red/_search', query: { allow_partial_search_results: false }, body: {} });
    await expect(search).rejects.toBeInstanceOf(ClusterUnavailableError);
    await dropIndices(cluster, 'test_red');
    await info();
  });

  it('cancels a request with its signal', async () => {
    const signal = AbortSignal.abort(new Error('left'));
    await expect(cluster.request({ method: 'GET', path: '/' }, { signal })).rejects.toThrow('left');
    expect(cluster.problem).toBeUndefined();
  });
});
