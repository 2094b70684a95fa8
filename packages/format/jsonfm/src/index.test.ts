import { apiOf, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import jsonfm from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
});
afterAll(() => wiki.close());

const send = (query: string) =>
  apiOf(wiki, [jsonfm])({
    method: 'GET',
    query: `action=query&titles=%3Cb%3E&${query}`,
    headers: {},
    ip: '127.0.0.1',
    signal: AbortSignal.timeout(60_000),
  });

it('writes an HTML page, also for requests without a format', async () => {
  for (const query of ['format=jsonfm', '']) {
    const { body, headers } = await send(query);
    expect(headers).toMatchObject({ 'Content-Type': 'text/html; charset=UTF-8', Vary: 'Accept-Encoding, Cookie' });
    expect(body).toContain('&#34;batchcomplete&#34;: &#34;&#34;,\n    &#34;query&#34;: {\n');
    expect(body).not.toContain('<b>');
  }
});

it('reports an unknown format as an error', async () => {
  const { body, headers } = await send('format=xmlfm');
  expect(headers['MediaWiki-API-Error']).toBe('badvalue');
  expect(body).toContain('It takes jsonfm, json.');
});

it('writes the page as a JSON field if wrappedhtml is set', async () => {
  const { body, headers } = await send('wrappedhtml=1&format=jsonfm');
  expect(headers['Content-Type']).toBe('text/mediawiki-api-prettyprint-wrapped; charset=utf-8');
  expect(JSON.parse(body)).toMatchObject({ status: 200, statustext: 'OK', html: expect.stringContaining('<pre') });
});
