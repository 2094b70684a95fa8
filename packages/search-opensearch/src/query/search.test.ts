import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchCluster } from '../cluster/cluster.ts';
import { dropIndices, hasOpenSearch, needsOpenSearch, openTestCluster, sharedNode } from '../opensearch.test-kit.ts';
import { testWiki } from './cirrussearch.test-kit.ts';
import { createCirrusIndex, sendTo } from './cirrussearch-index.test-kit.ts';
import { databaseLookups } from './lookups.ts';
import { type CirrusRequest, searchCirrus } from './search.ts';
import type { SearchedWiki } from './wiki.ts';

const PREFIX = `test_search_${process.pid}`;

const page = (title: string, text: string, fields: object = {}) => ({
  namespace: 0,
  namespace_text: '',
  wiki: 'wiki',
  title,
  text,
  source_text: text,
  page_type: 'page',
  incoming_links: 0,
  content_model: 'wikitext',
  language: 'en',
  timestamp: '2024-01-01T00:00:00Z',
  create_timestamp: '2020-01-01T00:00:00Z',
  text_bytes: text.length,
  ...fields,
});

const LIGHT =
  'A lighthouse is a tower with a bright lamp that guides ships along the coast at night. Beacons are older than other beacons.';
const PAGES = [
  page('Lighthouse', LIGHT, {
    redirect: [{ namespace: 0, title: 'Light tower' }],
    category: ['Buildings', 'Navigation'],
    template: ['Template:Infobox building'],
    heading: ['History of towers'],
    incoming_links: 30,
    version: 101,
  }),
  page('Lighthouse of Alexandria', `${LIGHT} It stood on Pharos.`, {
    category: ['Ancient lighthouses'],
    outgoing_link: ['Lighthouse', 'Egypt'],
    timestamp: '2025-01-01T00:00:00Z',
  }),
  page('Pharos', 'The island of the lighthouse near Alexandria.', {
    category: ['Islands'],
    outgoing_link: ['Egypt'],
    create_timestamp: '2023-05-01T00:00:00Z',
  }),
  page('Harbour', 'Ships lie in the harbour. <b>Boats</b> too.', { heading: ['Ships and boats'] }),
  page('Harbour/Docks', 'Docks are part of it.'),
  page('Nobel Prize', 'The prize of Alfred Nobel.', { incoming_links: 5 }),
  page('Configuration', '{"ships": 1}', { namespace: 8, namespace_text: 'MediaWiki', content_model: 'json' }),
  page('Lamp', 'How to light a lamp.', { namespace: 12, namespace_text: 'Help' }),
  page('Tower.png', 'A tower.', {
    namespace: 6,
    namespace_text: 'File',
    file_mime: 'image/png',
    file_media_type: 'bitmap',
    file_width: 800,
    file_height: 600,
    file_size: 20_480,
    file_text: 'inscription',
  }),
  page('Old light', 'A redirect.', { page_type: 'redirect' }),
];

