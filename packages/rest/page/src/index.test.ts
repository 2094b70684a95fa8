import { askRest, openWiki, reader, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import page from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.page('Old pier', { text: 'Über\u2028\n"' });
  await wiki.redirect('Pier', 'Old pier');
  await wiki.page('Help:Style', { text: '{}' });
});
afterAll(() => wiki.close());

const ask = (path: string, options: Parameters<typeof askRest>[3] = {}) => askRest(wiki, [page], path, options);

it('returns the wikitext of a page', async () => {
  const { status, headers, body, json } = await ask('/v1/page/Old_pier');
  expect({ status, headers }).toEqual({
    status: 200,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'max-age=5',
      ETag: expect.stringMatching(/^"[0-9a-f]{40}"$/),
      'Last-Modified': expect.stringMatching(/GMT$/),
      Vary: 'x-restbase-compat',
      'X-Content-Type-Options': 'nosniff',
    },
  });
  expect(json).toEqual({
    id: 1,
    key: 'Old_pier',
    title: 'Old pier',
    latest: { id: 1, timestamp: expect.stringMatching(/Z$/) },
    content_model: 'wikitext',
    license: { url: '', title: '' },
    source: 'Über\u2028\n"',
  });
  expect(body).toContain('Über\\u2028\\n');
});

it('returns the URL of the HTML and the redirect target', async () => {
  expect((await ask('/v1/page/Old_pier/bare')).json.html_url).toBe(`${wiki.site.urls.expand('/w/rest.php')}/v1/page/Old%20pier/html`);
  expect((await ask('/v1/page/Pier/bare?redirect=no&a=%C3%A9+b&x[]=1')).json).toMatchObject({
    title: 'Pier',
    redirect_target: '/w/rest.php/v1/page/Old_pier/bare?redirect=no&a=%C3%A9+b&x%5B0%5D=1',
  });
});

it('redirects to normalized titles', async () => {
  const { status, headers, body } = await ask('/v1/page/old%20pier/bare?a=<');
  expect({ status, location: headers.Location }).toEqual({ status: 301, location: '/w/rest.php/v1/page/Old_pier/bare?a=%3C' });
  expect(body).toContain('<a href="/w/rest.php/v1/page/Old_pier/bare?a=%3C">');
});

it('rejects missing pages, invalid titles and invalid parameters', async () => {
  const errorOf = async (path: string) => {
    const { json } = await ask(path);
    return [json.httpCode, json.errorKey, json.failureCode];
  };
  expect(await errorOf('/v1/page/Nothing')).toEqual([404, 'rest-nonexistent-title', undefined]);
  expect(await errorOf('/v1/page/%5B')).toEqual([404, 'rest-invalid-title', undefined]);
  expect(await errorOf('/v1/page/')).toEqual([400, 'missingparam', 'missingparam']);
  expect(await errorOf('/v1/page/Pier?redirect=yes')).toEqual([400, 'badvalue', 'badvalue']);
  expect(await errorOf('/v1/page/Pier/html')).toEqual([404, 'rest-no-match', undefined]);
  expect((await ask('/v1/page/Nothing')).json).toEqual({
    errorKey: 'rest-nonexistent-title',
    messageTranslations: { en: expect.stringContaining('Nothing') },
    httpCode: 404,
    httpReason: 'Not Found',
  });
  expect((await ask('/v1/page/Pier', { identity: { actor: { ...reader(), can: () => false } } })).json).toEqual({
    error: 'rest-read-denied',
    httpCode: 403,
    httpReason: 'Forbidden',
  });
});

it('returns 304 for a current entity tag, and 412 for an unmet precondition', async () => {
  const etag = String((await ask('/v1/page/Pier')).headers.ETag);
  expect((await ask('/v1/page/Pier', { headers: { 'if-none-match': `"x", W/${etag}` } })).status).toBe(304);
  expect((await ask('/v1/page/Pier', { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
  expect((await ask('/v1/page/Pier', { headers: { 'if-match': '"x"' } })).status).toBe(412);
  expect((await ask('/v1/page/Nothing', { headers: { 'if-match': '*' } })).status).toBe(412);
});

it('returns revision-deleted text only to users with the right `deletedtext`', async () => {
  const { id } = await wiki.page('Secret', { text: 'Nobody may know.' });
  await wiki.db.updateTable('revision').set({ rev_deleted: 1 }).where('rev_page', '=', id).execute();
  expect((await ask('/v1/page/Secret')).json).toMatchObject({ errorKey: 'rest-permission-denied-revision', httpCode: 403 });
  expect((await ask('/v1/page/Secret')).body).not.toContain('Nobody');
  expect((await ask('/v1/page/Secret', { as: ['deletedtext'] })).json.source).toBe('Nobody may know.');
});
