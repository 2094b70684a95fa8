import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import random from './index.ts';

describeModule(
  random,
  async wiki => {
    for (const title of ['Mill', 'River', 'Talk:Mill', 'Weir', 'Wheel']) await wiki.page(title);
    await wiki.redirect('Brook', 'River');
    const places = { Mill: 0.25, River: 0.5, 'Talk:Mill': 0.5, Weir: 0.75, Wheel: 0.0000001, Brook: 0.6 };
    for (const [title, page_random] of Object.entries(places))
      await wiki.db.updateTable('page').set({ page_random }).where('page_id', '=', wiki.get(title).id).execute();
    return { request: { rncontinue: '0.4|0.4|0|0' } };
  },
  ({ records, pages, ask }) => {
    const titles = async (params = {}) => (await records(params)).map(page => page.title);
    const all = new Set(['Mill', 'River', 'Talk:Mill', 'Weir', 'Wheel']);

    it('starts at a random position and lists all pages except redirects', async () => {
      const { query } = await ask({ limit: 'max' }, { rncontinue: false });
      expect(new Set(query.random.map((page: { title: string }) => page.title))).toEqual(all);
      expect((await ask({}, { rncontinue: false })).query.random).toHaveLength(1);
    });
    it('lists pages by random number to the end, then from the smallest number to the start position', async () => {
      expect(await titles({ limit: 'max' })).toEqual(['River', 'Talk:Mill', 'Weir', 'Wheel', 'Mill']);
      expect(await titles({ limit: 'max', continue: '0.4|0.5|3|0' })).toEqual(['Talk:Mill', 'Weir', 'Wheel', 'Mill']);
      expect(await titles({ limit: 'max', continue: '0.6|0.2|0|1' })).toEqual(['Mill', 'River', 'Talk:Mill']);
    });
    it('returns the start, position and wrap state of the list in the continue value', async () => {
      const next = async (limit: number) => (await ask({ limit })).continue?.rncontinue;
      expect(await next(1)).toBe('0.4|0.5|3|0');
      expect(await next(3)).toMatch(/^0\.4\|0\.0000000\d+\|5\|1$/);
      expect(await next(4)).toBe('0.4|0.25|1|1');
      expect(await next(5)).toBeUndefined();
    });
    it('filters pages by namespace', async () => {
      expect(await titles({ namespace: 1, limit: 'max' })).toEqual(['Talk:Mill']);
      expect((await ask({ namespace: 999, limit: 2 })).query.random).toHaveLength(2);
    });
    it('includes redirects, or lists only redirects, on request', async () => {
      expect(await records({ filterredir: 'redirects', limit: 'max' })).toEqual([{ id: 6, ns: 0, title: 'Brook' }]);
      expect(await titles({ redirect: true, limit: 'max' })).toEqual(['Brook']);
      expect(await records({ filterredir: 'all', limit: 3 })).toEqual([
        { id: 2, ns: 0, title: 'River', redirect: false },
        { id: 3, ns: 1, title: 'Talk:Mill', redirect: false },
        { id: 6, ns: 0, title: 'Brook', redirect: true },
      ]);
      expect((await ask({ filterredir: 'nonredirects', redirect: true })).error.code).toBe('invalidparammix');
    });
    it('rejects invalid continue values', async () => {
      for (const text of ['0.4|0.4|0', '0.4|0.4|0|2', '1.4|0.4|0|0', '.4|0.4|0|0', '0.4|4e-1|0|0', '0.4|0.4|01|0', '0.4|0.4|x|0'])
        expect((await ask({ continue: text })).error).toMatchObject({ code: 'badcontinue' });
    });
    it('generates pages and returns the continue value of the next page', async () => {
      const found = await pages({ limit: 'max' });
      expect(new Set(found.map(page => page.title))).toEqual(all);
      const { continue: next, query } = await ask(
        {},
        { list: false, generator: 'random', grnlimit: 2, grncontinue: '0.4|0.4|0|0', rncontinue: false },
      );
      expect(query.pages.map((page: { title: string }) => page.title)).toEqual(['River', 'Talk:Mill']);
      expect(next.grncontinue).toBe('0.4|0.75|4|0');
    });
  },
);
