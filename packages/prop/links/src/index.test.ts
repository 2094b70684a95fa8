import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import links from './index.ts';

describeModule(
  links,
  async wiki => {
    for (const title of ['Mill', 'River']) await wiki.page(title);
    for (const to of ['River', 'Wheel', 'User:Miller']) await wiki.link('Mill', to);
    await wiki.link('River', 'Bridge');
    return { request: { titles: 'Mill|River|Nowhere' } };
  },
  ({ records, pages, ask }) => {
    const linksOf = async (params = {}) =>
      Object.fromEntries(
        (await records(params)).map((page: { title: string; links?: { title: string }[] }) => [
          page.title,
          page.links?.map(link => link.title),
        ]),
      );

    it('lists the links of each page, sorted by namespace and title', async () => {
      expect(await linksOf()).toEqual({ Nowhere: undefined, Mill: ['River', 'Wheel', 'User:Miller'], River: ['Bridge'] });
      expect(await linksOf({ dir: 'descending', limit: 2 })).toEqual({ Nowhere: undefined, Mill: ['User:Miller'], River: ['Bridge'] });
    });
    it('filters links by namespace and target', async () => {
      expect(await linksOf({ namespace: 2 })).toMatchObject({ Mill: ['User:Miller'], River: undefined });
      expect(await linksOf({ titles: 'bridge|wheel|User:Miller', namespace: 0 })).toMatchObject({ Mill: ['Wheel'], River: ['Bridge'] });
      expect(await linksOf({ titles: 'Special:Version' })).toMatchObject({ Mill: undefined });
    });
    it('warns about invalid titles', async () => {
      const { warnings } = await ask({ titles: '<|River' });
      expect(warnings.links.warnings).toContain('<');
    });
    it('generates the link targets', async () => {
      expect(new Set((await pages({ namespace: 0 })).map(page => page.title))).toEqual(new Set(['Bridge', 'River', 'Wheel']));
    });
  },
);
