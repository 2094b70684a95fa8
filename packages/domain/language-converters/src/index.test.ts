import { defaultSite, readSite } from '@wikiquery/site';
import { inheritedNames, openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentConverter, namespaceName } from './index.ts';
import recorded from './recorded.json' with { type: 'json' };
import recordedRules from './recorded-rules.json' with { type: 'json' };

const siteOf = (lang: string, variants: readonly string[], fallbacks: Readonly<Record<string, readonly string[]>> = {}) =>
  readSite({
    general: { ...defaultSite().general, lang, variants: variants.map(code => ({ code, name: code })) },
    languagevariants: { [lang]: Object.fromEntries(Object.entries(fallbacks).map(([code, codes]) => [code, { fallbacks: codes }])) },
  });

/** Fallback variants that MediaWiki returns for Chinese. */
const CHINESE = {
  zh: ['zh-hans', 'zh-hant', 'zh-cn', 'zh-tw', 'zh-hk', 'zh-sg', 'zh-mo', 'zh-my'],
  'zh-cn': ['zh-hans', 'zh-sg', 'zh-my'],
  'zh-hans': ['zh-cn', 'zh-sg', 'zh-my'],
  'zh-hant': ['zh-tw', 'zh-hk', 'zh-mo'],
  'zh-hk': ['zh-mo', 'zh-hant', 'zh-tw'],
  'zh-tw': ['zh-hant', 'zh-hk', 'zh-mo'],
};

let wiki: TestWiki;
beforeAll(async () => {
  wiki = await openWiki();
});
afterAll(() => wiki.close());

const converterOf = async (lang: string, variants: readonly string[]) => {
  const converter = await contentConverter({ db: wiki.db, site: siteOf(lang, variants) });
  if (!converter) throw new Error(`${lang} has no converter.`);
  return converter;
};

/** Conversions recorded from MediaWiki: each text with its form in each variant. */
type Recorded = Readonly<Record<string, { variants: string[]; plain: string[][]; html: string[][] }>>;

describe.each(Object.entries(recorded as Recorded))('the converter of %s', (lang, { variants, plain, html }) => {
  it('converts text and HTML as MediaWiki does', async () => {
    const { convert, convertHtml } = await converterOf(lang, variants);
    expect(plain.map(([text = '']) => [text, ...variants.map(variant => convert(text, variant))])).toEqual(plain);
    expect(html.map(([text = '']) => [text, ...variants.map(variant => convertHtml(text, variant))])).toEqual(html);
  });
});

describe('pageConversion', () => {
  it('applies rules as MediaWiki does', async () => {
    const sites = {
      zh: siteOf('zh', ['zh', 'zh-hans', 'zh-hant', 'zh-cn', 'zh-hk', 'zh-mo', 'zh-my', 'zh-sg', 'zh-tw'], CHINESE),
      sr: siteOf('sr', ['sr', 'sr-ec', 'sr-el'], { sr: ['sr-ec'], 'sr-ec': ['sr'], 'sr-el': ['sr'] }),
    };
    for (const [lang = '', variant = '', text = '', expected] of recordedRules) {
      const site = sites[lang as keyof typeof sites];
      const converter = await contentConverter({ db: wiki.db, site });
      expect([variant, text, converter?.pageConversion(variant, site, '?').convert(text).trim()]).toEqual([variant, text, expected]);
    }
  });

  it('sets the title of the page, and converts any text in linear time', async () => {
    const site = siteOf('zh', ['zh', 'zh-cn', 'zh-tw'], CHINESE);
    const start = async () => (await contentConverter({ db: wiki.db, site }))?.pageConversion('zh-tw', site, '?');
    const conversion = await start();
    expect(conversion?.convert('a-{T|zh-cn:标题; zh-tw:標題}-')).toBe('a');
    expect(conversion?.title).toBe('標題');
    const hostile = ['-{', '}-', '-{a|', '-{A|zh-cn:a;zh-tw:b}-', '-{zh-cn:a;', '<a title="-{">', '&a', '-{ a=>', '\u007f'];
    for (const part of hostile) expect((await start())?.convert(part.repeat(10_000))).toBeDefined();
  });
});

describe('contentConverter', () => {
  it('returns no converter for a language without variants', async () => {
    expect(await contentConverter(wiki)).toBeUndefined();
    expect(await contentConverter({ db: wiki.db, site: siteOf('zh-hant', ['zh-hant']) })).toBeUndefined();
  });

  it('keeps markup and character references in HTML', async () => {
    const { convertHtml } = await converterOf('zh', ['zh', 'zh-hant']);
    expect(convertHtml('<i class="计算机">计算机</i> &nbsp;', 'zh-hant')).toBe('<i class="计算机">計算機</i> &nbsp;');
    expect(convertHtml('<code>计算机</code>计<b', 'zh-hant')).toBe('<code>计算机</code>計<b');
    expect(convertHtml('<a href=\'>\' title="a>b">计', 'zh-hant')).toBe('<a href=\'>\' title="a>b">計');
  });

  it('converts any text in linear time', async () => {
    const { convertHtml } = await converterOf('zh', ['zh', 'zh-hant']);
    const hostile = ['<', '<a b="', '<a =', '<code>', '<script>', '<pre>', '&a', '-{', '计'].map(part => part.repeat(20_000));
    for (const text of hostile) expect(convertHtml(text, 'zh-hant').length).toBe(text.length);
  });

  it("uses the wiki's own tables, subpages first, and reloads them after edits", async () => {
    const own = await openWiki('sqlite', { site: siteOf('zh', ['zh', 'zh-hans', 'zh-hant', 'zh-tw']) });
    await own.page('MediaWiki:Conversiontable/zh-hant', { text: '-{* 网志 => 網誌 // comment\n; 甲=>乙;}- 丙=>丁' });
    expect((await contentConverter(own))?.convert('网志甲丙', 'zh-tw')).toBe('網誌乙丙');
    await own.page('MediaWiki:Conversiontable/zh-tw/Words', { text: '-{甲=>戊}-' });
    await own.page('MediaWiki:Conversiontable/zh-tw', { text: '-{甲=>己;庚=>辛}- [[MediaWiki:Conversiontable/zh-tw/Words|more]]' });
    expect((await contentConverter(own))?.convert('网志甲庚', 'zh-tw')).toBe('網誌戊辛');
    await own.edit('MediaWiki:Conversiontable/zh-tw', { text: '-{庚=>壬}-' });
    expect((await contentConverter(own))?.convert('网志甲庚', 'zh-tw')).toBe('網誌乙壬');
    await own.close();
  });

  it.each(['ban', 'kk', 'sr', 'zh'])('leaves texts in unknown variants of %s as they are', async lang => {
    const { convert } = await converterOf(lang, [lang, ...inheritedNames]);
    for (const variant of inheritedNames) expect(convert('Text', variant)).toBe('Text');
  });

  it('translates namespace names', () => {
    const site = siteOf('zh', ['zh', 'zh-tw']);
    expect([6, 5, 0, 999].map(id => namespaceName(site, id, 'zh-tw'))).toEqual(['檔案', `${site.namespaces.get(4)?.name}討論`, '', '']);
  });
});
