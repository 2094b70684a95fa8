import type { Env } from '@wikiquery/core';
import { openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SearchBackend } from './backend.ts';
import { suggestTitles } from './completion.ts';
import { databaseSearch } from './database.ts';

let wiki: WikiBuilder;
let env: Env;
beforeAll(async () => {
  wiki = await openWiki();
  for (const title of ['Pier', 'Pierce', 'Help:Pier']) await wiki.page(title);
  env = { db: wiki.db, site: wiki.site, titles: wiki.titles } as Env;
});
afterAll(() => wiki.close());

const titlesFor = async (text: string, backend: SearchBackend = databaseSearch(wiki)) => {
  const { hits, more } = await suggestTitles(env, backend, { text, namespaces: [0], limit: 1, offset: 0 });
  return { titles: hits.map(hit => wiki.titles.text(hit)), more };
};

it('suggests titles and reports whether there are more', async () => {
  expect(await titlesFor('pie')).toEqual({ titles: ['Pier'], more: true });
  expect(await titlesFor('pierc')).toEqual({ titles: ['Pierce'], more: false });
  expect(await titlesFor('help:p')).toEqual({ titles: ['Help:Pier'], more: false });
});

it('suggests no titles for a blank text, without a call of the backend', async () => {
  const refusing: SearchBackend = {
    sorts: ['relevance'],
    search: async () => undefined,
    complete: () => Promise.reject(new Error('It was asked.')),
  };
  expect(await titlesFor(' \t', refusing)).toEqual({ titles: [], more: false });
  await expect(titlesFor('pie', refusing)).rejects.toThrow('It was asked.');
});
