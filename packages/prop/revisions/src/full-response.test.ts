import { defaultSite } from '@wikiquery/site';
import { apiOf, openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import revisions from './index.ts';

const REQUEST = { method: 'GET', headers: {}, ip: '127.0.0.1', signal: new AbortController().signal } as const;

let wiki: TestWiki;
beforeAll(async () => {
  wiki = await openWiki('sqlite', { site: defaultSite({ maxResultSize: 10_000 }) });
  for (let edit = 0; edit < 8; edit++) await wiki.edit('Apple', { text: String(edit).repeat(3000) });
});
afterAll(() => wiki.close());

it('stops a list of revisions at the response size limit and continues with the next revision', async () => {
  const api = apiOf(wiki, [revisions]);
  const found: string[] = [];
  let request: Record<string, string> = {};
  let responses = 0;
  do {
    const form = {
      action: 'query',
      format: 'json',
      formatversion: '2',
      prop: 'revisions',
      titles: 'Apple',
      rvlimit: 'max',
      rvprop: 'content',
      rvslots: 'main',
    };
    const { body } = await api({ ...REQUEST, query: new URLSearchParams({ ...form, ...request }).toString() });
    const { query, warnings, continue: next } = JSON.parse(body);
    found.push(...query.pages[0].revisions.map((revision: { slots: { main: { content: string } } }) => revision.slots.main.content[0]));
    expect(warnings !== undefined).toBe(next !== undefined);
    request = next;
    responses++;
  } while (request);
  expect(found).toEqual(['7', '6', '5', '4', '3', '2', '1', '0']);
  expect(responses).toBe(3);
});

// The page counts 7 bytes (1, 0, Apple), and each revision 3019 bytes (wikitext, text/x-wiki and its text).
it.each([
  [7 + 3 * 3019, 3],
  [7 + 3 * 3019 - 1, 2],
])('counts the fields of a page once, regardless of its number of revisions (%i bytes)', async (maxResultSize, fitting) => {
  await using full = await openWiki('sqlite', { site: defaultSite({ maxResultSize }) });
  for (let edit = 0; edit < 4; edit++) await full.edit('Apple', { text: String(edit).repeat(3000) });
  const query = 'action=query&format=json&formatversion=2&prop=revisions&titles=Apple&rvlimit=max&rvprop=content&rvslots=main';
  const { body } = await apiOf(full, [revisions])({ ...REQUEST, query });
  expect(JSON.parse(body).query.pages[0].revisions).toHaveLength(fitting);
});
