import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import transcludedin from './index.ts';

describeModule(
  transcludedin,
  async wiki => {
    for (const title of ['Template:Box', 'Mill', 'Talk:Mill', 'River']) await wiki.page(title);
    await wiki.redirect('Brook', 'River');
    for (const from of ['Mill', 'Talk:Mill', 'Brook']) await wiki.template(from, 'Box');
    await wiki.template('River', 'Map');
    await wiki.template('River', 'Help:Map');
    await wiki.link('River', 'Template:Box');
    return { request: { titles: 'Template:Box|Template:Map|Help:Map' } };
  },
  ({ records, pages, ask }) => {
    const placesOf = async (title: string, params = {}) =>
      (await records(params))
        .find((page: { title: string }) => page.title === title)
        .transcludedin?.map((place: { title: string }) => place.title);

    it('lists the pages that transclude each existing or missing title', async () => {
      expect(await placesOf('Template:Box')).toEqual(['Mill', 'Talk:Mill', 'Brook']);
      expect(await placesOf('Help:Map')).toEqual(['River']);
    });
    it('filters transcluding pages by namespace and redirect status', async () => {
      expect(await placesOf('Template:Box', { namespace: 1 })).toEqual(['Talk:Mill']);
      expect(await placesOf('Template:Box', { namespace: 0, show: '!redirect' })).toEqual(['Mill']);
      expect((await ask({ show: 'redirect|!redirect' })).error.code).toBe('show');
    });
    it('returns no transcluding pages for unknown namespaces', async () => {
      const { query, warnings } = await ask({ namespace: 999, continue: 'nowhere' }, { titles: 'Template:Box' });
      expect(query.pages).toEqual([{ pageid: 1, ns: 10, title: 'Template:Box' }]);
      expect(warnings.transcludedin.warnings).toContain('999');
    });
    it('returns the requested properties of transcluding pages', async () => {
      const [page] = (await ask({ prop: 'redirect|pageid', show: 'redirect' }, { titles: 'Template:Box' })).query.pages;
      expect(page.transcludedin).toEqual([{ pageid: 5, redirect: true }]);
    });
    it('returns only the distinguishing keys in the continue value', async () => {
      const next = async (params: object, titles: string) => (await ask({ limit: 3, ...params }, { titles })).continue.ticontinue;
      expect(await next({ limit: 1 }, 'Template:Box')).toBe('3');
      expect(await next({}, 'Template:Box|Template:Map')).toBe('Map|4');
      expect(await next({ namespace: '0|1' }, 'Template:Box|Template:Map|Help:Map')).toBe('10|Map|0|4');
      expect(await next({ limit: 1 }, 'Template:Map|Help:Map')).toBe('12|4');
    });
    it('generates the transcluding pages', async () => {
      expect(new Set((await pages({}, { titles: 'Template:Box' })).map(page => page.title))).toEqual(
        new Set(['Brook', 'Mill', 'Talk:Mill']),
      );
    });
  },
);
