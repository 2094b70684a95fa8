import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMessages } from '@wikiquery/messages';
import { RenderCache } from '@wikiquery/render-cache';
import { askRest, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import revisionHtml from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.user('Ann');
  await wiki.page('Pier', { text: "''Über'' {{REVISIONID}}" });
  await wiki.edit('Pier', { text: "'''new''' {{REVISIONID}}", user: 'Ann', comment: 'more' });
  await wiki.page('Gone');
  await wiki.deletePage('Gone');
});
afterAll(() => wiki.close());

const ask = (path: string, options: Parameters<typeof askRest>[3] = {}) =>
  askRest(wiki, [revisionHtml], path, { services: { messages: readMessages([]) }, ...options });

it('returns any revision as an HTML document', async () => {
  const { status, headers, body } = await ask('/v1/revision/1/html');
  expect({ status, headers }).toMatchObject({
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': 'en',
      'Content-Revision-Id': '1',
      'Cache-Control': 'max-age=5',
      ETag: expect.stringMatching(/^"1\/\d{14}\/view\/html"$/),
      'Last-Modified': expect.stringMatching(/GMT$/),
    },
  });
  expect(body).toMatch(/^<!DOCTYPE html>\n<html .*<title>Pier<\/title>.*<p><i>Über<\/i> 1\n<\/p>/s);
  expect((await ask('/v1/revision/2/html')).body).toContain('<p><b>new</b> 2\n</p>');
});

it('returns metadata with the HTML, in the same order as MediaWiki', async () => {
  const { json, headers } = await ask('/v1/revision/2/with_html?flavor=edit');
  expect(Object.keys(json)).toEqual(
    ['id', 'size', 'minor', 'timestamp', 'content_model', 'page', 'license', 'user', 'comment', 'delta', 'html'], //
  );
  expect(json).toMatchObject({ id: 2, page: { id: 1, key: 'Pier' }, user: { name: 'Ann' }, comment: 'more' });
  expect(json.html).toBe((await ask('/v1/revision/2/html')).body);
  expect(headers).toMatchObject({ ETag: expect.stringMatching(/edit\/with_html"$/) });
  expect(headers).not.toHaveProperty('Content-Language');
});

it('rejects missing revisions and invalid parameters', async () => {
  for (const id of ['0', '-1', '99', '3']) {
    const { status, json } = await ask(`/v1/revision/${id}/html`, { as: ['deletedtext', 'deletedhistory'] });
    expect([status, json.errorKey]).toEqual([404, 'rest-nonexistent-revision']);
  }
  expect((await ask('/v1/revision/x/html')).json).toMatchObject({ name: 'id', value: 'x', failureCode: 'badinteger', failureData: null });
  expect((await ask('/v1/revision/1/html?flavor=x')).json).toMatchObject({ failureCode: 'badvalue' });
});

it('hides revision-deleted text and its headers from all users', async () => {
  await wiki.page('Secret', { text: 'whisper' });
  const latest = await wiki.edit('Secret', { text: 'open' });
  await wiki.hideRevision(latest - 1, 1);
  for (const as of [[], ['deletedtext', 'deletedhistory', 'suppressrevision']]) {
    const { status, json, body, headers } = await ask(`/v1/revision/${latest - 1}/with_html`, { as });
    expect([status, json.errorKey, body.includes('whisper'), 'ETag' in headers, 'Last-Modified' in headers]).toEqual(
      [403, 'rest-permission-denied-revision', false, false, false], //
    );
  }
  expect((await ask(`/v1/revision/${latest}/html`)).body).toContain('open');
});

it('caches only the HTML of the latest revision, and only if nothing is revision-deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-revision-html-'));
  const cache = new RenderCache(join(folder, 'rendered'), { scope: '', most: 1 << 20 });
  const keep = vi.spyOn(cache, 'keep');
  const services = { messages: readMessages([]), renderCache: cache };
  const first = await wiki.page('Jetty', { text: 'former' });
  const latest = await wiki.edit('Jetty', { text: 'present' });
  const suppressed = await wiki.page('Buoy', { text: 'by somebody' });
  await wiki.hideRevision(suppressed.latest, 4);
  for (const id of [first.latest, suppressed.latest, latest]) expect((await ask(`/v1/revision/${id}/html`, { services })).status).toBe(200);
  expect(keep.mock.calls).toEqual([[expect.any(String), expect.stringContaining('present')]]);
  await cache.close();
  await rm(folder, { recursive: true });
});

it('returns 304 for a current entity tag', async () => {
  const etag = String((await ask('/v1/revision/1/html')).headers.ETag);
  expect((await ask('/v1/revision/1/html', { headers: { 'if-none-match': etag } })).status).toBe(304);
});
