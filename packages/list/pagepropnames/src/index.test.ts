import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import pagepropnames from './index.ts';

describeModule(
  pagepropnames,
  async wiki => {
    for (const page of ['Mill', 'River', 'Weir']) await wiki.prop(page, 'page_image', 'Mill.png');
    await wiki.prop('Mill', 'defaultsort', 'Mill, the');
    await wiki.prop('Category:Mills', 'hiddencat', '');
    await wiki.prop('River', 'Zone', '3');
  },
  ({ records, ask }) => {
    const names = async (params = {}) => (await records(params)).map(({ propname }) => propname);

    it('lists each property name once, in byte order', async () => {
      expect(await names()).toEqual(['Zone', 'defaultsort', 'hiddencat', 'page_image']);
      expect(await names({ limit: 2 })).toEqual(['Zone', 'defaultsort']);
    });
    it('continues from a property name', async () => {
      expect((await ask({ limit: 2 })).continue.ppncontinue).toBe('hiddencat');
      expect(await names({ continue: 'hiddencat' })).toEqual(['hiddencat', 'page_image']);
      expect(await names({ continue: 'e', limit: 1 })).toEqual(['hiddencat']);
      expect(await names({ continue: 'z' })).toEqual([]);
    });
    it('treats an empty continue value and 0 as the start of the list', async () => {
      for (const from of ['', '0']) expect(await names({ continue: from, limit: 1 })).toEqual(['Zone']);
    });
  },
);

describeModule(
  pagepropnames,
  async wiki => {
    await wiki.page('Mill');
    const why = 'No page of this wiki has a property.';
    return { without: { records: why, continuation: why } };
  },
  ({ records }) => {
    it('returns an empty list if no page has a property', async () => expect(await records()).toEqual([]));
  },
);
