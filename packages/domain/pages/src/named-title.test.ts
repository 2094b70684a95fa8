import type { Env } from '@wikiquery/core';
import { openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { namedPage, namedTitle } from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.page('Talk:Harbour');
});
afterAll(() => wiki.close());
const env = () => ({ db: wiki.db, titles: wiki.titles }) as Env;

it('accepts the title of a page that does not exist', async () => {
  expect(await namedTitle(env(), { title: 'talk:pier_1' })).toMatchObject({ namespace: 1, dbkey: 'Pier_1' });
  await expect(namedTitle(env(), { title: '<' })).rejects.toMatchObject({ code: 'invalidtitle' });
});

it('finds the title of a page by its id', async () => {
  expect(await namedTitle(env(), { pageid: 1 })).toEqual({ namespace: 1, dbkey: 'Harbour' });
  await expect(namedTitle(env(), { pageid: 2 })).rejects.toMatchObject({ code: 'nosuchpageid' });
});

it('rejects titles of special pages and bare fragments as pages', async () => {
  await expect(namedPage(env(), { title: 'Special:Version' })).rejects.toMatchObject({ code: 'pagecannotexist' });
  await expect(namedPage(env(), { title: '#section' })).rejects.toMatchObject({ code: 'pagecannotexist' });
});
