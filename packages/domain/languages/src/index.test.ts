import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readSite } from '@wikiquery/site';
import { inheritedNames } from '@wikiquery/testing';
import { describe, expect, it } from 'vitest';
import {
  currentCode,
  directionOf,
  fallbacksOf,
  formatNumber,
  inflect,
  isLanguageCode,
  magicWordsOf,
  namespaceAliasesOf,
  parseNumber,
  plainNumber,
  pluralForm,
  variantName,
  variantsOf,
} from './index.ts';

const site = readSite({});

it('returns the writing direction of a language', () => {
  expect(['he', 'ar', 'dv', 'ku-arab', 'arc'].map(directionOf)).toEqual(Array(5).fill('rtl'));
  expect(['en', 'zh-hans', 'ku', 'brh', 'map-bms', 'not a code'].map(directionOf)).toEqual(Array(6).fill('ltr'));
});

it('does not cache invalid language codes', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapUsed = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heapUsed();
  for (let i = 0; i < 1500; i++) {
    const code = `${i}${'x'.repeat(62_000)}`;
    expect([directionOf(code), pluralForm(code, 2, ['one', 'many']), inflect(code, 'word', 'genitive')]).toEqual(['ltr', 'many', 'word']);
  }
  expect(heapUsed() - before).toBeLessThan(10 << 20);
});

it('falls back to related languages', () => {
  expect(fallbacksOf('gan-hant')).toEqual(['gan', 'gan-hans', 'zh-hant', 'zh', 'zh-hans']);
  expect(fallbacksOf('de-at')).toEqual(['de']);
  expect(fallbacksOf('xyz')).toEqual([]);
  expect(fallbacksOf('constructor')).toEqual([]);
});

it('returns local namespaces and magic words, including those of fallback languages', () => {
  expect(namespaceAliasesOf('it', 'Wiki')).toEqual([
    { id: 6, alias: 'Immagine' },
    { id: 7, alias: 'Discussioni immagine' },
  ]);
  expect(namespaceAliasesOf('zh', 'Wiki')).toContainEqual({ id: 6, alias: '圖像' });
  expect(namespaceAliasesOf('de-at', 'Wiki')).toContainEqual({ id: 6, alias: 'Bild' });
  expect(namespaceAliasesOf('ja', 'Wiki')).toContainEqual({ id: 5, alias: 'Wiki‐ノート' });
  expect(magicWordsOf('de-at').get('redirect')).toEqual(['#WEITERLEITUNG']);
  expect(magicWordsOf('ru').get('redirect')).toEqual(['#перенаправление', '#перенапр']);
  expect(magicWordsOf('fa').get('if')?.at(-1)).toBe('if');
  expect(['en', 'constructor'].map(code => [magicWordsOf(code).size, namespaceAliasesOf(code, '').length])).toEqual(Array(2).fill([0, 0]));
});

it('returns current codes of renamed languages', () => {
  expect(['zh-yue', 'simple', 'de', 'constructor'].map(currentCode)).toEqual(['yue', 'en', 'de', 'constructor']);
});

it('recognizes valid language codes', () => {
  expect(['de', 'zh-hans', 'xyz', 'x-anything', 'DE'].every(isLanguageCode)).toBe(true);
  expect(['a:b', 'a/b', '<de>', 'a|b', 'a\0b', '[', 'x'.repeat(129)].some(isLanguageCode)).toBe(false);
});

describe('variants', () => {
  it('reads the variants of a language from the site configuration', () => {
    expect(variantsOf(site, 'sr')).toEqual(['sr', 'sr-ec', 'sr-el']);
    expect(variantsOf(site, 'de')).toEqual(['de']);
    expect(variantsOf(site, 'simple')).toEqual(['en']);
    expect(variantsOf(readSite({ languagevariants: {} }), 'sr')).toEqual(['sr']);
    expect(variantsOf(readSite({ languagevariants: { en: { 'en-x-piglatin': {}, en: {} } } }), 'en')).toEqual(['en-x-piglatin', 'en']);
  });
  it('returns local names of variants', () => {
    expect(variantName(site, 'sr', 'sr-el')).toBe('Latinica');
    expect(variantName(site, 'zh-yue', 'yue')).toBe('粵語');
    expect(variantName(site, 'xyz', 'xyz')).toBe('xyz');
    expect(inheritedNames.map(code => variantName(site, 'zh', code))).toEqual(inheritedNames);
  });
});

it('formats numbers by language', () => {
  const written = (language: string) => ['1234', '12345', '1234567.8', '-0.5', 'x1'].map(number => formatNumber(language, number));
  expect(written('en')).toEqual(['1,234', '12,345', '1,234,567.8', '−0.5', 'x1']);
  expect(written('de')).toEqual(['1.234', '12.345', '1.234.567,8', '−0,5', 'x1']);
  expect(written('pl')).toEqual(['1234', '12\u00A0345', '1\u00A0234\u00A0567,8', '−0,5', 'x1']);
  expect(written('hi')).toEqual(['१,२३४', '१२,३४५', '१२,३४,५६७.८', '−०.५', 'x1']);
  expect(written('lzh')[2]).toBe('一二三四五六七點八');
  expect(written('xyz')).toEqual(written('en'));
});

