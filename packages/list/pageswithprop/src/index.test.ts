import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import pageswithprop from './index.ts';

describeModule(
  pageswithprop,
  async wiki => {
    for (const page of ['River', 'Talk:Mill', 'Mill', 'Weir']) await wiki.page(page);
    await wiki.prop('Weir', 'displaytitle', 'the <i>weir</i>');
    await wiki.prop('River', 'displaytitle', 'river');
    await wiki.prop('Talk:Mill', 'displaytitle', '');
    await wiki.prop('Mill', 'defaultsort', 'Mill, the');
    return { params: { propname: 'displaytitle' } };
  },
  ({ records, pages, ask }) => {
    const titles = async (params = {}) => (await records(params)).map(page => page.title);

    it('lists the pages with a property, sorted by page id', async () => {
      expect(await records()).toEqual([
        { pageid: 1, ns: 0, title: 'River' },
        { pageid: 2, ns: 1, title: 'Talk:Mill' },
        { pageid: 4, ns: 0, title: 'Weir' },
      ]);
      expect(await titles({ dir: 'descending' })).toEqual(['Weir', 'Talk:Mill', 'River']);
      expect(await titles({ propname: 'Displaytitle' })).toEqual([]);
    });
    it('returns the requested fields of pages', async () => {
      expect(await records({ prop: 'value' })).toEqual([{ value: 'river' }, { value: '' }, { value: 'the <i>weir</i>' }]);
      expect(await records({ prop: 'ids|value', propname: 'defaultsort' })).toEqual([{ pageid: 3, value: 'Mill, the' }]);
      expect(await records({ prop: '', limit: 1 })).toEqual([{}]);
    });
    it('requires a property name', async () => {
      expect((await ask({ propname: false })).error.code).toBe('missingparam');
      expect((await ask({ propname: '' })).error.code).toBe('missingparam');
    });
    it('continues from a page id', async () => {
      expect((await ask({ limit: 1 })).continue.pwpcontinue).toBe('2');
      expect(await titles({ continue: '2', dir: 'descending' })).toEqual(['Talk:Mill', 'River']);
      expect(await titles({ continue: '0', dir: 'descending', limit: 1 })).toEqual(['Weir']);
      expect((await ask({ continue: '2.5' })).error.code).toBe('badcontinue');
    });
    it('generates the pages with a property', async () => {
      expect((await pages({ limit: 2 })).map(page => page.title)).toEqual(['River', 'Talk:Mill']);
    });
  },
);
