import { describeModule, type Response } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import alllinks from './index.ts';

describeModule(
  alllinks,
  async wiki => {
    for (const title of ['Mill', 'River', 'Weir']) await wiki.page(title);
    await wiki.link('Mill', 'Wheel');
    for (const from of ['Mill', 'Weir']) await wiki.link(from, 'River');
    await wiki.link('River', 'Bridge');
    await wiki.link('River', 'Talk:Mill');
    await wiki.template('River', 'Box');
    return {
      without: {
        reverse: 'The order of link targets is that of their ids in both directions, as in MediaWiki; that of pages is reversed.',
        reversedBounds: 'MediaWiki compares titles with `from` and `to` in the same way in both directions.',
      },
    };
  },
  ({ records, pages, ask, wiki }) => {
    const titles = async (params = {}) => (await records(params)).map(link => link.title);

    it('lists links in the order in which their targets were first linked', async () => {
      expect(await titles()).toEqual(['Wheel', 'River', 'River', 'Bridge']);
      expect(await titles({ namespace: 1 })).toEqual(['Talk:Mill']);
      expect(await records({ prop: 'ids|title', namespace: 1 })).toEqual([{ fromid: 2, ns: 1, title: 'Talk:Mill' }]);
    });
    it('filters link targets by start, end and prefix', async () => {
      expect(await titles({ from: 'C', to: 'river' })).toEqual(['River', 'River']);
      expect(await titles({ prefix: 'W' })).toEqual(['Wheel']);
    });
    it('lists each title once if unique is set', async () => {
      expect(await titles({ unique: true })).toEqual(['Wheel', 'River', 'Bridge']);
      expect((await ask({ unique: true, prop: 'ids|title' })).error.code).toBe('invalidparammix');
    });
    it('continues from a title in the order of target ids', async () => {
      const first = await ask({ unique: true, limit: 1 });
      expect(first.continue.alcontinue).toBe('River');
      const second = await ask({ unique: true, limit: 1 }, first.continue);
      expect(second.query.alllinks).toEqual([{ ns: 0, title: 'River' }]);
      expect(second.continue.alcontinue).toBe('Bridge');
      expect((await ask({ unique: true, continue: 'Nobody links here' })).error.code).toBe('badcontinue');
    });
    it('generates the linking pages or the unique titles', async () => {
      expect(new Set((await pages()).map(page => page.title))).toEqual(new Set(['Mill', 'River', 'Weir']));
      expect(new Set((await pages({ unique: true })).map(page => page.title))).toEqual(new Set(['Bridge', 'River', 'Wheel']));
    });
    it('continues after thousands of links that do not match the filter, also in descending order', { timeout: 60_000 }, async () => {
      const { db } = wiki();
      const numbers = Array.from({ length: 10_000 }, (_, at) => 100_000 + at);
      const titles = numbers.slice(0, 1001).map(at => `Zone_${at}`);
      await db
        .insertInto('linktarget')
        .values(titles.map((lt_title, at) => ({ lt_id: 200_000 + at, lt_namespace: 0, lt_title })))
        .execute();
      const links = [
        // Many links to one target, followed by many targets that match the prefix.
        ...numbers.map(pl_from => ({ pl_from, pl_from_namespace: 0, pl_target_id: 1 })),
        ...titles.map((_, at) => ({ pl_from: 100_000, pl_from_namespace: 0, pl_target_id: 200_000 + at })),
      ];
      for (let at = 0; at < links.length; at += 1000)
        await db
          .insertInto('pagelinks')
          .values(links.slice(at, at + 1000))
          .execute();
      for (const dir of ['ascending', 'descending']) {
        const found: string[] = [];
        for (let next: object | undefined = {}; next && found.length <= titles.length; ) {
          const response: Response = await ask({ prefix: 'Zone', dir, limit: 'max' }, { ...next });
          found.push(...response.query.alllinks.map(({ title }: { title: string }) => title.replace(' ', '_')));
          next = response.continue;
        }
        expect(found).toEqual(titles);
      }
      await db.deleteFrom('pagelinks').where('pl_from', '>=', 100_000).execute();
      await db.deleteFrom('linktarget').where('lt_id', '>=', 200_000).execute();
    });
  },
);
