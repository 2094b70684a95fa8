import { readMessages } from '@wikiquery/messages';
import { askRest, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import pageMarkdown from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.page('Old pier', { text: "''Über'' [[Pier]]\n== First ==\n* one\n== Second ==\ntwo" });
  await wiki.redirect('Pier', 'Old pier');
  await wiki.page('Long', { text: Array.from({ length: 300 }, (_, i) => `Paragraph ${i} of a long page.`).join('\n\n') });
});
afterAll(() => wiki.close());

const ask = (path: string, options: Parameters<typeof askRest>[3] = {}) =>
  askRest(wiki, [pageMarkdown], path, { services: { messages: readMessages([]) }, ...options });

it('returns a page as Markdown', async () => {
  const { status, headers, body } = await ask('/v1/page/Old_pier/markdown');
  expect({ status, headers }).toEqual({
    status: 200,
    headers: {
      'Content-Type': 'text/markdown; charset=utf-8; variant=GFM',
      'Content-Language': 'en',
      'Content-Revision-Id': '1',
      'Cache-Control': 'max-age=5',
      ETag: expect.stringMatching(/^"1\/\d{14}\/markdown\/[\da-f]{10}"$/),
      'Last-Modified': expect.stringMatching(/GMT$/),
      Vary: 'x-restbase-compat',
      'X-Content-Type-Options': 'nosniff',
    },
  });
  expect(body).toBe('*Über* [Pier](/wiki/Pier)\n\n## First\n\n- one\n\n## Second\n\ntwo');
});

it('returns metadata and the outline with the Markdown', async () => {
  const { json } = await ask('/v1/page/Old_pier/with_markdown?sections=second&links=absolute');
  expect(json).toMatchObject({ key: 'Old_pier', title: 'Old pier', latest: { id: 1 }, markdown: '## Second\n\ntwo' });
  expect(json.outline).toEqual([
    { number: '1', title: 'First', anchor: 'First', level: 2 },
    { number: '2', title: 'Second', anchor: 'Second', level: 2 },
  ]);
});

it('writes links in the requested form', async () => {
  const lead = async (links: string) => (await ask(`/v1/page/Old_pier/markdown?sections=lead&links=${links}`)).body;
  expect(await lead('text')).toMatch(/^\*Über\* Pier$/);
  expect(await lead('absolute')).toMatch(/^\*Über\* \[Pier\]\(https?:\/\/[^)]+\/wiki\/Pier\)$/);
});

it('returns long pages in parts', async () => {
  const parts: string[] = [];
  for (let cursor: number | undefined = 0; cursor !== undefined; ) {
    const { json } = await ask(`/v1/page/Long/with_markdown?tokens=500&cursor=${cursor}`);
    expect(json.tokens).toBeLessThanOrEqual(500);
    parts.push(String(json.markdown));
    cursor = json.next as number | undefined;
  }
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.join('\n\n')).toBe((await ask('/v1/page/Long/markdown')).body);
});

it('redirects to redirect targets and to normalized titles', async () => {
  const sent = async (path: string) => {
    const { status, headers } = await ask(path);
    return [status, headers.Location, headers['Cache-Control']];
  };
  expect(await sent('/v1/page/Pier/markdown')).toEqual([307, '/w/rest.php/v1/page/Old_pier/markdown', 'max-age=60']);
  expect(await sent('/v1/page/old%20pier/markdown?a=b')).toEqual([301, '/w/rest.php/v1/page/Old_pier/markdown?a=b', 'max-age=60']);
  expect((await ask('/v1/page/Pier/markdown?redirect=no')).body).toContain('[Old pier](/wiki/Old_pier)');
});

it('rejects missing pages, unknown sections and invalid parameters', async () => {
  const errorOf = async (path: string) => {
    const { json } = await ask(path);
    return [json.httpCode, json.errorKey];
  };
  expect(await errorOf('/v1/page/Nothing/markdown')).toEqual([404, 'rest-nonexistent-title']);
  expect(await errorOf('/v1/page/Special:Version/markdown')).toEqual([403, 'rest-permission-denied-title']);
  expect(await errorOf('/v1/page/Old_pier/markdown?sections=Third')).toEqual([404, 'rest-nonexistent-section']);
  expect((await ask('/v1/page/Old_pier/markdown?tokens=1')).status).toBe(400);
  expect((await ask('/v1/page/Old_pier/markdown?cursor=-1')).status).toBe(400);
});

it('returns 403 for pages with revision-deleted text', async () => {
  const { latest } = await wiki.page('Gone', { text: 'secret' });
  await wiki.hideRevision(latest, 1);
  const { status, body } = await ask('/v1/page/Gone/markdown');
  expect([status, body.includes('secret')]).toEqual([403, false]);
});

it('returns 304 for a current entity tag of the same form', async () => {
  const etag = String((await ask('/v1/page/Old_pier/markdown')).headers.ETag);
  const status = async (path: string) => (await ask(path, { headers: { 'if-none-match': etag } })).status;
  expect([await status('/v1/page/Old_pier/markdown'), await status('/v1/page/Old_pier/markdown?sections=lead')]).toEqual([304, 200]);
});
