import { readMessages } from '@wikiquery/messages';
import { askRest, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { acceptsHtml } from './body.ts';
import transform from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.page('Pier', { text: "''Über'' {{REVISIONID}}" });
  await wiki.edit('Pier', { text: "'''new''' {{REVISIONID}}" });
  await wiki.page('Main Page', { text: 'start' });
});
afterAll(() => wiki.close());

const BASE = '/v1/transform/wikitext/to/html';
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  askRest(wiki, [transform], BASE + path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
    services: { messages: readMessages([]) },
  });
const errorOf = async (...request: Parameters<typeof post>) => {
  const { status, json } = await post(...request);
  return [status, json.errorKey];
};
const bodyOf = async (path: string, body: object, headers = {}) => (await post(path, { ...body, body_only: true }, headers)).body.trimEnd();

it('converts wikitext to HTML in the context of a page', async () => {
  const { status, headers, body } = await post('', { wikitext: "''hi'' {{FULLPAGENAME}}" });
  expect({ status, headers }).toMatchObject({
    status: 200,
    headers: {
      'Content-Language': 'en',
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private,no-cache,s-maxage=0',
      'Content-Security-Policy': "script-src 'none'; object-src 'none'",
    },
  });
  expect(body).toMatch(
    /^<!DOCTYPE html>\n<html .*content="2".*<title>Main Page<\/title>.*<p><i>hi<\/i> Main Page\n<\/p><\/body><\/html>$/s,
  );
  expect(body).not.toContain('dc:modified');
  expect(await bodyOf('/Talk:Foo%2FBar', { wikitext: '{{FULLPAGENAME}}' })).toBe('<p>Talk:Foo/Bar\n</p>');
  expect((await post('/No_such', { wikitext: 'x' })).body).toContain('<meta property="mw:pageId" content="0"/>');
  expect(await bodyOf('/', { wikitext: 'x' })).toBe('<p>x\n</p>');
});

it('accepts the JSON formats of Parsoid clients and form data', async () => {
  const html = '<p>x\n</p>';
  expect(await bodyOf('', { wikitext: { body: 'x' } })).toBe(html);
  expect(await bodyOf('', { wikitext: 5 })).toBe('<p>5\n</p>');
  expect(await bodyOf('', { original: { title: 'Talk:Q', wikitext: { body: '{{FULLPAGENAME}}' } } })).toBe('<p>Talk:Q\n</p>');
  expect(await bodyOf('', { wikitext: '{{FULLPAGENAME}} {{REVISIONID}}', original: { revid: 1 } })).toBe('<p>Pier 1\n</p>');
  expect(await bodyOf('', { wikitext: '{"a":1}', contentmodel: 'json' })).toContain('mw-json');
  const form = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
  expect((await post('', 'wikitext=%C3%A9+x&body_only=1', form)).body).toBe('<p>é x\n</p>');
  expect((await post('?body_only=1', { wikitext: 'x' })).body).toBe(html);
  expect((await post('', { wikitext: 'x', body_only: '0' })).body).toContain('<!DOCTYPE');
});

it('uses the language of the request if the wiki supports it', async () => {
  const german = await post('', { wikitext: { body: 'x', headers: { 'content-language': 'de' } } });
  expect([german.headers['Content-Language'], german.body.includes('<body lang="de"')]).toEqual(['de', true]);
  expect((await post('', { wikitext: 'x' }, { 'content-language': 'de' })).headers['Content-Language']).toBe('de');
  expect((await post('', { wikitext: 'x' }, { 'content-language': 'x\r\nSet-Cookie: a' })).headers['Content-Language']).toBe('en');
});

it('converts the stored text of pages and revisions, except revision-deleted text', async () => {
  expect(await bodyOf('/Pier', {})).toBe('<p><b>new</b> 2\n</p>');
  expect(await bodyOf('/Pier/1', {})).toBe('<p><i>Über</i> 1\n</p>');
  expect(await errorOf('/Nothing', {})).toEqual([404, 'rest-specified-revision-unavailable']);
  expect(await errorOf('/Pier/99', {})).toEqual([404, 'rest-specified-revision-unavailable']);
  await wiki.page('Secret', { text: 'whisper' });
  const latest = await wiki.edit('Secret', { text: 'open' });
  await wiki.hideRevision(latest - 1, 1);
  const { status, body } = await post(`/Secret/${latest - 1}`, {});
  expect([status, body.includes('whisper')]).toEqual([403, false]);
});

it('returns the same errors as MediaWiki', async () => {
  expect(await errorOf('', {})).toEqual([400, 'rest-transform-missing-title']);
  expect(await errorOf('', [])).toEqual([400, 'rest-transform-missing-title']);
  for (const body of ['nonsense', '"x"', '']) expect(await errorOf('', body)).toEqual([400, 'rest-json-body-parse-error']);
  expect(await errorOf('', 'x', { 'content-type': 'text/plain' })).toEqual([415, 'rest-unsupported-content-type']);
  expect(await errorOf('', { wikitext: 'x' }, { accept: 'application/json' })).toEqual([406, 'rest-unsupported-target-format']);
  expect(await errorOf('', { wikitext: 'x', contentmodel: 'nope' })).toEqual([400, 'rest-bad-content-model']);
  expect(await errorOf('/%5B', { wikitext: 'x' })).toEqual([400, 'rest-invalid-title']);
  expect(await errorOf('/Special:Version', { wikitext: 'x' })).toEqual([400, 'rest-invalid-title']);
  expect(await errorOf('', { wikitext: 'abc '.repeat(700_000) })).toEqual([413, 'rest-resource-limit-exceeded']);
  const { status, headers } = await askRest(wiki, [transform], BASE);
  expect([status, headers.Allow]).toEqual([405, 'POST']);
});

it.each([
  [undefined, true],
  ['text/html', true],
  ['image/png, */*;q=0.1', true],
  ['TEXT/*', true],
  ['application/json', false],
  ['text/html; profile="https://www.mediawiki.org/wiki/Specs/HTML/2.1.0"', true],
  ['text/html; profile="https://www.mediawiki.org/wiki/Specs/HTML/1.0.0"', false],
])('returns HTML for the Accept header %s: %s', (accept, accepts) => {
  expect(acceptsHtml(accept)).toBe(accepts);
});
