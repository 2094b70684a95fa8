import { standardFiles } from '@wikiquery/files';
import { askRest, openWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import links from './index.ts';

it('lists the files used on a page', async () => {
  const wiki = await openWiki();
  await wiki.file('Pier.png', { width: 2000, height: 1000 });
  await wiki.file('Anchor.png');
  await wiki.redirect('File:Jetty.png', 'File:Pier.png');
  await wiki.page('Pier');
  for (const file of ['Pier.png', 'Jetty.png', 'Nothing.png', 'Anchor.png']) await wiki.image('Pier', file);
  for (const title of ['Crowd', 'Full']) await wiki.page(title);
  for (let at = 0; at <= 100; at++) await wiki.image('Crowd', `${at}.png`);
  for (let at = 0; at < 100; at++) await wiki.image('Full', `${at}.png`);
  const ask = (title: string) => askRest(wiki, [links], `/v1/page/${title}/links/media`, { services: { files: standardFiles(wiki.site) } });
  const { files } = (await ask('Pier')).json;
  expect(files.map(({ title }: { title: string }) => title)).toEqual(['Anchor.png', 'Pier.png', 'Pier.png']);
  expect(files[1]).toMatchObject({ original: { width: 2000, height: 1000 }, preferred: { width: 800, height: 400, size: null } });
  expect((await ask('Crowd')).json).toMatchObject({ errorKey: 'rest-media-too-many-links', httpCode: 400 });
  expect(await ask('Full')).toMatchObject({ status: 200, json: { files: [] } });
  await wiki.close();
});
