import { askRest, openWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import links from './index.ts';

it('lists interlanguage links sorted by language code', async () => {
  const wiki = await openWiki();
  const { id } = await wiki.page('Pier');
  const rows = [
    { ll_from: id, ll_lang: 'fr', ll_title: 'Jetée du port' },
    { ll_from: id, ll_lang: 'de', ll_title: '[' },
    { ll_from: id, ll_lang: 'cy', ll_title: 'Pier Cymru' },
    { ll_from: (await wiki.page('Quays')).id, ll_lang: 'es', ll_title: 'Muelles' },
  ];
  await wiki.db.insertInto('langlinks').values(rows).execute();
  const { json, headers } = await askRest(wiki, [links], '/v1/page/Pier/links/language');
  expect(json).toEqual([
    { code: 'cy', name: expect.any(String), key: 'Pier_Cymru', title: 'Pier Cymru' },
    { code: 'fr', name: expect.any(String), key: 'Jetée_du_port', title: 'Jetée du port' },
  ]);
  expect(headers.ETag).toMatch(/^"1@\d{14}"$/);
  expect((await askRest(wiki, [links], '/v1/page/Quay/links/language')).json.errorKey).toBe('rest-nonexistent-title');
  expect((await askRest(wiki, [links], '/v1/page/pier/links/language')).status).toBe(301);
  await wiki.close();
});
