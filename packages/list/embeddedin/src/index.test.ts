import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import embeddedin from './index.ts';

describeModule(
  embeddedin,
  async wiki => {
    for (const title of ['Template:Box', 'Mill', 'Talk:Mill', 'River']) await wiki.page(title);
    await wiki.redirect('Template:Frame', 'Template:Box');
    for (const from of ['River', 'Mill', 'Template:Frame', 'Talk:Mill']) await wiki.template(from, 'Box');
    await wiki.template('River', 'Frame');
    await wiki.link('Mill', 'Template:Map');
    return { params: { title: 'Template:Box' } };
  },
  ({ records, pages, ask }) => {
    const titles = (found: readonly { title: string }[]) => found.map(page => page.title);

    it('lists the pages that transclude a page, sorted by page id', async () => {
      expect(await records({ limit: 1 })).toEqual([{ pageid: 2, ns: 0, title: 'Mill' }]);
      expect(titles(await records())).toEqual(['Mill', 'Talk:Mill', 'River', 'Template:Frame']);
      expect(titles(await records({ dir: 'descending', limit: 2 }))).toEqual(['Template:Frame', 'River']);
      expect(titles(await records({ title: 'Template:Map' }))).toEqual([]);
    });
    it('accepts a page id instead of a title', async () => {
      expect((await ask({ title: false, pageid: 1 })).query.embeddedin).toHaveLength(4);
      expect((await ask({ title: false })).error.code).toBe('missingparam');
    });
    it('filters transcluding pages by namespace and redirect status', async () => {
      expect(titles(await records({ namespace: '1|10' }))).toEqual(['Talk:Mill', 'Template:Frame']);
      expect(titles(await records({ filterredir: 'nonredirects' }))).toEqual(['Mill', 'Talk:Mill', 'River']);
      expect(await records({ filterredir: 'redirects' })).toEqual([{ pageid: 5, ns: 10, title: 'Template:Frame', redirect: true }]);
    });
    it('ignores the redirect parameter with a warning', async () => {
      const { query, warnings } = await ask({ redirect: true, limit: 'max' });
      expect(query.embeddedin.some((page: object) => 'redirlinks' in page)).toBe(false);
      expect(warnings.main.warnings).toContain('eiredirect');
    });
    it('continues from a namespace and page id', async () => {
      expect((await ask({ limit: 1 })).continue.eicontinue).toBe('1|3');
      expect(titles(await records({ namespace: '0|1', continue: '0|4' }))).toEqual(['River', 'Talk:Mill']);
      for (const wrong of ['0|2|3', '0|x']) expect((await ask({ continue: wrong })).error.code).toBe('badcontinue');
    });
    it('generates the transcluding pages', async () => {
      expect(new Set(titles(await pages({ namespace: 0 })))).toEqual(new Set(['Mill', 'River']));
    });
  },
);
