import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import templates from './index.ts';

describeModule(
  templates,
  async wiki => {
    for (const title of ['Mill', 'River']) await wiki.page(title);
    for (const template of ['Map', 'Box', 'Help:Intro']) await wiki.template('Mill', template);
    await wiki.template('River', 'Box');
    await wiki.link('River', 'Template:Map');
    return { request: { titles: 'Mill|River|Nowhere' } };
  },
  ({ records, pages, ask }) => {
    const templatesOf = async (params = {}) =>
      Object.fromEntries(
        (await records(params)).map((page: { title: string; templates?: { title: string }[] }) => [
          page.title,
          page.templates?.map(template => template.title),
        ]),
      );

    it('lists transcluded pages, sorted by namespace and title', async () => {
      expect(await templatesOf()).toEqual({
        Nowhere: undefined,
        Mill: ['Template:Box', 'Template:Map', 'Help:Intro'],
        River: ['Template:Box'],
      });
      expect(await templatesOf({ dir: 'descending', limit: 2 })).toMatchObject({ Mill: ['Help:Intro'], River: ['Template:Box'] });
    });
    it('returns templates for existing pages and omits them for missing pages', async () => {
      const { query } = await ask({}, { titles: 'River' });
      expect(query.pages[0].templates).toEqual([{ ns: 10, title: 'Template:Box' }]);
      expect((await ask({}, { titles: 'Nowhere' })).query.pages[0]).not.toHaveProperty('templates');
    });
    it('filters transcluded pages by namespace and title', async () => {
      expect(await templatesOf({ namespace: 12 })).toMatchObject({ Mill: ['Help:Intro'], River: undefined });
      expect(await templatesOf({ templates: 'template:map|Help:Intro', namespace: 10 })).toMatchObject({ Mill: ['Template:Map'] });
      expect(await templatesOf({ templates: 'Box' })).toMatchObject({ Mill: undefined, River: undefined });
    });
    it('warns about invalid titles', async () => {
      expect((await ask({ templates: '<|Template:Box' })).warnings.templates.warnings).toContain('<');
    });
    it('continues from a page, namespace and title', async () => {
      expect((await ask({ limit: 1 })).continue.tlcontinue).toBe('1|10|Map');
      expect((await ask({ continue: '1|Map' })).error.code).toBe('badcontinue');
    });
    it('generates the transcluded pages', async () => {
      expect(new Set((await pages({ namespace: 10 })).map(page => page.title))).toEqual(new Set(['Template:Box', 'Template:Map']));
    });
  },
);
