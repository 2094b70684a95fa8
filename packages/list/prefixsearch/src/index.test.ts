import { databaseSearch, type SearchBackend } from '@wikiquery/search';
import { defaultSite, readSite } from '@wikiquery/site';
import { describeModule } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import prefixsearch from './index.ts';

describeModule(
  prefixsearch,
  async wiki => {
    for (const title of ['Pier', 'Pier 2', 'Pierce', 'Talk:Pier', 'Help:Pier', 'User:Ann', 'File:Pier.png']) await wiki.page(title);
    await wiki.redirect('Pi', 'Pierce');
    for (const name of ['Ann', 'Anna', 'Bob']) await wiki.user(name);
    await wiki.block('Anna', { hideUser: true });
    await wiki.prop('Pier', 'displaytitle', 'x');
    return { params: { search: 'pie' }, services: { search: databaseSearch(wiki) } };
  },
  ({ ask, records, pages }) => {
    const titles = async (search: string, params: Record<string, string | number> = {}) =>
      (await records({ search, limit: 'max', ...params })).map(({ title }) => title);

    it('finds titles by prefix in byte order', async () => {
      expect(await titles('pie')).toEqual(['Pier', 'Pier 2', 'Pierce']);
      expect(await titles('PIE')).toEqual([]);
      expect(await titles('[[Pier 2]]')).toEqual(['Pier 2']);
      expect(await titles('  ')).toEqual([]);
      expect(await records({ limit: 1 })).toEqual([{ ns: 0, title: 'Pier', pageid: 1 }]);
    });

    it('searches the requested namespaces or the namespace in the search text', async () => {
      expect(await titles('pie', { namespace: '12|1' })).toEqual(['Talk:Pier', 'Help:Pier']);
      expect(await titles('help:pie')).toEqual(['Help:Pier']);
      expect(await titles('help:', { namespace: 1 })).toEqual(['Help:Pier']);
    });

    it('returns an exact title first, even from a namespace that is not requested', async () => {
      expect(await titles('pi')).toEqual(['Pi', 'Pier', 'Pier 2', 'Pierce']);
      expect(await titles('Talk:Pier', { namespace: 12 })).toEqual(['Talk:Pier']);
      // MediaWiki applies a leading colon only to the exact title, and otherwise searches the main namespace.
      expect(await titles(':Talk:Pier')).toEqual(['Talk:Pier', 'Pier', 'Pier 2', 'Pierce']);
    });

    it('continues from an offset', async () => {
      const first = await ask({ limit: 2 });
      expect(first.continue).toEqual({ psoffset: 2, continue: '-||' });
      const second = await ask({ limit: 2 }, first.continue);
      expect([...first.query.prefixsearch, ...second.query.prefixsearch].map(({ title }) => title)).toEqual(['Pier', 'Pier 2', 'Pierce']);
      expect(second.continue).toBeUndefined();
    });

    it('generates pages with their index', async () => {
      expect(await pages({ offset: 1 })).toMatchObject([
        { title: 'Pier 2', index: 2 },
        { title: 'Pierce', index: 3 },
      ]);
      // A redirect passes its rank to a target that has a lower rank.
      expect(await pages({ search: 'pi' }, { redirects: true })).toMatchObject([
        { title: 'Pier', index: 2 },
        { title: 'Pier 2', index: 3 },
        { title: 'Pierce', index: 1 },
      ]);
    });

    it('finds listed special pages by all their names', async () => {
      expect(await titles('special:allp')).toEqual(['Special:AllPages']);
      expect(await records({ search: 'Special:AllP' })).toEqual([{ ns: -1, title: 'Special:AllPages', special: true }]);
      expect(await titles('Special:MyT')).toEqual([]);
      expect(await titles('Special:Users', { limit: 1 })).toEqual(['Special:Users']);
      const all = await titles('Special:');
      expect([await titles('Special:', { limit: 3, offset: 2 }), await titles('Special:', { limit: 500 })]).toEqual([all.slice(2, 5), all]);
    });

    it('completes subpages of special pages', async () => {
      expect(await titles('Special:Contributions/an')).toEqual(['Special:Contributions/Ann']);
      expect(await titles('Special:WhatLinksHere/pie', { limit: 2 })).toEqual([
        'Special:WhatLinksHere/Pier',
        'Special:WhatLinksHere/Pier 2',
      ]);
      expect(await titles('Special:Whatlinkshere/Help:Pi')).toEqual(['Special:Whatlinkshere/Help:Pier']);
      expect(await titles('special:filepath/pi')).toEqual(['Special:Filepath/Pier.png']);
      expect(await titles('Special:Filepath/Talk:Pi')).toEqual([]);
      expect(await titles('Special:Log/mo')).toEqual(['Special:Log/move']);
      expect(await titles('Special:ListUsers/SY')).toEqual(['Special:ListUsers/sysop']);
      expect(await titles('Special:Watchlist/e')).toEqual(['Special:Watchlist/edit']);
      expect(await titles('Special:PagesWithProp/d')).toEqual(['Special:PagesWithProp/displaytitle']);
      expect(await titles('Special:Version/x')).toEqual([]);
      expect(await titles('Special:Nothing/x')).toEqual([]);
      expect(await titles('Special:Contributions/<')).toEqual([]);
    });
  },
);

