import { foldTitle, type Stemming } from '../fold.ts';

/** Part of a document that a word belongs to. */
export type LexemeKind = 'seen' | 'names' | 'source' | 'tags';
const KINDS: Readonly<Record<LexemeKind, string>> = { seen: 'w', names: 'n', source: 's', tags: 't' };

/** Maximum length of a word in characters. Longer words are truncated. */
const LONGEST = 100;
const WORD = /[\p{L}\p{N}]/u;

/** Splits a text into normalized, stemmed words. */
export function* readWords(text: string, { stem }: Stemming, known: Map<string, string>): Generator<string> {
  for (const word of foldTitle(text).split(' ')) {
    if (!WORD.test(word)) continue;
    let root = known.get(word);
    if (root === undefined) {
      root = stem(word).slice(0, LONGEST);
      if (known.size > MAX_KNOWN) known.clear();
      known.set(word, root);
    }
    yield root;
  }
}

const MAX_KNOWN = 50_000;

export const lexeme = (kind: LexemeKind, word: string): string => `${KINDS[kind]}_${word}`;

/** Encodes a lexeme as 3 to 84 ASCII characters for InnoDB. Every server tokenizes ASCII in the same way. Common prefixes stay common. */
export function inAscii(written: string): string {
  if (/^[\0-\x7f]*$/.test(written)) return written.slice(0, MAX_ASCII);
  let ascii = '';
  for (const sign of written) {
    const code = sign.codePointAt(0) as number;
    const digits = code.toString(36);
    ascii += code < 0x80 ? sign : code < END_OF_SHORT ? `_${digits.padStart(3, '0')}` : `_z${digits.padStart(4, '0')}`;
  }
  return ascii.slice(0, MAX_ASCII);
}

const MAX_ASCII = 84;
/** From this code point on, three base-36 digits would start with z. */
const END_OF_SHORT = 35 * 36 * 36;
