import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { canStartNodes, needsOpenSearch, newAddress, OpenSearchNode, openTestCluster } from '../opensearch.test-kit.ts';
import { readAddress } from './address.ts';
import type { SearchCluster } from './cluster.ts';
import { connectCluster } from './connect.ts';
import { ClusterUnavailableError } from './errors.ts';

const WAIT = { timeout: 60_000, interval: 100 };

describe.runIf(canStartNodes)('a failing cluster', { meta: needsOpenSearch }, () => {
  let node: OpenSearchNode;
  let cluster: SearchCluster;
  const problems: (string | undefined)[] = [];
  const info = (of = cluster) => of.request<{ version: { number: string } }>({ method: 'GET', path: '/' }, { timeout: 2000 });

  beforeAll(async () => {
    node = await OpenSearchNode.start('indexing_pressure.memory.limit=20kb');
    cluster = await connectCluster(readAddress(newAddress(node.url)), { changed: problem => problems.push(problem) });
  });
  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
    await node?.[Symbol.asyncDispose]();
  });

  it('reports an overloaded cluster as unavailable', async () => {
    const lines = `{"index":{"_index":"full"}}\n{"text":"${'x'.repeat(30_000)}"}\n`;
    await expect(cluster.request({ method: 'POST', path: '/_bulk', lines })).rejects.toMatchObject({ status: 429 });
    await info();
  });

  it('uses another node if one is unreachable', async () => {
    const { host } = new URL(node.url);
    await using two = await openTestCluster(`http://127.0.0.1:1,${host}`);
    for (let i = 0; i < 4; i++) expect((await info(two)).version.number).toMatch(/^2\./);
    expect(two.problem).toBeUndefined();
  });

  it('stops sending requests while the cluster is unreachable, and resumes when it responds', async () => {
    await node.kill();
    for (let i = 0; i < 3; i++) await expect(info()).rejects.toBeInstanceOf(ClusterUnavailableError);
    expect(cluster.problem).toMatch(/^The search cluster at 127\.0\.0\.1:\d+ cannot be used\. ./);
    await expect(info()).rejects.toThrow(cluster.problem);
    await node.start();
    await vi.waitFor(() => info(), WAIT);
    expect(cluster.problem).toBeUndefined();
    expect(problems).toEqual([expect.stringContaining('cannot be used'), undefined]);
  });

  it('does not wait longer than the timeout for a node that does not respond', async () => {
    node.pause();
    await expect(info()).rejects.toThrow('It did not respond in time.');
    node.resume();
    await vi.waitFor(() => info(), WAIT);
  });
});
