import { defaultSite, readSite } from '@wikiquery/site';
import { describe, expect, it } from 'vitest';
import { dateWords, normalizerOf, requestedVariant } from './index.ts';

const codes = ['zh', 'zh-hans', 'zh-hant', 'zh-tw'];
const { general } = defaultSite().info as { general: object };
const chinese = readSite({
  general: { ...general, lang: 'zh', variants: codes.map(code => ({ code, name: code })) },
  languages: [{ code: 'zh-hant', bcp47: 'zh-Hant', name: '中文' }],
  languagevariants: { zh: { 'zh-hk': { fallbacks: ['zh-hant', 'zh-tw'] }, zh: { fallbacks: ['zh-hans'] } } },
});
const wish = (variant?: string, uselang?: string, ...accepted: string[]) =>
  requestedVariant(chinese, { variant, uselang, accepted: () => accepted });

describe('the variant that a request asks for', () => {
  it('is the parameter, else the language of the interface, else what the browser accepts', () => {
    expect(wish('zh-TW', 'zh-hans', 'zh-hant')).toBe('zh-tw');
    expect(wish('', 'zh-hans', 'zh-hant')).toBe('zh-hans');
    expect(wish('de', 'zh-hans', 'zh-hant')).toBe('zh-hant');
    expect(wish(undefined, 'de', 'de', 'zh-hans')).toBe('zh-hans');
    expect(wish(undefined, undefined, 'de', 'fr')).toBe('zh');
  });
  it('may be one that an accepted one falls back to', () => {
    expect(wish(undefined, undefined, 'zh-hk', 'de')).toBe('zh-hant');
    expect(wish(undefined, undefined, 'zh-hk', 'zh-tw')).toBe('zh-tw');
  });
  it('is the usual one of the wiki where none is asked for', () => {
    const usual = (code: string, ...accepted: string[]) =>
      requestedVariant(chinese, { variant: undefined, uselang: undefined, accepted: () => accepted, usual: code });
    expect(usual('zh-tw')).toBe('zh-tw');
    expect(usual('zh-tw', 'zh-hans')).toBe('zh-hans');
    expect(usual('de')).toBe('zh');
  });
  it('is the language where there are no variants', () => {
    expect(requestedVariant(defaultSite(), { variant: 'zh', uselang: 'zh', accepted: () => ['zh'] })).toBe('en');
  });
});

describe('the usual form of text', () => {
  const of = (lang: string, more: object = {}) => normalizerOf(readSite({ general: { ...general, lang, ...more } }));
  it('has letters for presentation forms in Arabic and atomic chillus in Malayalam', () => {
    expect(of('ar')('ﻼ ﯝ')).toBe('لا ٷ');
    expect(of('arz')('ﺎ')).toBe('ا');
    expect(of('ar', { fixarabicunicode: false })('ﺎ')).toBe('ﺎ');
    expect(of('ml')('ന്\u200d ﺎ')).toBe('ൻ ﺎ');
    expect(of('en')('ന്\u200d ﺎ e\u0301')).toBe('ന്\u200d ﺎ é');
    expect(of('en', { allunicodefixes: true })('ന്\u200d ﺎ')).toBe('ൻ ا');
  });
});

describe('the words of dates', () => {
  it('are those of the language', () => {
    expect(dateWords('fr').months[0]).toBe('janvier');
    expect(dateWords('pl').genitives[1]).toBe('lutego');
    expect([dateWords('zh-hant').days[1], dateWords('tr').shortMonths[9]]).toEqual(['星期一', 'Eki']);
    expect(dateWords('nowhere').shortDays[6]).toBe('Sat');
  });
});
