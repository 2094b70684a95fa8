import type { Site } from '@wikiquery/core';
import type { LanguageConverter } from '@wikiquery/language-converters';
import { languageChain } from '@wikiquery/titles';

/** Rules for indexing, searching and highlighting words of a language. */
export interface SearchLanguage {
  /** Whether non-letters separate words. */
  readonly hasWordBreaks: boolean;
  /** Replaces omitted text in snippets. */
  readonly ellipsis: string;
  /** Opening tag of the element that highlights a match. */
  readonly mark: string;
  /** Returns the indexed form of a text. */
  normalize(text: string): string;
  /** Returns the forms of a word that may be in the index: one for each language variant, unless the index uses only one variant. */
  indexForms(word: string): readonly string[];
  /** Returns the forms of a word to highlight in texts. */
  shownForms(word: string): readonly string[];
  /** Inserts spaces between words of scripts without spaces. */
  segment(text: string): string;
}

/** Returns the rules of the wiki's language or of its nearest fallback. `converter` converts between variants of the wiki's language. */
export function searchLanguage(site: Site, converter?: LanguageConverter): SearchLanguage {
  const chain = languageChain(site);
  const rules = { ...ORDINARY, ...chain.map(code => LANGUAGES.get(code)).find(language => language !== undefined) };
  const ellipsis = chain.map(code => ELLIPSES.get(code)).find(sign => sign !== undefined);
  const ofIndex = converter && INDEX_VARIANTS.get(site.lang);
  const inIndex = ofIndex === undefined ? identity : (text: string) => converter?.convertHtml(text, ofIndex) ?? text;
  const normalize = (text: string): string => rules.normalize(inIndex(narrow(text)));
  return {
    ...rules,
    ...(ellipsis && { ellipsis }),
    normalize,
    indexForms: word => [...new Set((converter?.everyForm(word) ?? [word]).map(normalize))],
    shownForms: word => (ofIndex === undefined ? [word] : (converter?.everyForm(narrow(word)) ?? [word])),
  };
}

const identity = (text: string): string => text;

/** Index variant of each language whose index uses only one variant. */
const INDEX_VARIANTS: ReadonlyMap<string, string> = new Map([
  ['zh', 'zh-hans'],
  ['gan', 'gan-hans'],
  ['wuu', 'wuu-hans'],
]);

const narrow = (text: string): string => text.replace(/[０-９Ａ-Ｚａ-ｚ]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/** Language-specific rules. `normalize` receives text whose fullwidth characters are already converted to ASCII. */
type Rules = Omit<SearchLanguage, 'indexForms' | 'shownForms'>;

const ORDINARY: Rules = {
  hasWordBreaks: true,
  ellipsis: '...',
  mark: '<span class="searchmatch">',
  normalize: identity,
  segment: identity,
};

const spaced = (pattern: RegExp) => (text: string) => text.replace(pattern, ' $& ').replace(/ {2,}/g, ' ');
const eachCharacter = spaced(/[^\0-\x7f]/gu);

const CHINESE: Partial<Rules> = {
  hasWordBreaks: false,
  normalize: text => eachCharacter(text.trim()),
  segment: eachCharacter,
};

const LANGUAGES: ReadonlyMap<string, Partial<Rules>> = new Map<string, Partial<Rules>>([
  ['zh', CHINESE],
  ['zh-hans', CHINESE],
  ['yue', { hasWordBreaks: false, segment: eachCharacter }],
  // Separates runs of one script: hiragana, katakana, kanji.
  ['ja', { segment: spaced(/[\u3040-\u309f]+|[\u30a0-\u30ff]+|[\u3200-\u9999]+/g) }],
  ['be-tarask', { normalize: text => text.replaceAll('\u2019', "'") }],
]);

/** Languages whose ellipsis is not three dots. */
const ELLIPSES: ReadonlyMap<string, string> = new Map([
  ...'cs de es hu ja nb nl pdc pl sc sr-ec sr-el vi zh-hans zh-hant'.split(' ').map(code => [code, '…'] as const),
  ['lzh', '……'],
]);

/**
 * Encodes text for MariaDB as MediaWiki does: non-ASCII characters as `u8` and hexadecimal UTF-8, dots inside words as `u82e`. Words of
 * fewer than `shortest` characters are padded with `u800`.
 */
export function encodeWords(text: string, { segment }: SearchLanguage, shortest: number): string {
  const ascii = segment(text)
    .toLowerCase()
    .replace(/[^\0-\x7f]/gu, letter => `u8${Buffer.from(letter).toString('hex')}`);
  const padded = shortest > 1 ? ascii.replace(new RegExp(`\\b(\\w{1,${shortest - 1}})\\b`, 'g'), '$1u800') : ascii;
  return padded.replace(/(\w)\.(\w|\*)/g, '$1u82e$2');
}
