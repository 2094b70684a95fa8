import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import allcategories from './index.ts';

describeModule(
  allcategories,
  async wiki => {
    for (const page of ['Oak', 'Elm', 'File:Elm.png', 'Category:Willows']) await wiki.category(page, 'Trees');
    await wiki.category('Oak', 'Tall trees');
    await wiki.category('Elm', 'Wanted shelf');
    await wiki.prop(await wiki.page('Category:Tall trees'), 'hiddencat', '');
    // A category without members is not listed. Only the page property `hiddencat` hides a category.
    await wiki.page('Category:Empty');
    await wiki.prop(await wiki.page('Category:Trees'), 'noindex', '');
  },
  ({ records, pages, ask }) => {
    const names = async (params = {}) => (await records(params)).map(({ category }) => category);

    it('lists categories sorted by name', async () => {
      expect(await names()).toEqual(['Tall trees', 'Trees', 'Wanted shelf']);
      expect(await names({ dir: 'descending', limit: 2 })).toEqual(['Wanted shelf', 'Trees']);
    });
    it('filters categories by start, end and prefix', async () => {
      expect(await names({ from: 'tr' })).toEqual(['Trees', 'Wanted shelf']);
      expect(await names({ from: 'Tall trees', to: 'trees' })).toEqual(['Tall trees', 'Trees']);
      expect(await names({ prefix: 't' })).toEqual(['Tall trees', 'Trees']);
      expect(await names({ prefix: 'Tall ' })).toEqual(['Tall trees']);
      expect((await ask({ from: '[' })).error.code).toBe('invalidtitle');
    });
    it('filters categories by the number of members', async () => {
      expect(await names({ min: 2 })).toEqual(['Trees']);
      expect(await names({ max: 1, dir: 'descending' })).toEqual(['Wanted shelf', 'Tall trees']);
      expect(await names({ min: 5, max: 1 })).toEqual([]);
    });
    it('counts members by type and marks hidden categories', async () => {
      expect(await records({ prop: 'size|hidden', prefix: 'T' })).toEqual([
        { category: 'Tall trees', size: 1, pages: 1, files: 0, subcats: 0, hidden: true },
        { category: 'Trees', size: 4, pages: 2, files: 1, subcats: 1, hidden: false },
      ]);
    });
    it('generates existing and missing category pages', async () => {
      const found = await pages({ min: 1 });
      expect(found.map(({ title, missing }) => [title, missing])).toEqual([
        ['Category:Wanted shelf', true],
        ['Category:Tall trees', undefined],
        ['Category:Trees', undefined],
      ]);
    });
    it('writes the category name as content in formatversion=1', async () => {
      const { query } = await ask({ limit: 1, prop: 'size' }, { formatversion: 1 });
      expect(query.allcategories).toEqual([{ '*': 'Tall trees', size: 1, pages: 1, files: 0, subcats: 0 }]);
    });
  },
);
