import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import watchlistraw from './index.ts';

describeModule(
  watchlistraw,
  async wiki => {
    const { id, name } = await wiki.user('Ada', { preferences: { watchlisttoken: 'open sesame' } });
    await wiki.watch('Ada', 'Bridge', { notified: '20240303000000' });
    await wiki.watch('Ada', 'Tower of Pisa');
    await wiki.watch('Ada', 'Tower');
    await wiki.watch('Ada', 'Soon', { expiry: '20990101000000' });
    await wiki.watch('Ada', 'Forgotten', { expiry: '20240401000000' });
    await wiki.watch('Bob', 'Hut');
    await wiki.page('Tower');
    return { as: { id, name, rights: ['viewmywatchlist'] } };
  },
  ({ ask, records, pages }) => {
    const titles = async (params: Record<string, string | number | boolean>, options = {}) =>
      (await records(params, options)).map(({ title }) => title);

    it('lists watched pages and their talk pages, without expired items', async () => {
      expect(await titles({ limit: 'max' })).toEqual([
        ...['Bridge', 'Soon', 'Tower', 'Tower of Pisa'],
        ...['Talk:Bridge', 'Talk:Soon', 'Talk:Tower', 'Talk:Tower of Pisa'],
      ]);
      expect(await titles({ namespace: 1, dir: 'descending', limit: 2 })).toEqual(['Talk:Tower of Pisa', 'Talk:Tower']);
    });
    it('returns and filters by the time of the first unvisited change', async () => {
      expect(await records({ prop: 'changed', limit: 2 })).toEqual([
        { ns: 0, title: 'Bridge', changed: '2024-03-03T00:00:00Z' },
        { ns: 0, title: 'Soon' },
      ]);
      expect(await titles({ show: 'changed' })).toEqual(['Bridge', 'Talk:Bridge']);
      expect(await titles({ show: '!changed', namespace: 0 })).toEqual(['Soon', 'Tower', 'Tower of Pisa']);
      expect((await ask({ show: 'changed|!changed' })).error.code).toBe('show');
    });
    it('filters watched pages by start and end title in both directions', async () => {
      expect(await titles({ fromtitle: 'Tower ', totitle: 'Talk:Bridge' })).toEqual(['Tower of Pisa', 'Talk:Bridge']);
      expect(await titles({ fromtitle: 'Talk:Bridge', totitle: 'tower', dir: 'descending' })).toEqual([
        'Talk:Bridge',
        'Tower of Pisa',
        'Tower',
      ]);
      for (const fromtitle of ['', 'Tower#Top', '<']) expect((await ask({ fromtitle })).error.code).toBe('invalidtitle');
    });
    it('rejects continue values without a valid title', async () => {
      expect(await titles({ continue: '0|Tower of_Pisa', limit: 1 })).toEqual(['Tower of Pisa']);
      for (const position of ['1|', '0|_a', 'x|A', '0|A_']) expect((await ask({ continue: position })).error.code).toBe('badcontinue');
    });
    it("reads another user's watchlist with its token", async () => {
      const stranger = { as: [] };
      expect((await ask({}, {}, stranger)).error.code).toBe('notloggedin');
      expect((await ask({ owner: 'Ada', token: 'sesame' }, {}, stranger)).error.code).toBe('bad_wltoken');
      expect(await titles({ owner: 'Ada', token: 'open sesame', show: 'changed' }, stranger)).toEqual(['Bridge', 'Talk:Bridge']);
    });
    it('writes its result next to query, and generates existing and missing pages', async () => {
      expect(await ask({ limit: 1 })).toMatchObject({ watchlistraw: [{ title: 'Bridge' }], continue: { wrcontinue: '0|Soon' } });
      expect(await pages({ fromtitle: 'Tower', totitle: 'Tower of Pisa' })).toMatchObject([
        { title: 'Tower of Pisa', missing: true },
        { title: 'Tower', pageid: 1 },
      ]);
    });
  },
);
