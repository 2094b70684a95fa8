import { foldTitle, type Stemming } from '../fold.ts';

/** What a word stands for: seen by readers, of a title or redirect, in the source, a tag. */
export type LexemeKind = 'seen' | 'names' | 'source' | 'tags';
const KINDS: Readonly<Record<LexemeKind, string>> = { seen: 'w', names: 'n', source: 's', tags: 't' };

/** Longest word; what is longer is cut off. */
const LONGEST = 100;
const WORD = /[\p{L}\p{N}]/u;

/** The words of a text, as the index has them: without accents and capitals, by their stems. */
export function* readWords(text: string, { stem }: Stemming, known: Map<string, string>): Generator<string> {
  for (const word of foldTitle(text).split(' ')) {
    if (!WORD.test(word)) continue;
    let root = known.get(word);
    if (root === undefined) {
      root = stem(word).slice(0, LONGEST);
      if (known.size > MOST_KNOWN) known.clear();
      known.set(word, root);
    }
    yield root;
  }
}

const MOST_KNOWN = 50_000;

export const lexeme = (kind: LexemeKind, word: string): string => `${KINDS[kind]}_${word}`;

/**
 * A lexeme in ASCII letters, digits and underscores, as all servers split words alike. Each other character takes four or six, so that what begins
 * alike is written alike. InnoDB takes words of 3 to 84 characters.
 */
export function inAscii(written: string): string {
  if (/^[\0-\x7f]*$/.test(written)) return written.slice(0, MOST_ASCII);
  let ascii = '';
  for (const sign of written) {
    const code = sign.codePointAt(0) as number;
    const digits = code.toString(36);
    ascii += code < 0x80 ? sign : code < END_OF_SHORT ? `_${digits.padStart(3, '0')}` : `_z${digits.padStart(4, '0')}`;
  }
  return ascii.slice(0, MOST_ASCII);
}

const MOST_ASCII = 84;
/** Three digits that do not begin with z. */
const END_OF_SHORT = 35 * 36 * 36;