it('formats long numbers and exponents as PHP does', () => {
  const written = {
    '12345678901234567890': '12,345,678,901,234,567,000',
    '1234567.12345678901234': '1,234,567.12345678900000',
    '123456789012345.678': '123,456,789,012,345.670',
    ...{ '1e10': '10,000,000,000', '1.5E3': '1,500', '12345e-4': '1.234', '1e-10': '0', '-1e3': '−1,000' },
    ...{ '123456789012345': '123,456,789,012,345', '1.10': '1.10' },
  };
  expect(Object.fromEntries(Object.keys(written).map(number => [number, formatNumber('en', number)]))).toEqual(written);
});

it('rewrites formatted numbers as plain numbers', () => {
  expect([plainNumber('ru', '1,234.5'), plainNumber('de', '1.234,5'), plainNumber('ar', '١٬٢٣٤٫٥')]).toEqual([
    '1.234.5',
    '1234.5',
    '1234.5',
  ]);
  expect([plainNumber('en', '−∞'), plainNumber('en', 'abc'), plainNumber('tr', '0.001')]).toEqual(['-INF', 'abc', '0001']);
  expect([formatNumber('ru', '1e10'), formatNumber('de', '1e10'), formatNumber('en', '-INF')]).toEqual(['1e10', '10.000.000.000', '−∞']);
});

it('parses formatted numbers', () => {
  for (const language of ['en', 'de', 'pl', 'ar', 'hi', 'lzh', 'xyz']) {
    const numbers = [0, 12, 1234567.8, -0.5];
    expect(numbers.map(number => parseNumber(language, formatNumber(language, String(number))))).toEqual(numbers);
  }
  expect([parseNumber('en', '12,345'), parseNumber('de', '12 345'), parseNumber('en', ''), parseNumber('ar', 'x')]).toEqual([
    12_345,
    12_345,
    Number.NaN,
    Number.NaN,
  ]);
});

describe('plural and grammar forms', () => {
  it('selects the plural form for a number', () => {
    const russian = ['статья', 'статьи', 'статей'];
    expect([1, 3, 5, 11, 21].map(count => pluralForm('ru', count, russian))).toEqual(['статья', 'статьи', 'статей', 'статей', 'статья']);
    expect([0, 1, 2].map(count => pluralForm('en', count, ['page', 'pages']))).toEqual(['pages', 'page', 'pages']);
    expect([0, 1, 2].map(count => pluralForm('ja', count, ['頁']))).toEqual(['頁', '頁', '頁']);
    // Japanese has one plural form, so if two forms are written, the English rule selects one.
    expect([1, 2].map(count => pluralForm('ja', count, ['a', 'b']))).toEqual(['a', 'b']);
  });
  it('selects a plural form that specifies an exact number', () => {
    expect([0, 1, 12].map(count => pluralForm('en', count, ['0=none', 'one', 'many', '12=a dozen']))).toEqual(['none', 'one', 'a dozen']);
    expect(pluralForm('en', 3, [])).toBe('');
    expect(pluralForm('en', 3, ['0=none'])).toBe('');
  });
  it('accepts any text in plural forms', () => {
    expect(pluralForm('en', 2, ['{{x|y}}', '$1 [[a|b]] {{'])).toBe('$1 [[a|b]] {{');
  });
  it('applies the plural rules of a fallback language', () => {
    expect(pluralForm('sr-el', 1, ['a', 'b', 'c'])).toBe('a');
    expect(pluralForm('not a code', 1, ['a', 'b'])).toBe('a');
  });
  it("uses MediaWiki's plural rules, which differ from CLDR's in some languages", () => {
    const indexes = (language: string, ...counts: number[]) =>
      counts.map(count => Number(pluralForm(language, count, ['0', '1', '2', '3', '4', '5'])));
    expect(indexes('he', 0, 1, 2, 20, 1.5)).toEqual([3, 0, 1, 2, 3]);
    expect(indexes('ar', 0, 1, 2, 3, 11, 100)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(indexes('lv', 0, 1, 2, 0.1)).toEqual([0, 1, 2, 1]);
    expect(indexes('zh', 1, 2)).toEqual([0, 1]);
  });
  it('inflects Kazakh words by their last letters, and Russian words by patterns', () => {
    const kazakh = ['genitive', 'dative', 'ablative', 'comitative', 'dc31'].map(each => inflect('kk', 'өзен', each));
    expect(kazakh).toEqual(['өзеннің', 'өзенге', 'өзеннен', 'өзенмен', 'өзен']);
    expect([inflect('kk', 'Алматы', 'locative'), inflect('kk', 'b', 'genitive')]).toEqual(['Алматыда', 'b']);
    expect([inflect('ru', 'Москва', 'accusative'), inflect('ru', 'Википедия', 'prepositional')]).toEqual(['Москву', 'Википедии']);
    expect([inflect('ru', 'Река', 'toString'), inflect('ru', 'суахили', 'languageadverb')]).toEqual(['Река', 'на языке суахили']);
  });
  it('inflects a word by grammatical case', () => {
    expect(inflect('fi', 'Wiki', 'genitive')).toBe('Wikin');
    expect(inflect('en', 'Wiki', 'genitive')).toBe('Wiki');
    expect(inflect('fi', '', 'genitive')).toBe('');
  });
});
