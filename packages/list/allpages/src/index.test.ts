import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import allpages from './index.ts';

describeModule(
  allpages,
  async wiki => {
    for (const title of ['Apple', 'Banana', 'Cherry', 'Talk:Apple']) await wiki.page(title, { text: `About ${title}.` });
    await wiki.redirect('Bananas', 'Banana');
    await wiki.protect('Cherry', { edit: 'sysop' });
    await wiki.langlink('Apple', 'de', 'Apfel');
  },
  ({ records, pages, ask }) => {
    const titles = async (params: Record<string, string | number>) => (await records(params)).map(page => page.title);

    it('lists the pages of a namespace sorted by title', async () => {
      expect(await titles({})).toEqual(['Apple', 'Banana', 'Bananas', 'Cherry']);
      expect(await titles({ namespace: 1 })).toEqual(['Talk:Apple']);
      expect(await titles({ dir: 'descending', limit: 2 })).toEqual(['Cherry', 'Bananas']);
    });
    it('filters pages by start, end and prefix', async () => {
      expect(await titles({ from: 'b', to: 'banana' })).toEqual(['Banana']);
      expect(await titles({ prefix: 'Ban' })).toEqual(['Banana', 'Bananas']);
    });
    it('filters pages by redirect status, language links and protection', async () => {
      expect(await titles({ filterredir: 'redirects' })).toEqual(['Bananas']);
      expect(await titles({ filterlanglinks: 'withlanglinks' })).toEqual(['Apple']);
      expect(await titles({ prtype: 'edit', prlevel: 'sysop' })).toEqual(['Cherry']);
      expect((await ask({ prlevel: 'sysop' })).error.code).toBe('invalidparammix');
    });
    it('generates pages in the order of their titles', async () => {
      expect((await pages({ limit: 2 })).map(page => page.title)).toEqual(['Apple', 'Banana']);
      expect((await ask({}, { list: '', generator: 'allpages', redirects: true })).error.code).toBe('params');
    });
  },
);
