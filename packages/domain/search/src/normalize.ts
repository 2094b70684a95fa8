import type { Site } from '@wikiquery/core';
import type { LanguageConverter } from '@wikiquery/language-converters';
import { languageChain } from '@wikiquery/titles';

/** How a language of the wiki writes words into the search index. */
export interface SearchLanguage {
  /** Words are told apart by what is not a letter. */
  readonly hasWordBreaks: boolean;
  /** Stands for what is left out. */
  readonly ellipsis: string;
  /** Stands before a word that was found. */
  readonly mark: string;
  /** The form that texts have in the index. */
  normalize(text: string): string;
  /** The forms in which a word may stand in the index: in all variants of the language, unless the index has but one. */
  indexForms(word: string): readonly string[];
  /** The forms in which snippets mark a word. */
  shownForms(word: string): readonly string[];
  /** Spaces between the words of a text that has none. */
  segment(text: string): string;
}

/** The rules of the wiki's language: its own, else those of the language that it falls back to. `converter` is that of the language. */
export function searchLanguage(site: Site, converter?: LanguageConverter): SearchLanguage {
  const chain = languageChain(site);
  const rules = { ...ORDINARY, ...chain.map(code => LANGUAGES[code]).find(language => language !== undefined) };
  const ellipsis = chain.map(code => ELLIPSES.get(code)).find(sign => sign !== undefined);
  const ofIndex = converter && INDEX_VARIANTS.get(site.lang);
  const inIndex = ofIndex === undefined ? asItIs : (text: string) => converter?.convertHtml(text, ofIndex) ?? text;
  const normalize = (text: string): string => rules.normalize(inIndex(narrow(text)));
  return {
    ...rules,
    ...(ellipsis && { ellipsis }),
    normalize,
    indexForms: word => [...new Set((converter?.everyForm(word) ?? [word]).map(normalize))],
    shownForms: word => (ofIndex === undefined ? [word] : (converter?.everyForm(narrow(word)) ?? [word])),
  };
}

const asItIs = (text: string): string => text;

/** Languages of which the index has one script alone. */
const INDEX_VARIANTS: ReadonlyMap<string, string> = new Map([
  ['zh', 'zh-hans'],
  ['gan', 'gan-hans'],
  ['wuu', 'wuu-hans'],
]);

/** Digits and letters as wide as a Chinese character become ordinary ones. */
const narrow = (text: string): string => text.replace(/[０-９Ａ-Ｚａ-ｚ]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** What languages differ in; `normalize` gets ordinary digits and letters. */
type Rules = Omit<SearchLanguage, 'indexForms' | 'shownForms'>;

const ORDINARY: Rules = {
  hasWordBreaks: true,
  ellipsis: '...',
  mark: '<span class="searchmatch">',
  normalize: asItIs,
  segment: text => text,
};

const spaced = (pattern: RegExp) => (text: string) => text.replace(pattern, ' $& ').replace(/ {2,}/g, ' ');
const eachCharacter = spaced(/[^\0-\x7f]/gu);

const CHINESE: Partial<Rules> = {
  hasWordBreaks: false,
  normalize: text => eachCharacter(text.trim()),
  segment: eachCharacter,
};

const LANGUAGES: Readonly<Record<string, Partial<Rules> | undefined>> = {
  zh: CHINESE,
  'zh-hans': CHINESE,
  yue: { hasWordBreaks: false, segment: eachCharacter },
  // Runs of one script: hiragana, katakana, kanji.
  ja: { segment: spaced(/[\u3040-\u309f]+|[\u30a0-\u30ff]+|[\u3200-\u9999]+/g) },
  'be-tarask': { normalize: text => text.replaceAll('\u2019', "'") },
};

/** Three dots in one character, where that is the custom. */
const ELLIPSES: ReadonlyMap<string, string> = new Map([
  ...'cs de es hu ja nb nl pdc pl sc sr-ec sr-el vi zh-hans zh-hant'.split(' ').map(code => [code, '…'] as const),
  ['lzh', '……'],
]);

/**
 * A text as it stands in the index of MariaDB, which knows ASCII only and leaves short words out: other characters become `u8` and the
 * hexadecimal digits of their UTF-8, words shorter than `shortest` letters get `u800` at the end, and a dot within a word becomes `u82e`.
 */
export function encodeWords(text: string, { segment }: SearchLanguage, shortest: number): string {
  const ascii = segment(text)
    .toLowerCase()
    .replace(/[^\0-\x7f]/gu, letter => `u8${Buffer.from(letter).toString('hex')}`);
  const padded = shortest > 1 ? ascii.replace(new RegExp(`\\b(\\w{1,${shortest - 1}})\\b`, 'g'), '$1u800') : ascii;
  return padded.replace(/(\w)\.(\w|\*)/g, '$1u82e$2');
}
