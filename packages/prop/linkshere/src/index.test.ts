import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import linkshere from './index.ts';

describeModule(
  linkshere,
  async wiki => {
    for (const title of ['Main Page', 'Apple', 'Talk:Apple', 'Box']) await wiki.page(title);
    await wiki.redirect('Home', 'Main Page');
    for (const from of ['Apple', 'Talk:Apple', 'Home']) await wiki.link(from, 'Main Page');
    await wiki.link('Box', 'Pear');
    await wiki.link('Box', 'Talk:Pear');
    return { request: { titles: 'Main Page|Pear|Talk:Pear' } };
  },
  ({ records, pages, ask }) => {
    const linksTo = async (title: string, params = {}) =>
      (await records(params))
        .find((page: { title: string }) => page.title === title)
        .linkshere?.map((link: { title: string }) => link.title);

    it('lists the pages that link to each existing or missing title', async () => {
      expect(await linksTo('Main Page')).toEqual(['Apple', 'Talk:Apple', 'Home']);
      expect(await linksTo('Pear')).toEqual(['Box']);
    });
    it('filters linking pages by namespace and redirect status', async () => {
      expect(await linksTo('Main Page', { namespace: 1 })).toEqual(['Talk:Apple']);
      expect(await linksTo('Main Page', { show: 'redirect' })).toEqual(['Home']);
      expect(await linksTo('Main Page', { show: '!redirect' })).toEqual(['Apple', 'Talk:Apple']);
      expect((await ask({ show: 'redirect|!redirect' })).error.code).toBe('show');
    });
    it('returns the requested properties of linking pages', async () => {
      const [page] = (await ask({ prop: 'pageid|redirect' }, { titles: 'Pear' })).query.pages;
      expect(page.linkshere).toEqual([{ pageid: 4, redirect: false }]);
      expect((await ask({ prop: '' }, { titles: 'Pear' })).query.pages[0].linkshere).toEqual([[]]);
    });
    it('returns only the distinguishing keys in the continue value', async () => {
      const next = async (params: object, titles: string) => (await ask({ limit: 1, ...params }, { titles })).continue.lhcontinue;
      expect(await next({}, 'Main Page')).toBe('3');
      expect(await next({ namespace: '0|1' }, 'Main Page')).toBe('0|5');
      expect(await next({}, 'Main Page|Pear')).toBe('Main_Page|3');
      expect(await next({ limit: 4 }, 'Main Page|Pear|Talk:Pear')).toBe('1|Pear|4');
    });
    it.each([{}, { show: '!redirect' }])('continues through several titles without repeating links: %o', async params => {
      const found: string[] = [];
      let lhcontinue: string | undefined;
      do {
        const answer = await ask({ limit: 1, ...params, ...(lhcontinue !== undefined && { continue: lhcontinue }) });
        for (const { title, linkshere = [] } of answer.query.pages) for (const link of linkshere) found.push(`${link.title} > ${title}`);
        lhcontinue = answer.continue?.lhcontinue;
      } while (lhcontinue !== undefined && found.length < 10);
      const home = 'show' in params ? [] : ['Home > Main Page'];
      expect(found).toEqual(['Apple > Main Page', 'Talk:Apple > Main Page', ...home, 'Box > Pear', 'Box > Talk:Pear']);
    });
    it('generates the linking pages', async () => {
      expect(new Set((await pages({}, { titles: 'Main Page' })).map(page => page.title))).toEqual(new Set(['Apple', 'Home', 'Talk:Apple']));
    });
  },
);
