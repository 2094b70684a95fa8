import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMessages } from '@wikiquery/messages';
import { RenderCache } from '@wikiquery/render-cache';
import { askRest, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import pageHtml from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.page('Old pier', { text: "''Über'' [[Pier]]\n== First ==" });
  await wiki.redirect('Pier', 'Old pier');
  await wiki.page('Help:Style', { text: '{"a":1}', model: 'json' });
});
afterAll(() => wiki.close());

const ask = (path: string, options: Parameters<typeof askRest>[3] = {}) =>
  askRest(wiki, [pageHtml], path, { services: { messages: readMessages([]) }, ...options });

it('returns a page as an HTML document', async () => {
  const { status, headers, body } = await ask('/v1/page/Old_pier/html');
  expect({ status, headers }).toEqual({
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "script-src 'none'; object-src 'none'",
      'Content-Language': 'en',
      'Content-Revision-Id': '1',
      'Cache-Control': 'max-age=5',
      ETag: expect.stringMatching(/^"1\/\d{14}\/view\/html"$/),
      'Last-Modified': expect.stringMatching(/GMT$/),
      Vary: 'x-restbase-compat',
      'X-Content-Type-Options': 'nosniff',
    },
  });
  expect(body).toMatch(/^<!DOCTYPE html>\n<html .*<title>Old pier<\/title>.*<body lang="en" .*<p><i>Über<\/i> <a href="\/wiki\/Pier"/s);
  expect(body).toContain('id="First"');
  expect(body).not.toContain('mw-editsection');
  expect(body).toMatch(/<\/body><\/html>$/);
});

it('returns metadata with the HTML', async () => {
  const { json, headers } = await ask('/v1/page/Old_pier/with_html?flavor=edit');
  expect(Object.keys(json)).toEqual(['id', 'key', 'title', 'latest', 'content_model', 'license', 'html']);
  expect(json.html).toBe((await ask('/v1/page/Old_pier/html')).body);
  expect(headers).toMatchObject({ ETag: expect.stringMatching(/edit\/with_html"$/), 'Content-Revision-Id': '1' });
});

it('redirects to redirect targets and to normalized titles', async () => {
  const sent = async (path: string) => {
    const { status, headers } = await ask(path);
    return [status, headers.Location, headers['Cache-Control']];
  };
  expect(await sent('/v1/page/Pier/html')).toEqual([307, '/w/rest.php/v1/page/Old_pier/html', 'max-age=60']);
  expect(await sent('/v1/page/old%20pier/with_html?a=b')).toEqual([301, '/w/rest.php/v1/page/Old_pier/with_html?a=b', 'max-age=60']);
  expect((await ask('/v1/page/Pier/html?redirect=no')).body).toContain('class="redirectMsg"');
});

it('rejects missing pages, invalid titles and invalid parameters', async () => {
  const errorOf = async (path: string) => {
    const { json } = await ask(path);
    return [json.httpCode, json.errorKey];
  };
  expect(await errorOf('/v1/page/Nothing/html')).toEqual([404, 'rest-nonexistent-title']);
  expect(await errorOf('/v1/page/%5B/html')).toEqual([403, 'rest-permission-denied-title']);
  expect(await errorOf('/v1/page/Special:Version/with_html')).toEqual([403, 'rest-permission-denied-title']);
  expect(await errorOf('/v1/page/Old_pier/html?flavor=x')).toEqual([400, 'badvalue']);
  expect(await errorOf('/v1/page/Old_pier/html?redirect=yes')).toEqual([400, 'badvalue']);
});

it('returns 403 for pages with revision-deleted text', async () => {
  const { latest } = await wiki.page('Gone', { text: 'secret' });
  await wiki.hideRevision(latest, 1);
  const { status, body } = await ask('/v1/page/Gone/html');
  expect([status, body.includes('secret')]).toEqual([403, false]);
});

it('caches rendered pages, except pages with revision-deleted text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-page-html-'));
  const cache = new RenderCache(join(folder, 'rendered'), { scope: '', most: 1 << 20 });
  const keep = vi.spyOn(cache, 'keep');
  const services = { messages: readMessages([]), renderCache: cache };
  const { latest } = await wiki.page('Under law', { text: 'suppressed' });
  await wiki.hideRevision(latest, 1);
  const { body } = await ask('/v1/page/Under_law/html', { services, as: ['deletedhistory', 'deletedtext'] });
  expect([body.includes('suppressed'), keep.mock.calls]).toEqual([true, []]);
  await ask('/v1/page/Old_pier/html', { services });
  expect(keep.mock.calls).toEqual([[expect.any(String), expect.stringContaining('Über')]]);
  await cache.close();
  await rm(folder, { recursive: true });
});

it('returns 304 for a current entity tag', async () => {
  const etag = String((await ask('/v1/page/Old_pier/html')).headers.ETag);
  expect((await ask('/v1/page/Old_pier/html', { headers: { 'if-none-match': etag } })).status).toBe(304);
});
