import { databaseSearch } from '@wikiquery/search';
import { defaultSite, readSite } from '@wikiquery/site';
import { ask, engines, openWiki, type TestWiki, type Values } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import info from './index.ts';

const VARIANTS = ['zh', 'zh-hans', 'zh-hant', 'zh-cn', 'zh-hk', 'zh-tw'];
const site = readSite({
  general: {
    ...defaultSite().general,
    lang: 'zh',
    fallback8bitEncoding: 'windows-936',
    variants: VARIANTS.map(code => ({ code, name: code })),
  },
});

describe.each(engines)('a Chinese wiki on %s', engine => {
  let wiki: TestWiki;
  beforeAll(async () => {
    wiki = await openWiki(engine, { site });
    await wiki.page('首页', { text: '欢迎。计算机软件的历史。' });
    await wiki.page('台灣', { text: '台灣的資料。' });
    await wiki.page('Template:导航');
    await wiki.page('User:张三');
    await wiki.page('Talk:電腦');
    await wiki.redirect('计算机', '首页');
    await wiki.prop('台灣', 'displaytitle', '<b>台灣</b>');
  }, 60_000);
  afterAll(() => wiki.close());

  const query = async (params: Values) => (await ask(wiki, [info], { action: 'query', ...params })).query;

  it('finds pages by titles in another variant', async () => {
    const { converted, normalized, pages } = await query({ titles: '首頁|台湾|template:導航|Nowhere', converttitles: true });
    expect(converted).toEqual([
      { from: '首頁', to: '首页' },
      { from: '台湾', to: '台灣' },
      { from: 'Template:導航', to: 'Template:导航' },
    ]);
    expect(normalized).toEqual([{ fromencoded: false, from: 'template:導航', to: 'Template:導航' }]);
    expect(pages.map(({ title, missing = false }: Values) => [title, missing])).toEqual([
      ['Nowhere', true],
      ['首页', false],
      ['台灣', false],
      ['Template:导航', false],
    ]);
    expect((await query({ titles: '首頁' })).pages[0].missing).toBe(true);
  });

  it('converts titles before following redirects', async () => {
    const { converted, redirects, pages } = await query({ titles: '計算機', converttitles: true, redirects: true });
    expect([converted, redirects]).toEqual([[{ from: '計算機', to: '计算机' }], [{ from: '计算机', to: '首页' }]]);
    expect(pages).toMatchObject([{ title: '首页' }]);
  });

  it('returns titles in all variants', async () => {
    const { pages } = await query({ titles: '首页|台灣|User:张三|Template:导航', prop: 'info', inprop: 'varianttitles|displaytitle' });
    const inTaiwan = Object.fromEntries(
      pages.map((page: { title: string; varianttitles: Values }) => [page.title, page.varianttitles['zh-tw']]),
    );
    expect(inTaiwan).toEqual({ 首页: '首頁', 台灣: '<b>台灣</b>', 'User:张三': '使用者:張三', 'Template:导航': '模板:導航' });
    expect(Object.keys(pages[0].varianttitles)).toEqual(VARIANTS);
  });

  it.skipIf(engine === 'postgres')('finds pages by search words in the other Chinese script', async () => {
    const backend = databaseSearch(wiki);
    const found = async (text: string) => {
      const env = { db: wiki.db, site: wiki.site, titles: wiki.titles, actor: { can: () => true }, request: {} } as never;
      const request = { text, namespaces: [0], limit: 5, offset: 0, sort: 'relevance', total: true, snippets: new Set<never>() };
      const results = await backend.search(env, { ...request, what: 'text', rewrite: false, interwiki: false });
      return results?.hits.map(({ dbkey }) => dbkey);
    };
    expect(await found('計算機')).toEqual(['首页']);
    expect(await found('台湾')).toEqual(['台灣']);
  });
});