describe.runIf(hasOpenSearch)('an index of CirrusSearch', { meta: needsOpenSearch }, () => {
  let cluster: SearchCluster;
  let database: TestWiki;
  let wiki: SearchedWiki;
  beforeAll(async () => {
    cluster = await openTestCluster(await sharedNode());
    await createCirrusIndex(cluster, PREFIX, new Map(PAGES.map((each, index) => [index + 1, each])));
    database = await openWiki('sqlite');
    for (const title of ['Lighthouse', 'Lighthouse of Alexandria']) await database.page(title, { text: 'x' });
    await database.redirect('Light tower', 'Lighthouse');
    for (const [child, parent] of [
      ['Ancient lighthouses', 'Lighthouses'],
      ['Lighthouses', 'Buildings'],
      ['Buildings', 'Lighthouses'],
    ] as const) {
      await database.page(`Category:${child}`, { text: 'x' });
      await database.category(`Category:${child}`, parent);
    }
    const index = { ...testWiki().index, prefix: PREFIX, hasRegex: false, hasHighlighter: false };
    wiki = { ...testWiki(index), lookups: databaseLookups(database.db) };
  });
  afterAll(async () => {
    await dropIndices(cluster, PREFIX);
    await cluster[Symbol.asyncDispose]();
    await database.close();
  });

  const search = (text: string, request: Partial<CirrusRequest> = {}) =>
    searchCirrus(sendTo(cluster), wiki, {
      namespaces: [0],
      limit: 10,
      offset: 0,
      sort: 'relevance',
      snippets: new Set(['title', 'redirect', 'category', 'heading', 'text']),
      suggests: true,
      rewrites: false,
      text,
      ...request,
    });
  const titles = async (text: string, request: Partial<CirrusRequest> = {}) =>
    (await search(text, request)).documents.map(({ dbkey }) => dbkey);

  it.each([
    ['lighthouse', ['Lighthouse', 'Lighthouse_of_Alexandria', 'Pharos']],
    ['lighthouses', ['Lighthouse', 'Lighthouse_of_Alexandria', 'Pharos']],
    ['"island of the lighthouse"', ['Pharos']],
    ['"lighthouse island"', []],
    ['"island lighthouse"~2', ['Pharos']],
    ['"island of the li*"', ['Pharos']],
    ['lightho*', ['Lighthouse', 'Lighthouse_of_Alexandria', 'Pharos']],
    ['*rbour', ['Harbour', 'Harbour/Docks']],
    ['phar\\?s', ['Pharos', 'Lighthouse_of_Alexandria']],
    ['lighthuose~2', ['Lighthouse', 'Lighthouse_of_Alexandria', 'Pharos']],
    ['lighthouse -pharos', ['Lighthouse']],
    ['lighthouse NOT pharos', ['Lighthouse']],
    ['docks OR nobel', ['Nobel_Prize', 'Harbour/Docks']],
    ['intitle:lighthouse', ['Lighthouse', 'Lighthouse_of_Alexandria']],
    ['intitle:tower', ['Lighthouse']],
    ['-intitle:lighthouse island', ['Pharos']],
    ['insource:guides', ['Lighthouse', 'Lighthouse_of_Alexandria']],
    ['insource:"guides ships"', ['Lighthouse', 'Lighthouse_of_Alexandria']],
    ['incategory:buildings|islands', ['Lighthouse', 'Pharos']],
    ['hastemplate:"Infobox building"', ['Lighthouse']],
    ['linksto:egypt -linksto:Lighthouse', ['Pharos']],
    ['deepcat:Buildings', ['Lighthouse', 'Lighthouse_of_Alexandria']],
    ['deepcat:"Ancient lighthouses" pharos', ['Lighthouse_of_Alexandria']],
    ['prefix:Harb', ['Harbour', 'Harbour/Docks']],
    ['lamp prefix:Help:L', ['Lamp']],
    ['subpageof:Harbour', ['Harbour/Docks']],
    ['help:lamp', ['Lamp']],
    ['all:ships contentmodel:json', ['Configuration']],
    ['file:inscription', ['Tower.png']],
    ['file: filemime:png filew:>700 filesize:10,30', ['Tower.png']],
    ['file: filetype:bitmap fileh:<100', []],
    ['creationdate:2023', ['Pharos']],
    ['pageid:1|3 -pageid:3', ['Lighthouse']],
    ['redirect', []],
  ])('finds %s', async (text, expected) => {
    expect((await titles(text)).toSorted()).toEqual(expected.toSorted());
  });

  it('ranks pages by title and by incoming links', async () => {
    expect(await titles('lighthouse')).toEqual(['Lighthouse', 'Lighthouse_of_Alexandria', 'Pharos']);
    expect(await titles('lighthouse', { ranking: 'popular_inclinks' })).toEqual(['Lighthouse', 'Lighthouse_of_Alexandria', 'Pharos']);
    expect((await titles('lighthouse', { sort: 'last_edit_desc' }))[0]).toBe('Lighthouse_of_Alexandria');
    expect((await titles('lighthouse', { sort: 'create_timestamp_desc' }))[0]).toBe('Pharos');
    expect((await titles('lighthouse', { sort: 'incoming_links_desc' }))[0]).toBe('Lighthouse');
    expect((await titles('lighthouse', { sort: 'random' })).length).toBe(3);
  });

  it('finds similar pages, and follows redirects of the given pages', async () => {
    for (const text of ['morelike:Light tower', 'morelikethis:"Light tower"']) {
      expect({ text, titles: await titles(text) }).toEqual({ text, titles: ['Lighthouse_of_Alexandria'] });
    }
    expect((await search('morelike:Missing')).warnings).toMatchObject([{ code: 'cirrussearch-mlt-feature-no-valid-titles' }]);
  });

  it('returns snippets of all kinds', async () => {
    const { documents } = await search('tower');
    expect(documents[0]).toEqual({
      namespace: 0,
      dbkey: 'Lighthouse',
      pageId: 1,
      revision: 101,
      redirect: { title: { namespace: 0, dbkey: 'Light_tower' }, snippet: 'Light <span class="searchmatch">tower</span>' },
      section: { title: 'History of towers', snippet: 'History of <span class="searchmatch">towers</span>' },
      snippet: expect.stringContaining('is a <span class="searchmatch">tower</span> with a bright lamp'),
      isFileMatch: false,
    });
    const [harbour] = (await search('boats')).documents;
    expect(harbour?.snippet).toContain('&lt;b&gt;<span class="searchmatch">Boats</span>&lt;/b&gt;');
    const [lamp] = (await search('help:lamp')).documents;
    expect(lamp?.titleSnippet).toBe('Help:<span class="searchmatch">Lamp</span>');
    expect((await search('file:inscription')).documents[0]).toMatchObject({ isFileMatch: true });
    expect((await search('incategory:islands')).documents[0]?.snippet).toMatch(/^The island of the lighthouse/);
  });

  it('suggests a query without typing errors, and searches it on request', async () => {
    const { total, suggestion } = await search('nobel prixe');
    expect({ total, suggestion }).toEqual({ total: 0, suggestion: { query: 'nobel prize', snippet: 'nobel <em>prize</em>' } });
    const rewritten = await search('nobel prixe', { rewrites: true });
    expect(rewritten).toMatchObject({ total: 1, rewritten: { query: 'nobel prize' }, documents: [{ dbkey: 'Nobel_Prize' }] });
    expect(rewritten.suggestion).toBeUndefined();
    expect((await search('nobel prize')).suggestion).toBeUndefined();
  });

  it('returns one document more than the limit, from an offset', async () => {
    expect((await titles('lighthouse', { limit: 1 })).length).toBe(2);
    expect(await titles('lighthouse', { limit: 1, offset: 2 })).toEqual(['Pharos']);
    expect((await search('lighthouse', { limit: 1 })).total).toBe(3);
    await expect(search('lighthouse', { offset: 10_000 })).rejects.toMatchObject({ code: 'cirrussearch-offset-too-large' });
  });

  it('searches other wikis, unless the query depends on this wiki', async () => {
    const otherWikis = new Map([
      ['de', { ...wiki, index: { ...wiki.index, fullText: 'per_field_title' as const } }],
      ['xx', { ...wiki, index: { ...wiki.index, prefix: 'missing' } }],
    ]);
    const { interwiki } = await search('nobel prize', { otherWikis });
    expect(interwiki?.total).toBe(1);
    expect([...(interwiki?.hits ?? [])]).toMatchObject([['de', [{ namespace: '', title: 'Nobel Prize' }]]]);
    expect((await search('local:nobel prize', { otherWikis })).interwiki).toEqual({ total: 0, hits: new Map() });
  });

  it('searches the words of a query that the engine cannot parse', async () => {
    const { total } = await search('lighthouse AND && OR tower');
    expect(total).toBeGreaterThan(0);
  });
});
