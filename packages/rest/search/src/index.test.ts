import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { standardFiles } from '@wikiquery/files';
import { databaseSearch, type SearchBackend } from '@wikiquery/search';
import { buildIndex, indexSearch } from '@wikiquery/search-index';
import { defaultSite, readSite } from '@wikiquery/site';
import { askRest, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import search from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.page('Pier', { text: 'A lamp.' });
  await wiki.redirect('Pi', 'Pier');
  await wiki.redirect('Pick', 'Nowhere');
  await wiki.file('Pig.png', { width: 600, height: 300 });
});
afterAll(() => wiki.close());

const ask = (path: string, backend: SearchBackend = databaseSearch(wiki)) =>
  askRest(wiki, [search], `/v1/search/${path}`, { services: { search: backend, files: standardFiles(wiki.site) } });

it('finds pages by title prefix and returns each page once', async () => {
  const { json, headers } = await ask('title?q=pi');
  expect(json.pages).toEqual([
    { id: 1, key: 'Pier', title: 'Pier', excerpt: 'Pier', matched_title: 'Pi', description: null, thumbnail: null },
    { id: 0, key: 'Nowhere', title: 'Nowhere', excerpt: 'Pick', matched_title: 'Pick', description: null, thumbnail: null },
  ]);
  expect(headers['Cache-Control']).toBe('public, max-age=1200');
  expect((await ask('title?q=file:pi')).json.pages[0].thumbnail).toMatchObject({
    mimetype: 'image/png',
    width: 60,
    height: 30,
    duration: null,
  });
});

it('finds words in titles and then in texts', async () => {
  const finding: SearchBackend = {
    sorts: ['relevance'],
    search: async (_, { what }) =>
      what === 'title'
        ? undefined
        : {
            hits: [
              { namespace: 0, dbkey: 'Pier' },
              { namespace: 0, dbkey: 'Gone' },
            ],
            more: false,
            highlight: text => `<b>${text}</b>`,
          },
    complete: async () => [],
  };
  const { json, headers } = await ask('page?q=lamp', finding);
  expect(json.pages).toMatchObject([{ title: 'Pier', excerpt: '<b>A lamp.</b>', matched_title: null }]);
  expect(headers['Cache-Control']).toBe('private,no-cache,s-maxage=0');
});

it('returns no excerpt if no text is visible', async () => {
  const showing = (excerpt: string): SearchBackend => ({
    sorts: ['relevance'],
    search: async (_, { what }) =>
      what === 'title' ? undefined : { hits: [{ namespace: 0, dbkey: 'Pier' }], more: false, highlight: () => excerpt },
    complete: async () => [],
  });
  const excerpts = await Promise.all(
    ['', '0', '1'].map(async excerpt => (await ask('page?q=lamp', showing(excerpt))).json.pages[0].excerpt),
  );
  expect(excerpts).toEqual([null, null, '1']);
});

it('searches the main namespace if the wiki configures no default search namespaces', async () => {
  const other = await openWiki('sqlite', { site: readSite({ ...defaultSite().info, defaultoptions: {} }) });
  const searched: unknown[] = [];
  const backend: SearchBackend = {
    sorts: ['relevance'],
    search: async (_, { what, namespaces }) => {
      searched.push([what, namespaces]);
      return undefined;
    },
    complete: async () => [],
  };
  await askRest(other, [search], '/v1/search/page?q=pi', { services: { search: backend, files: standardFiles(other.site) } });
  await other.close();
  expect(searched).toEqual([
    ['title', [0]],
    ['text', [0]],
  ]);
});

it('finds words and similar titles in the search index of the server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-rest-search-'));
  try {
    const path = join(folder, 'wiki.search-index');
    await buildIndex(wiki.db, { location: path, site: wiki.site });
    const index = indexSearch({ location: path, site: wiki.site, fallback: databaseSearch(wiki) });
    expect((await ask('page?q=lamps', index)).json.pages).toMatchObject([
      { key: 'Pier', excerpt: 'A <span class="searchmatch">lamp</span>.', matched_title: null },
    ]);
    expect((await ask('title?q=pire', index)).json.pages).toMatchObject([{ key: 'Pier', matched_title: null }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('validates the search text and the limit', async () => {
  // In REST parameters, U+001F does not separate values.
  expect((await ask('page?q=%1Fpi')).json).toHaveProperty('pages');
  expect((await ask('title')).json).toMatchObject({ name: 'q', value: null, failureCode: 'missingparam' });
  expect((await ask('title?q=a&limit=101')).json).toMatchObject({ failureCode: 'outofrange', failureData: { min: 1, max: 100 }, max: 100 });
});