/** Search backend with its own ranking, which also returns a deleted page. */
const ranking: SearchBackend = {
  sorts: ['relevance'],
  search: async () => undefined,
  complete: async ({ titles }, { text }) =>
    (RANKED[text] ?? []).flatMap(title => {
      const { namespace, dbkey } = titles.local(title) ?? { namespace: -2, dbkey: '' };
      return [{ namespace, dbkey }];
    }),
};
const RANKED: Readonly<Record<string, readonly string[]>> = {
  pier: ['Jetty', 'Gone', 'Pier', 'Quay'],
  wharf: ['Quay', 'Pier'],
  dock: ['Quay', 'Wharf'],
  quay: ['Jetty', 'Wharf'],
};

describeModule(
  prefixsearch,
  async wiki => {
    for (const title of ['Pier', 'Jetty', 'Quay']) await wiki.page(title);
    await wiki.redirect('Wharf', 'Pier');
    await wiki.redirect('Dock', 'Pier');
    return { params: { search: 'pier' }, services: { search: ranking }, filters: { namespace: 'All pages are in one namespace.' } };
  },
  ({ ask, records }) => {
    const titles = async (search: string) => (await records({ search })).map(({ title }) => title);

    it('moves the exact title to the front', async () => expect(await titles('pier')).toEqual(['Pier', 'Jetty', 'Quay']));
    it('moves the target of a redirect to the front', async () => expect(await titles('wharf')).toEqual(['Pier', 'Quay']));
    it('replaces a redirect with the redirect in the search text if both lead to the same page', async () =>
      expect(await titles('dock')).toEqual(['Dock', 'Quay']));
    it('adds an exact title that the backend omits, and drops the last title', async () => {
      expect(await titles('quay')).toEqual(['Quay', 'Jetty', 'Wharf']);
      const { query, continue: next } = await ask({ search: 'quay', limit: 2 });
      expect(query.prefixsearch).toMatchObject([{ title: 'Quay' }, { title: 'Jetty' }]);
      expect(next.psoffset).toBe(2);
    });
  },
);

const chinese = readSite({
  general: { ...defaultSite().general, lang: 'zh', variants: ['zh', 'zh-hans', 'zh-hant'].map(code => ({ code, name: code })) },
});
describeModule(
  prefixsearch,
  async wiki => {
    for (const title of ['计算机', '计算机科学', '計算機史', '計算尺']) await wiki.page(title);
    return {
      params: { search: '计算' },
      services: { search: databaseSearch(wiki) },
      filters: { namespace: 'All pages are in one namespace.' },
    };
  },
  ({ records }) => {
    const titles = async (params: Record<string, string | number>) => (await records(params)).map(({ title }) => title);
    it('adds results for other language variants of the search text', async () => {
      expect(await titles({ search: '计算尺', limit: 1 })).toEqual(['計算尺']);
      // As in MediaWiki, the limit that remains for the last variant applies to all results.
      expect(await titles({ search: '计算机', limit: 2 })).toEqual(['计算机']);
      expect(await titles({ search: '計算機', limit: 9 })).toEqual(['計算機史', '计算机', '计算机科学']);
      // As in MediaWiki, the offset applies only to the original search text.
      expect(await titles({ search: '計算機', offset: 1, limit: 9 })).toEqual(['计算机', '计算机科学']);
    });
  },
  { site: chinese },
);
