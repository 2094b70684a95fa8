import { stemmer } from 'stemmer';

/** Letters that no decomposition takes apart. */
const LIGATURES: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' };

/**
 * A title as somebody may type it who forgets capitals, accents and signs: lower case, without marks of Latin, Greek, Cyrillic, Arabic and
 * Hebrew letters, and words with one space between them. A title of signs alone keeps them.
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

/** Texts that may hold scripts without spaces between words. */
const MAYBE_UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\ud840-\ud87f]/;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;

/**
 * Writes what stands without spaces as pairs of characters that overlap, 東京都 as 東京 京都, so that any part of it is a phrase of the index. The last
 * character of a run stands alone in texts (`isText`), where a query for it alone has to find it.
 */
export const pairUp = (text: string, isText: boolean): string =>
  MAYBE_UNSPACED.test(text) ? text.replace(UNSPACED, run => ` ${pairsOf(run, isText).join(' ')} `) : text;

function pairsOf(run: string, isText: boolean): string[] {
  const signs = run.match(/\P{M}\p{M}*/gu) ?? [run];
  const pairs = signs.slice(1).map((sign, at) => `${signs[at]}${sign}`);
  return isText || pairs.length === 0 ? [...pairs, signs.at(-1) ?? run] : pairs;
}

/** A single character of a script without spaces: it stands at the beginning of pairs. */
export const isSingleSign = (text: string): boolean => MAYBE_UNSPACED.test(text) && /^\P{M}\p{M}*$/u.test(text);

/** How a wiki's words are cut down to their stems: SQLite's own stemmer is English. */
export interface Stemming {
  /** What FTS5 reads texts with. */
  readonly tokenizer: string;
  /** What it makes of a word. */
  stem(word: string): string;
}

/** The first of the language and those that it falls back to decides. */
export function stemmingOf(language: string): Stemming {
  const tokenizer = `unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'`;
  const fold = (word: string): string => foldTitle(word);
  if (!/^(?:en|simple)\b/.test(language)) return { tokenizer, stem: fold };
  return { tokenizer: `porter ${tokenizer}`, stem: word => stemmer(fold(word)) };
}
