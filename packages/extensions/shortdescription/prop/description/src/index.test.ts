import { readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import description from './index.ts';

const seed = async (wiki: Parameters<Parameters<typeof describeModule>[1]>[0]) => {
  for (const [title, name, text] of [
    ['Bridge', 'wikibase-shortdesc', 'way across a river'],
    ['Ford', 'wikibase-shortdesc', ''],
    ['Tunnel', 'shortdesc', 'way under a river'],
    ['Plain', 'defaultsort', 'x'],
  ] as const)
    await wiki.prop(await wiki.page(title), name, text);
  return { request: { titles: 'Bridge|Ford|Tunnel|Plain|Nowhere' } };
};

type Described = { title: string; description?: string; descriptionsource?: string };
const descriptionsOf = (pages: Described[]) => pages.map(page => [page.title, page.description, page.descriptionsource]);

describeModule(description, seed, ({ records, ask }) => {
  it('returns local descriptions, including empty ones', async () => {
    expect(new Set(descriptionsOf(await records()))).toEqual(
      new Set([
        ['Bridge', 'way across a river', 'local'],
        ['Ford', '', 'local'],
        ['Nowhere', undefined, undefined],
        ['Plain', undefined, undefined],
        ['Tunnel', undefined, undefined],
      ]),
    );
    expect(descriptionsOf(await records({ prefersource: 'central' }))).toEqual(descriptionsOf(await records()));
  });
  it('continues from an offset', async () => {
    const described = (await ask({ continue: 1 })).query.pages.filter((page: Described) => page.description !== undefined);
    expect(described.map((page: Described) => page.title)).toEqual(['Ford']);
    expect((await ask({ continue: 'x' })).error.code).toBe('badinteger');
  });
});

describeModule(
  description,
  seed,
  ({ records }) => {
    it('reads the page property of the installed extension', async () => {
      expect(descriptionsOf(await records()).filter(([, text]) => text !== undefined)).toEqual([
        ['Tunnel', 'way under a river', undefined],
      ]);
    });
  },
  { site: readSite({ extensions: [{ type: 'api', name: 'ShortDescription' }] }) },
);
