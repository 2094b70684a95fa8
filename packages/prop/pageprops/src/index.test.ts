import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import pageprops from './index.ts';

describeModule(
  pageprops,
  async wiki => {
    for (const title of ['River', 'Mill', 'Weir']) await wiki.page(title);
    await wiki.prop('River', 'displaytitle', '<i>River</i>');
    await wiki.prop('River', 'defaultsort', 'River, the');
    await wiki.prop('Mill', 'noindex', '');
    return { request: { titles: 'Weir|Mill|River|Nowhere' } };
  },
  ({ records, ask }) => {
    const props = async (params = {}) =>
      Object.fromEntries((await records(params)).map((page: { title: string; pageprops?: object }) => [page.title, page.pageprops]));

    it('returns the properties of each page', async () => {
      expect(await props()).toEqual({
        Nowhere: undefined,
        River: { defaultsort: 'River, the', displaytitle: '<i>River</i>' },
        Mill: { noindex: '' },
        Weir: undefined,
      });
    });
    it('filters page properties by name', async () => {
      expect(await props({ prop: 'noindex|hiddencat' })).toMatchObject({ River: undefined, Mill: { noindex: '' } });
    });
    it('continues from a page id', async () => {
      expect(await props({ continue: 2 })).toMatchObject({ River: undefined, Mill: { noindex: '' } });
      for (const text of ['River', '2.5', '02', '9007199254740993']) expect((await ask({ continue: text })).error.code).toBe('badcontinue');
    });
  },
);
