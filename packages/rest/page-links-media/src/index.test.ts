import { standardFiles } from '@wikiquery/files';
import { askRest, openWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import links from './index.ts';

it('lists the files that a page shows', async () => {
  const wiki = await openWiki();
  await wiki.file('Pier.png', { width: 2000, height: 1000 });
  await wiki.redirect('File:Jetty.png', 'File:Pier.png');
  await wiki.page('Pier');
  for (const file of ['Pier.png', 'Jetty.png', 'Nothing.png']) await wiki.image('Pier', file);
  await wiki.page('Crowd');
  for (let at = 0; at <= 100; at++) await wiki.image('Crowd', `${at}.png`);
  const ask = (title: string) => askRest(wiki, [links], `/v1/page/${title}/links/media`, { services: { files: standardFiles(wiki.site) } });
  const { files } = (await ask('Pier')).json;
  expect(files.map(({ title }: { title: string }) => title)).toEqual(['Pier.png', 'Pier.png']);
  expect(files[0]).toMatchObject({ original: { width: 2000, height: 1000 }, preferred: { width: 800, height: 400, size: null } });
  expect((await ask('Crowd')).json).toMatchObject({ errorKey: 'rest-media-too-many-links', httpCode: 400 });
  await wiki.close();
});
