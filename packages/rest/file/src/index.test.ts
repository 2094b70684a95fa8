import { standardFiles } from '@wikiquery/files';
import { askRest, openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import file from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
  await wiki.user('Ann');
  await wiki.file('Pier.png', { width: 300, height: 1200, user: 'Ann' });
  await wiki.redirect('File:Jetty.png', 'File:Pier.png');
  await wiki.page('Category:Piers');
  await wiki.page('File:Empty.png');
});
afterAll(() => wiki.close());

const ask = (title: string) => askRest(wiki, [file], `/v1/file/${title}`, { services: { files: standardFiles(wiki.site) } });

it('returns the URLs of a file and its thumbnails', async () => {
  const { json } = await ask('Pier.png');
  expect(json).toMatchObject({
    title: 'Pier.png',
    file_description_url: wiki.site.urls.full({ namespace: 6, dbkey: 'Pier.png' }),
    latest: { user: { id: 1, name: 'Ann' } },
    preferred: { width: 150, height: 600, size: null, url: expect.stringContaining('/thumb/') },
    original: { width: 300, height: 1200, duration: null },
    thumbnail: { width: expect.any(Number) },
  });
  expect(Object.keys(json)).toEqual(['title', 'file_description_url', 'latest', 'preferred', 'original', 'thumbnail']);
  expect((await ask('File:Jetty.png')).json.title).toBe('Pier.png');
});

it('returns 404 for missing pages and for pages without a file', async () => {
  expect((await ask('Nothing.png')).json.errorKey).toBe('rest-nonexistent-title');
  for (const title of ['Category:Piers', 'Empty.png'])
    expect((await ask(title)).json).toMatchObject({ httpCode: 404, errorKey: 'rest-cannot-load-file' });
});
