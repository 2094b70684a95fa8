import { defineAction, f } from '@wikiquery/core';
import { ask, openWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { type ListedWiki, type ListOfWikis, wikis } from './index.ts';

it('passes modules the list of wikis that the server provides', async () => {
  const names = defineAction({
    name: 'names',
    prefix: '',
    summary: 'Names of wikis.',
    params: {},
    returns: f.record({ names: f.array(f.string()) }),
    services: { wikis },
    execute: async q => ({ names: (await q.services.wikis.all()).map(({ name }) => name) }),
  });
  const list: ListOfWikis = { all: async () => [{ name: 'pond' }, { name: 'lake' }] as ListedWiki[] };
  const wiki = await openWiki();
  try {
    expect(await ask(wiki, [names], { action: 'names' }, { services: { wikis: list } })).toMatchObject({ names: ['pond', 'lake'] });
  } finally {
    await wiki.close();
  }
});
