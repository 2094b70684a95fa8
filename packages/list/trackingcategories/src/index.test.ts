import { readMessages } from '@wikiquery/messages';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import trackingcategories from './index.ts';

describeModule(
  trackingcategories,
  async wiki => {
    for (const page of ['Oak', 'Elm', 'File:Elm.png']) await wiki.category(page, 'Pages with broken file links');
    await wiki.category('Oak', 'Indexed pages');
    await wiki.category('Elm', 'Trees');
    await wiki.category('Category:Trees', 'Out of sight');
    await wiki.page('MediaWiki:Hidden-category-category', { text: 'Out of sight' });
    await wiki.page('MediaWiki:Noindex-category', { text: '-' });
    await wiki.page('MediaWiki:Index-category', { text: '{{#ifeq:{{NAMESPACE}}|Talk|Talks|Indexed pages}}' });
    await wiki.category('Talk:Elm', 'Talks');
    await wiki.prop(await wiki.page('Category:Out of sight'), 'hiddencat', '');
    return { services: { messages: readMessages([]) } };
  },
  ({ records, pages, ask }) => {
    it('lists tracking categories with their message keys', async () => {
      expect(await records()).toEqual([
        { category: 'Indexed pages', catid: 'index-category' },
        { category: 'Out of sight', catid: 'hidden-category-category' },
        { category: 'Pages with broken file links', catid: 'broken-file-category' },
        { category: 'Talks', catid: 'index-category' },
      ]);
    });
    it('returns the sizes and hidden flags of categories', async () => {
      expect(await records({ prop: 'size|hidden', trackingcatname: 'broken-file-category|hidden-category-category' })).toEqual([
        { category: 'Out of sight', size: 1, pages: 0, files: 0, subcats: 1, hidden: true, catid: 'hidden-category-category' },
        { category: 'Pages with broken file links', size: 3, pages: 2, files: 1, subcats: 0, hidden: false, catid: 'broken-file-category' },
      ]);
      expect((await records({ min: 2 })).map(({ category }) => category)).toEqual(['Pages with broken file links']);
    });
    it('returns an empty response if no message matches the requested names', async () => {
      expect(await ask({ trackingcatname: 'trees' })).toEqual({ batchcomplete: true });
    });
    it('generates the category pages', async () => {
      expect((await pages({ max: 1 })).map(({ title }) => title)).toEqual([
        'Category:Talks',
        'Category:Indexed pages',
        'Category:Out of sight',
      ]);
    });
  },
);
