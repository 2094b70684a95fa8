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

describe('requestedVariant', () => {
  it('prefers the parameter, then the interface language, then Accept-Language', () => {
    expect(wish('zh-TW', 'zh-hans', 'zh-hant')).toBe('zh-tw');
    expect(wish('', 'zh-hans', 'zh-hant')).toBe('zh-hans');
    expect(wish('de', 'zh-hans', 'zh-hant')).toBe('zh-hant');
    expect(wish(undefined, 'de', 'de', 'zh-hans')).toBe('zh-hans');
    expect(wish(undefined, undefined, 'de', 'fr')).toBe('zh');
  });
  it('uses the fallback variants of languages in Accept-Language', () => {
    expect(wish(undefined, undefined, 'zh-hk', 'de')).toBe('zh-hant');
    expect(wish(undefined, undefined, 'zh-hk', 'zh-tw')).toBe('zh-tw');
  });
  it("defaults to the wiki's default variant", () => {
    const usual = (code: string, ...accepted: string[]) =>
      requestedVariant(chinese, { variant: undefined, uselang: undefined, accepted: () => accepted, usual: code });
    expect(usual('zh-tw')).toBe('zh-tw');
    expect(usual('zh-tw', 'zh-hans')).toBe('zh-hans');
    expect(usual('de')).toBe('zh');
  });
  it("returns the wiki's language if it has no variants", () => {
    expect(requestedVariant(defaultSite(), { variant: 'zh', uselang: 'zh', accepted: () => ['zh'] })).toBe('en');
  });
});

describe('normalizerOf', () => {
  const of = (lang: string, more: object = {}) => normalizerOf(readSite({ general: { ...general, lang, ...more } }));
  it('replaces Arabic presentation forms and Malayalam chillus', () => {
    expect(of('ar')('ﻼ ﯝ')).toBe('لا ٷ');
    expect(of('arz')('ﺎ')).toBe('ا');
    expect(of('ar', { fixarabicunicode: false })('ﺎ')).toBe('ﺎ');
    expect(of('ml')('ന്\u200d ﺎ')).toBe('ൻ ﺎ');
    expect(of('en')('ന്\u200d ﺎ e\u0301')).toBe('ന്\u200d ﺎ é');
    expect(of('en', { allunicodefixes: true })('ന്\u200d ﺎ')).toBe('ൻ ا');
  });
});

describe('dateWords', () => {
  it('returns month and day names of a language, or English names', () => {
    expect(dateWords('fr').months[0]).toBe('janvier');
    expect(dateWords('pl').genitives[1]).toBe('lutego');
    expect([dateWords('zh-hant').days[1], dateWords('tr').shortMonths[9]]).toEqual(['星期一', 'Eki']);
    expect(dateWords('nowhere').shortDays[6]).toBe('Sat');
  });
});
