import { apiOf, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import json from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.page('É');
});
afterAll(() => wiki.close());

const send = (query: string) =>
  apiOf(wiki, [json])({
    method: 'GET',
    query: `action=query&titles=%C3%89&format=json&${query}`,
    headers: {},
    ip: '127.0.0.1',
    signal: AbortSignal.timeout(60_000),
  });

it('escapes non-ASCII characters in formatversion=1 by default', async () => {
  expect((await send('')).body).toContain('"title":"\\u00c9"');
  expect((await send('utf8')).body).toContain('"title":"É"');
});

it('writes non-ASCII characters unescaped in formatversion=2 by default', async () => {
  const { body, headers } = await send('formatversion=2');
  expect(headers['Content-Type']).toBe('application/json; charset=utf-8');
  expect(body).toContain('"title":"É"');
  expect((await send('formatversion=2&ascii')).body).toContain('"title":"\\u00c9"');
});

it('wraps the output in a sanitized callback', async () => {
  const { body, headers } = await send('callback=a(b)c');
  expect(headers['Content-Type']).toBe('text/javascript; charset=utf-8');
  expect(body).toMatch(/^\/\*\*\/abc\(\{.*\}\)$/);
});

it('reports errors in its own parameters in the requested form if possible', async () => {
  const { body } = await send('formatversion=3&callback=f&utf8=1&titles=%C3%89');
  expect(body).toMatch(/^\/\*\*\/f\(\{.*"error":\{"code":"badvalue",.*\}\)$/s);
});
