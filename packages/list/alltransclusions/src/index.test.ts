import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import alltransclusions from './index.ts';

describeModule(
  alltransclusions,
  async wiki => {
    for (const title of ['Mill', 'River']) await wiki.page(title);
    await wiki.template('Mill', 'Map');
    for (const from of ['Mill', 'River']) await wiki.template(from, 'Box');
    await wiki.template('River', 'Template:Hint');
    await wiki.template('River', 'Help:Intro');
    await wiki.link('River', 'Template:Only linked');
    return {
      without: {
        reverse: 'The order of link targets is that of their ids in both directions, as in MediaWiki; that of pages is reversed.',
        reversedBounds: 'MediaWiki compares titles with `from` and `to` in the same way in both directions.',
      },
    };
  },
  ({ records, pages, ask }) => {
    const titles = async (params = {}) => (await records(params)).map(target => target.title);

    it('lists transclusions in the order in which the templates were first linked', async () => {
      expect(await titles()).toEqual(['Template:Map', 'Template:Box', 'Template:Box', 'Template:Hint']);
      expect(await records({ namespace: 12, prop: 'ids|title' })).toEqual([{ fromid: 2, ns: 12, title: 'Help:Intro' }]);
      expect(await titles({ namespace: 0 })).toEqual([]);
    });
    it('filters templates by start, end and prefix', async () => {
      expect(await titles({ from: 'C', to: 'map' })).toEqual(['Template:Map', 'Template:Hint']);
      expect(await titles({ prefix: 'b' })).toEqual(['Template:Box', 'Template:Box']);
    });
    it('reverses the order of the pages that transclude a template', async () => {
      expect(await records({ prop: 'ids', prefix: 'Box' })).toEqual([{ fromid: 1 }, { fromid: 2 }]);
      expect(await records({ prop: 'ids', prefix: 'Box', dir: 'descending' })).toEqual([{ fromid: 2 }, { fromid: 1 }]);
    });
    it('lists each template once if unique is set', async () => {
      expect(await titles({ unique: true })).toEqual(['Template:Map', 'Template:Box', 'Template:Hint']);
      expect((await ask({ unique: true, limit: 1 })).continue.atcontinue).toBe('Box');
      expect((await ask({ unique: true, prop: 'ids' })).error.code).toBe('invalidparammix');
    });
    it('continues from a target id and page id', async () => {
      const { continue: next } = await ask({ limit: 2 });
      expect(next.atcontinue).toMatch(/^\d+\|2$/);
      expect(await titles({ continue: next.atcontinue })).toEqual(['Template:Box', 'Template:Hint']);
      expect((await ask({ continue: 'Box|2' })).error.code).toBe('badcontinue');
    });
    it('generates the transcluding pages or the unique templates', async () => {
      expect((await pages()).map(page => page.title)).toEqual(['Mill', 'River']);
      expect(new Set((await pages({ unique: true })).map(page => page.title))).toEqual(
        new Set(['Template:Box', 'Template:Hint', 'Template:Map']),
      );
    });
  },
);
