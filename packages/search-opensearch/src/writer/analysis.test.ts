import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAddress } from '../cluster/address.ts';
import type { SearchCluster } from '../cluster/cluster.ts';
import { connectCluster } from '../cluster/connect.ts';
import { dropIndices, hasOpenSearch, needsOpenSearch, newAddress, sharedNode } from '../opensearch.test-kit.ts';
import { analysisOf } from './analysis.ts';

describe.runIf(hasOpenSearch)('the analyzers of an index', { meta: needsOpenSearch }, () => {
  let cluster: SearchCluster;
  let prefix: string;
  beforeAll(async () => {
    const address = readAddress(newAddress(await sharedNode()));
    prefix = address.prefix;
    cluster = await connectCluster(address);
    const settings = { index: { max_ngram_diff: 255 }, analysis: analysisOf('en') };
    await cluster.request({ method: 'PUT', path: `/${prefix}_content`, body: { settings } });
  });
  afterAll(async () => {
    await dropIndices(cluster, prefix);
    await cluster[Symbol.asyncDispose]();
  });

  it.each([
    ['N.A.S.A. and I.B.M', 'nasa ibm'],
    ['e.g. co.uk 3.5', 'eg co uk 3 5'],
    ['LightHouse iPhone e\u0301Été', 'light house i phone e\u0301 ete'],
  ])('split %s', async (text, expected) => {
    const { tokens } = await cluster.request<{ tokens: { token: string }[] }>({
      ...{ method: 'POST', path: `/${prefix}_content/_analyze`, body: { analyzer: 'text', text } },
    });
    expect(tokens.map(({ token }) => token).join(' ')).toBe(expected);
  });
});
