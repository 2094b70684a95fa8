import { stemmer } from 'stemmer';

const LIGATURES: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' };

/**
 * Normalizes a title for matching: lower case, no diacritics of Latin, Greek, Cyrillic, Arabic and Hebrew letters, words separated by one
 * space. A title without letters and digits keeps its punctuation.
 */
export function foldTitle(text: string): string {
  const lower = text.replaceAll('_', ' ').toLowerCase();
  const bare = /^[\0-\x7f]*$/.test(lower) ? lower : withoutMarks(lower);
  return bare.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim() || lower.trim();
}

const withoutMarks = (lower: string): string =>
  lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]+/g, '')
    .normalize('NFC')
    .replace(/[ßæœøđðþłı]/g, letter => LIGATURES[letter] ?? letter);

const MAYBE_UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\ud840-\ud87f]/;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;

/** Splits text in scripts without spaces into pairs of characters: 東京都 into 東京 京都. With `isText`, the last character is a token too. */
export const pairUp = (text: string, isText: boolean): string =>
  MAYBE_UNSPACED.test(text) ? text.replace(UNSPACED, run => ` ${pairsOf(run, isText).join(' ')} `) : text;

function pairsOf(run: string, isText: boolean): string[] {
  const signs = run.match(/\P{M}\p{M}*/gu) ?? [run];
  const pairs = signs.slice(1).map((sign, at) => `${signs[at]}${sign}`);
  return isText || pairs.length === 0 ? [...pairs, signs.at(-1) ?? run] : pairs;
}

/** Whether a text is one character of a script without spaces. Such a character is searched as the prefix of a pair. */
export const isSingleSign = (text: string): boolean => MAYBE_UNSPACED.test(text) && /^\P{M}\p{M}*$/u.test(text);

export interface Stemming {
  readonly tokenizer: string;
  /** Returns the form in which the tokenizer indexes a word. */
  stem(word: string): string;
}

/** Returns stemming for English wikis. Other languages are not stemmed, because SQLite has only an English stemmer. */
export function stemmingOf(language: string): Stemming {
  const tokenizer = `unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'`;
  if (!/^(?:en|simple)\b/.test(language)) return { tokenizer, stem: foldTitle };
  return { tokenizer: `porter ${tokenizer}`, stem: word => stemmer(foldTitle(word)) };
}
