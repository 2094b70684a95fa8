import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import categories from './index.ts';

describeModule(
  categories,
  async wiki => {
    for (const title of ['Apple', 'Pear', 'Category:Hidden']) await wiki.page(title);
    await wiki.prop('Category:Hidden', 'hiddencat', '');
    await wiki.category('Apple', 'Red', { sortkey: 'x', timestamp: '20240102030405' });
    await wiki.category('Apple', 'Hidden');
    await wiki.category('Pear', 'Green');
    return { request: { titles: 'Apple|Pear|Plum' } };
  },
  ({ records, pages, ask }) => {
    const names = async (title: string, params = {}) =>
      (await records(params))
        .find((page: { title: string }) => page.title === title)
        .categories?.map((each: { title: string }) => each.title);

    it('lists the categories of each page, sorted by name', async () => {
      expect(await names('Apple')).toEqual(['Category:Hidden', 'Category:Red']);
      expect(await names('Apple', { dir: 'descending' })).toEqual(['Category:Red', 'Category:Hidden']);
      expect(await names('Plum')).toBeUndefined();
    });
    it('returns the sort keys, timestamps and hidden flags of categories', async () => {
      const [, page] = (await ask({ prop: 'sortkey|timestamp|hidden', categories: 'Category:Red' })).query.pages;
      expect(page.categories).toEqual([
        {
          ns: 14,
          title: 'Category:Red',
          sortkey: Buffer.from('X\nAPPLE').toString('hex'),
          sortkeyprefix: 'x',
          timestamp: '2024-01-02T03:04:05Z',
          hidden: false,
        },
      ]);
    });
    it('filters categories by hidden status', async () => {
      expect(await names('Apple', { show: 'hidden' })).toEqual(['Category:Hidden']);
      expect(await names('Apple', { show: '!hidden' })).toEqual(['Category:Red']);
      expect((await ask({ show: 'hidden|!hidden' })).error.code).toBe('show');
    });
    it('filters by category and warns about titles that are not categories', async () => {
      expect(await names('Pear', { categories: 'Category:Green' })).toEqual(['Category:Green']);
      const { warnings, query } = await ask({ categories: 'Green' });
      expect(warnings.categories.warnings).toContain('Green');
      expect(query.pages[1].categories).toBeUndefined();
    });
    it('generates existing and missing category pages', async () => {
      expect(new Set((await pages()).map(page => page.title))).toEqual(new Set(['Category:Green', 'Category:Hidden', 'Category:Red']));
    });
  },
);
