import { apiOf, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import xmlfm from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
});
afterAll(() => wiki.close());

const send = (query: string) =>
  apiOf(wiki, [xmlfm])({
    method: 'GET',
    query: `action=query&titles=%3Cb%3E&format=xmlfm&${query}`,
    headers: {},
    ip: '127.0.0.1',
    signal: AbortSignal.timeout(60_000),
  });

it('shows escaped and indented XML on an HTML page', async () => {
  const { body, headers } = await send('');
  expect(headers).toMatchObject({ 'Content-Type': 'text/html; charset=UTF-8', 'Content-Disposition': 'inline; filename=api-result.html' });
  expect(body).toContain(
    '&#60;?xml version=&#34;1.0&#34;?&#62;\n&#60;api batchcomplete=&#34;&#34;&#62;\n  &#60;query&#62;\n    &#60;pages&#62;\n',
  );
  expect(body).toContain('title=&#34;&#38;lt;b&#38;gt;&#34;');
  expect(body).toContain('<a href="');
  expect(body).not.toContain('<b>');
});

it('writes the page as a JSON field if wrappedhtml is set', async () => {
  const { body, headers } = await send('wrappedhtml=1');
  expect(headers['Content-Type']).toBe('text/mediawiki-api-prettyprint-wrapped; charset=utf-8');
  expect(JSON.parse(body as string)).toMatchObject({ status: 200, html: expect.stringContaining('&#60;api') });
});
