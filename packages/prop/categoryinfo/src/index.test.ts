import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import categoryinfo from './index.ts';

describeModule(
  categoryinfo,
  async wiki => {
    for (const page of ['Oak', 'File:Elm.png', 'Category:Willows']) await wiki.category(page, 'Trees');
    await wiki.category('Oak', 'Wanted shelf');
    await wiki.prop(await wiki.page('Category:Trees'), 'hiddencat', '');
    await wiki.page('Category:Empty');
    return { request: { titles: 'Oak|Category:Trees|Category:Wanted shelf|Category:Empty|Category:Nowhere' }, anyContinue: true };
  },
  ({ records, wiki, ask }) => {
    const sizes = async (params = {}) =>
      Object.fromEntries((await records(params)).map((page: { title: string; categoryinfo?: object }) => [page.title, page.categoryinfo]));

    it('counts members of categories with or without a page', async () => {
      expect(await sizes()).toEqual({
        Oak: undefined,
        'Category:Trees': { size: 3, pages: 1, files: 1, subcats: 1, hidden: true },
        'Category:Wanted shelf': { size: 1, pages: 1, files: 0, subcats: 0, hidden: false },
        'Category:Empty': undefined,
        'Category:Nowhere': undefined,
      });
    });
    it('continues from a category name', async () => {
      expect(await sizes({ continue: 'Trees' })).toMatchObject({ 'Category:Trees': { size: 3 }, 'Category:Wanted shelf': { size: 1 } });
      expect(await sizes({ continue: 'Trees and shrubs' })).toMatchObject({
        'Category:Trees': undefined,
        'Category:Wanted shelf': { size: 1 },
      });
    });
    it('executes no statement if no category is requested', async () => {
      const before = wiki().statements;
      await ask({}, { titles: 'Special:Version' });
      expect(wiki().statements).toBe(before);
    });
  },
);
