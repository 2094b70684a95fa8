import { defineFormat } from '@wikiquery/core/host';
import { databaseSearch, type SearchBackend } from '@wikiquery/search';
import { apiOf, ask, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import opensearch from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  for (const title of ['Pier', 'Pier "2"', 'Pierce', 'Help:Pier', 'Quay & wharf']) await wiki.page(title);
  await wiki.redirect('Pi', 'Pierce');
  const abroad = await wiki.redirect('Pier abroad', 'Elsewhere');
  await wiki.db.updateTable('redirect').set({ rd_interwiki: 'en' }).where('rd_from', '=', abroad.id).execute();
});
afterAll(() => wiki.close());

const lines = defineFormat({
  name: 'lines',
  isDefault: true,
  summary: 'Lines.',
  params: {},
  write: () => ({ type: 'text/plain', body: '' }),
});

const send = (query: string, plugins: Parameters<typeof apiOf>[1] = [opensearch]) =>
  apiOf(wiki, plugins, { services: { search: databaseSearch(wiki) } })({
    method: 'GET',
    query: `action=opensearch&${query}`,
    headers: {},
    ip: '127.0.0.1',
    signal: AbortSignal.timeout(60_000),
  });
const answer = async (query: string) => JSON.parse((await send(query)).body);
const url = (title: string) => wiki.site.urls.full(wiki.titles.local(title)!);

it('returns only the search text, titles, descriptions and URLs', async () => {
  expect(await answer('search=pierc&requestid=x&unknown=1')).toEqual(['pierc', ['Pierce'], [''], [url('Pierce')]]);
  expect(await answer('search=pie&limit=2')).toEqual(['pie', ['Pier', 'Pier "2"'], ['', ''], [url('Pier'), url('Pier "2"')]]);
  expect(await answer('search=nothing&format=json')).toEqual(['nothing', [], [], []]);
  expect((await answer('search=pie&namespace=12'))[1]).toEqual(['Help:Pier']);
});

it('returns a list that matches the response schema', async () => {
  // The test kit validates responses against the schema of the action.
  const judged = (params: Record<string, string>) =>
    ask(wiki, [opensearch], { action: 'opensearch', ...params }, { services: { search: databaseSearch(wiki) } });
  expect(await judged({ search: 'pierc' })).toEqual(['pierc', ['Pierce'], [''], [url('Pierce')]]);
  expect((await judged({ search: 'a', redirects: 'x' })).error.code).toBe('badvalue');
});

it("returns JSON by default, but request errors in the server's default format", async () => {
  const typeOf = async (query: string) => (await send(query, [opensearch, lines])).headers['Content-Type'];
  expect(await typeOf('search=pie')).toBe('application/json; charset=utf-8');
  for (const query of ['search=pie&limit=x', '', 'search=pie&assert=user', 'search=pie&formatversion=3'])
    expect(await typeOf(query)).toBe('text/plain');
  expect(await typeOf('format=json')).toBe('application/json; charset=utf-8');
});

it('uses a fixed cache lifetime instead of the requested `maxage`', async () => {
  const { headers } = await send('search=pie&maxage=5');
  expect(headers).toMatchObject({
    'Cache-Control': 'max-age=1200, s-maxage=1200, public',
    'Content-Type': 'application/json; charset=utf-8',
  });
});

it('resolves local redirects on request and returns each page once', async () => {
  expect((await answer('search=pi'))[1]).toEqual(['Pi', 'Pier', 'Pier "2"', 'Pier abroad', 'Pierce']);
  expect((await answer('search=pi&redirects=resolve'))[1]).toEqual(['Pierce', 'Pier', 'Pier "2"', 'Pier abroad']);
});

it('resolves redirects that the search backend returns without their targets', async () => {
  const search: SearchBackend = {
    sorts: ['relevance'],
    search: async () => undefined,
    complete: async () => [{ namespace: 0, dbkey: 'Pi' }],
  };
  const { body } = await apiOf(wiki, [opensearch], { services: { search } })({
    method: 'GET',
    query: 'action=opensearch&search=pierc&redirects=resolve',
    headers: {},
    ip: '127.0.0.1',
    signal: AbortSignal.timeout(60_000),
  });
  expect(JSON.parse(body)[1]).toEqual(['Pierce']);
});

it('writes an XML document with warnings', async () => {
  const { body, headers } = await send('search=quay&format=xml&foo=1&requestid=a%22b');
  expect(headers).toMatchObject({ 'Content-Type': 'text/xml; charset=utf-8', 'Content-Disposition': 'inline; filename=api-result.xml' });
  expect(body).toBe(
    '<?xml version="1.0"?><SearchSuggestion requestid="a&quot;b" version="2.0" xmlns="http://opensearch.org/searchsuggest2">' +
      '<warnings><main xml:space="preserve">Unrecognized parameter: foo.</main></warnings><Query xml:space="preserve">quay</Query>' +
      '<Section><Item><Text xml:space="preserve">Quay &amp; wharf</Text>' +
      `<Url xml:space="preserve">${url('Quay & wharf')}</Url></Item></Section></SearchSuggestion>`,
  );
  expect((await send('search=pi&format=xml')).body).not.toContain('>Pi<');
  expect((await send('search=pi&format=xml&redirects=return')).body).toContain('>Pi<');
  expect((await send('search=quay&format=xml&foo=1&errorformat=raw')).body).toContain(
    '<params><param type="comma"><list><_v>foo</_v></list></param><param>1</param></params></warning>',
  );
  expect((await send('search=quay&format=xml&limit=900&errorformat=plaintext&formatversion=2')).body).toMatch(
    /<warning code="outofrange" module="opensearch"><data min="1" [^>]* \/><text xml:space="preserve">[^<]+<\/text><\/warning>/,
  );
  expect((await send('search=quay&limit=max&format=xml')).body).toContain('<limits opensearch="500" /><Query');
  const page = await send('search=quay&format=xmlfm');
  expect(page.headers['Content-Type']).toBe('text/html; charset=UTF-8');
  expect(page.body).toContain('&#60;Text xml:space=&#34;preserve&#34;&#62;Quay &#38;amp; wharf');
});

it('returns the same errors as other actions', async () => {
  expect((await answer('')).error.code).toBe('missingparam');
  expect((await answer('search=a&redirects=x')).error.code).toBe('badvalue');
  expect((await answer('search=a&format=none2')).error.code).toBe('badvalue');
});

it('turns warnings into errors on request', async () => {
  expect(await answer('search=pier&warningsaserror=1')).toHaveLength(4);
  const { body, headers } = await send('search=pier&warningsaserror=1&foo=1');
  expect(JSON.parse(body)).toEqual({
    error: {
      code: 'warnings',
      info: expect.any(String),
      warnings: { main: { '*': 'Unrecognized parameter: foo.' } },
      '*': expect.any(String),
    },
  });
  expect(headers).toMatchObject({ 'MediaWiki-API-Error': 'warnings', 'Cache-Control': 'private, must-revalidate, max-age=1200' });
  expect(await answer('search=pier&warningsaserror=1&foo=1&errorformat=plaintext&formatversion=2')).toMatchObject({
    errors: [{ code: 'warnings', module: 'json', data: { warnings: [{ code: 'unrecognizedparams' }] } }],
  });
});
