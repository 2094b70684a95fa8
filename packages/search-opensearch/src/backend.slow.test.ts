import { databaseSearch } from '@wikiquery/search';
import { openWiki } from '@wikiquery/testing';
import { describe, expect, it, vi } from 'vitest';
import { envOf, fill, search, warnings } from './backend.test-kit.ts';
import { clusterSearch } from './backend.ts';
import { readAddress } from './cluster/address.ts';
import { connectCluster } from './cluster/connect.ts';
import { canStartNodes, needsOpenSearch, newAddress, OpenSearchNode } from './opensearch.test-kit.ts';
import { writeIndex } from './writer/write-index.ts';

describe.runIf(canStartNodes)('search in a failing cluster', { meta: needsOpenSearch }, () => {
  it('uses the database and adds a warning while the index is missing or the cluster is unreachable', async () => {
    await using wiki = await openWiki('sqlite');
    await fill(wiki);
    await using node = await OpenSearchNode.start();
    const address = readAddress(newAddress(node.url));
    const cluster = await connectCluster(address);
    const backend = clusterSearch({ cluster, prefix: address.prefix, site: wiki.site, fallback: databaseSearch(wiki) });
    const complete = async () => (await backend.complete(envOf(wiki), { text: 'Lam', namespaces: [0], limit: 5, offset: 0 })).length;

    warnings.length = 0;
    expect(await complete()).toBe(1);
    expect(warnings.map(({ code }) => code)).toEqual(['search-index-unavailable']);
    expect(backend.problem).toMatch(/^The search index .*_content cannot be used\. It does not exist\./);

    await writeIndex(cluster, { db: wiki.db, site: wiki.site, prefix: address.prefix });
    await vi.waitFor(() => expect(backend.problem).toBeUndefined(), { timeout: 30_000, interval: 200 });
    warnings.length = 0;
    expect((await search(wiki, backend, 'pier')).total).toBe(1);
    expect(warnings).toEqual([]);

    await node.kill();
    for (let i = 0; i < 4; i++) expect(await complete()).toBe(1);
    expect(warnings.length).toBe(4);
    expect(backend.problem).toContain('cannot be used');

    await node.start();
    await vi.waitFor(
      async () => {
        warnings.length = 0;
        expect((await search(wiki, backend, 'pier')).total).toBe(1);
        expect(warnings).toEqual([]);
      },
      { timeout: 60_000, interval: 500 },
    );
    expect(backend.problem).toBeUndefined();
    await backend[Symbol.asyncDispose]?.();
  });
});
