import type { Env, RouteQuery } from '@wikiquery/core';
import { openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPage, isPageTitle, redirectToKey, revisionTag } from './index.ts';

let wiki: WikiBuilder;
let env: Env;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.page('Talk:Old pier');
  await wiki.page('File:Pier.png');
  env = { db: wiki.db, titles: wiki.titles } as Env;
});
afterAll(() => wiki.close());

it('finds existing pages by title', async () => {
  expect(await findPage(env, 'talk:old_pier#top')).toMatchObject({ namespace: 1, dbkey: 'Old_pier' });
  expect(await findPage(env, 'Pier.png', 6)).toMatchObject({ namespace: 6 });
  expect(await findPage(env, 'Media:Pier.png')).toMatchObject({ namespace: 6 });
  for (const text of ['Special:AllPages', '#top', '[', 'Pier']) expect(await findPage(env, text)).toBeUndefined();
  expect(['Pier', 'Special:AllPages', '['].map(text => isPageTitle(env, text))).toEqual([true, false, false]);
});

it('redirects only titles that are not in database form', async () => {
  const page = (await findPage(env, 'Talk:Old pier'))!;
  const query = { ...env, sibling: ({ title }) => `/${title}` } as RouteQuery;
  expect(redirectToKey(query, page, 'Talk:Old_pier')).toBeUndefined();
  expect(redirectToKey(query, page, 'Talk:Old pier')).toEqual({ status: 301, location: '/Talk:Old_pier' });
});

it('creates the same revision ETag as MediaWiki', () => {
  expect(revisionTag(1906, true)).toBe('"cb5fb882701b17e1a484cddc4940276580479864"');
});
