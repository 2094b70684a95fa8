import { databaseSearch, type SearchBackend, type SearchRequest } from '@wikiquery/search';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { envOf, fill, SECRETS, search } from './backend.test-kit.ts';
import { clusterSearch } from './backend.ts';
import { readAddress } from './cluster/address.ts';
import type { SearchCluster } from './cluster/cluster.ts';
import { connectCluster } from './cluster/connect.ts';
import { dropIndices, hasOpenSearch, needsOpenSearch, newAddress, sharedNode } from './opensearch.test-kit.ts';
import { writeIndex } from './writer/write-index.ts';

describe.runIf(hasOpenSearch)('search in a cluster', { meta: needsOpenSearch }, () => {
  let wiki: TestWiki;
  let cluster: SearchCluster;
  let backend: SearchBackend;
  let prefix: string;

  beforeAll(async () => {
    const address = readAddress(newAddress(await sharedNode()));
    prefix = address.prefix;
    wiki = await openWiki('sqlite');
    await fill(wiki);
    cluster = await connectCluster(address);
    await writeIndex(cluster, { db: wiki.db, site: wiki.site, prefix });
    backend = clusterSearch({ cluster, prefix, site: wiki.site, fallback: databaseSearch(wiki) });
  });
  afterAll(async () => {
    await dropIndices(cluster, prefix);
    await backend?.[Symbol.asyncDispose]?.();
    await wiki?.close();
  });

  const titles = async (text: string, request?: Partial<SearchRequest>) =>
    (await search(wiki, backend, text, request)).hits.map(hit => wiki.titles.text(hit));
  const complete = async (text: string, namespaces = [0]) =>
    (await backend.complete(envOf(wiki), { text, namespaces, limit: 5, offset: 0 })).map(hit => wiki.titles.text(hit));

  it('finds titles and redirects first, then texts, and makes snippets', async () => {
    expect(await titles('lighthouse')).toEqual(['Lighthouse', 'Harbour']);
    expect(await titles('beacon of light')).toEqual(['Lighthouse']);
    expect(await titles('keeper intitle:light')).toEqual(['Lighthouse']);
    const { hits, total, more } = await search(wiki, backend, 'lighthouse', { limit: 1, snippets: new Set(['title']) });
    expect({ total, more }).toEqual({ total: 2, more: true });
    expect(hits[0]?.titleSnippet).toBe('<span class="searchmatch">Lighthouse</span>');
    expect(hits[0]?.snippet).toContain('<span class="searchmatch">lighthouse</span> is a tower');
    expect(await titles('lighthouse', { offset: 1 })).toEqual(['Harbour']);
  });

  it('ranks with the requested profile, and searches other wikis on request', async () => {
    expect(backend.rankings).toContain('classic');
    expect(await titles('lighthouse', { ranking: 'classic' })).toEqual(['Lighthouse', 'Harbour']);
    const withOthers = clusterSearch({
      cluster,
      prefix,
      otherWikis: new Map([['de', prefix]]),
      site: wiki.site,
      fallback: databaseSearch(wiki),
    });
    expect((await search(wiki, withOthers, 'harbour')).interwiki).toBeUndefined();
    const { interwiki } = await search(wiki, withOthers, 'pier', { interwiki: true });
    expect(interwiki).toEqual({ total: 1, hits: new Map([['de', [{ namespace: '', title: 'Harbour', url: expect.any(String) }]]]) });
  });

  it('searches the requested namespaces', async () => {
    expect(await titles('lamp', { namespaces: [12] })).toEqual(['Help:Lamp']);
    expect(await titles('help:lamp')).toEqual(['Help:Lamp']);
    expect((await titles('all:lamp')).length).toBe(3);
    expect(await titles('lamp', { namespaces: [] })).not.toContain('Help:Lamp');
  });

  it('completes titles and redirects, with typing errors and without accents', async () => {
    expect(await complete('la')).toEqual(['Lamp']);
    expect(await complete('ELAN')).toEqual(['Élan vital']);
    expect(await complete('Beac')).toEqual(['Beacon of light']);
    expect(await complete('lighthuose')).toEqual(['Lighthouse']);
    expect(await complete('la', [12])).toEqual(['Help:Lamp']);
    expect(await complete('beacon', [0, 12])).toEqual(['Beacon of light']);
    expect((await complete('', [12])).length).toBe(1);
    expect(await complete('!')).toEqual([]);
  });

  it('never finds or counts texts that were suppressed before or after indexing, or deleted pages', async () => {
    const page = await wiki.page('Letter', { text: `A ${SECRETS.erased} word.` });
    const note = await wiki.page('Note', { text: `From ${SECRETS.deleted}.` });
    await writeIndex(cluster, { db: wiki.db, site: wiki.site, prefix });
    const fresh = clusterSearch({ cluster, prefix, site: wiki.site, fallback: databaseSearch(wiki) });
    expect((await search(wiki, fresh, SECRETS.erased)).total).toBe(1);
    expect((await search(wiki, fresh, SECRETS.deleted)).total).toBe(1);
    await wiki.hideRevision(page.latest, 1);
    await wiki.log('delete', 'revision', { title: 'Letter', page: page.id });
    await wiki.deletePage('Note');
    await wiki.log('delete', 'delete', { title: 'Note', page: note.id });
    for (const word of Object.values(SECRETS))
      for (const query of [word, `insource:${word}`, `${word.slice(0, -2)}*`, `"${word}"`, `all:${word}`]) {
        const found = await search(wiki, fresh, query, { namespaces: [0, 2, 4, 12], snippets: new Set(['title', 'redirect', 'heading']) });
        expect(found).toMatchObject({ hits: [], total: 0 });
        expect(JSON.stringify(found)).not.toContain(`<em>${word}`);
      }
    for (const word of Object.values(SECRETS)) expect(await complete(word)).toEqual([]);
    expect(await complete('Note')).toEqual([]);
  });
});
