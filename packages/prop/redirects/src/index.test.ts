import { readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import redirects from './index.ts';

const interwikimap = [{ prefix: 'atlas', url: 'https://atlas.example/$1', protorel: false }];
const seed: Parameters<typeof describeModule>[1] = async wiki => {
  await wiki.page('Harbour');
  await wiki.redirect('Port', 'Harbour');
  await wiki.redirect('Quay', 'Harbour', { fragment: 'Quays' });
  await wiki.redirect('Talk:Port', 'Talk:Harbour');
  await wiki.redirect('Talk:Quay', 'Harbour');
  await wiki.redirect('Abroad', 'atlas:Harbour');
  await wiki.redirect('News', 'Special:RecentChanges');
  return { request: { titles: 'Harbour|Talk:Harbour' } };
};

describeModule(
  redirects,
  seed,
  ({ records, pages, ask }) => {
    const to = async (title: string, params = {}) =>
      (await records(params))
        .find((page: { title: string }) => page.title === title)
        .redirects?.map((from: { title: string }) => from.title);

    it('lists the redirects to each existing or missing title, except interwiki redirects', async () => {
      expect(await to('Harbour')).toEqual(['Port', 'Quay', 'Talk:Quay']);
      expect(await to('Talk:Harbour')).toEqual(['Talk:Port']);
    });
    it('lists redirects to special pages', async () => {
      const { query } = await ask({}, { titles: 'Special:RecentChanges' });
      expect(query.pages[0].redirects).toMatchObject([{ ns: 0, title: 'News' }]);
    });
    it('filters redirects by namespace and fragment', async () => {
      expect(await to('Harbour', { namespace: 1 })).toEqual(['Talk:Quay']);
      expect((await ask({ namespace: 1, limit: 1 }, { titles: 'Harbour' })).query.pages[0].redirects).toMatchObject([
        { title: 'Talk:Quay' },
      ]);
      expect(await to('Harbour', { show: 'fragment' })).toEqual(['Quay']);
      expect(await to('Harbour', { show: '!fragment', namespace: 0 })).toEqual(['Port']);
      expect((await ask({ show: 'fragment|!fragment' })).error.code).toBe('show');
    });
    it('returns the fragments of redirects', async () => {
      const [page] = (await ask({ prop: 'fragment|title', namespace: 0 }, { titles: 'Harbour' })).query.pages;
      expect(page.redirects).toEqual([
        { ns: 0, title: 'Port' },
        { ns: 0, title: 'Quay', fragment: 'Quays' },
      ]);
      expect((await ask({ prop: 'fragment' }, { titles: 'Talk:Harbour' })).query.pages[0].redirects).toEqual([[]]);
    });
    it('returns only the distinguishing keys in the continue value', async () => {
      const next = async (params: object, titles: string) => (await ask({ limit: 1, ...params }, { titles })).continue.rdcontinue;
      expect(await next({ namespace: '0|1' }, 'Harbour')).toBe('3');
      expect(await next({ limit: 3 }, 'Harbour|Talk:Harbour')).toBe('1|4');
      expect(await next({ limit: 3 }, 'Harbour|Talk:Harbour|Pier')).toBe('1|Harbour|4');
    });
    it('generates the redirects', async () => {
      expect(new Set((await pages({ namespace: 0 })).map(page => page.title))).toEqual(new Set(['Port', 'Quay']));
    });
  },
  { site: readSite({ interwikimap }) },
);

describeModule(
  redirects,
  seed,
  ({ ask, pages }) => {
    it('filters redirects by namespace after reading them in miser mode', async () => {
      const first = await ask({ namespace: 1, limit: 2 }, { titles: 'Harbour' });
      expect(first.query.pages[0].redirects).toBeUndefined();
      const second = await ask({ namespace: 1, limit: 2 }, { titles: 'Harbour', ...first.continue });
      expect(second.query.pages[0].redirects).toMatchObject([{ title: 'Talk:Quay' }]);
      expect((await pages({ namespace: 1 }, { titles: 'Harbour' })).map(page => page.title)).toEqual(['Talk:Quay']);
    });
  },
  { site: readSite({ interwikimap }, { miserMode: true }) },
);
