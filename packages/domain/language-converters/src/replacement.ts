import type { ManualWords } from './manual-words.ts';
import type { ConversionTable, Replace } from './rules.ts';

const LONGEST = 255;

/** Returns a function that replaces words by tables. The longest word wins, then `manual`, then the first table. Replaced text is not replaced again. */
export function createReplacement(tables: readonly ConversionTable[], manual?: ManualWords): Replace {
  const words: readonly Words[] = [...(manual ? [manual] : []), ...tables.map(wordsOf).filter(({ lengths }) => lengths.size > 0)];
  if (words.length === 0) return (text, between = asItIs) => between(text);

  return (text, between = asItIs) => {
    let converted = '';
    let copied = 0;
    for (let at = 0; at < text.length; ) {
      const first = text.charCodeAt(at);
      let longest = 0;
      let to = '';
      for (const { lengths, forms } of words) {
        for (const length of lengths.get(first) ?? NONE) {
          if (length <= longest) break;
          const word = text.slice(at, at + length);
          const form = manual?.removed.has(word) ? undefined : forms.get(word);
          // Near the end of the text, a slice is shorter than `length`.
          if (form === undefined || at + length > text.length) continue;
          longest = length;
          to = form;
          break;
        }
      }
      if (longest > 0) {
        converted += between(text.slice(copied, at)) + to;
        at += longest;
        copied = at;
      } else at++;
    }
    return converted + between(text.slice(copied));
  };
}

const asItIs = (text: string): string => text;
const NONE: readonly number[] = [];

interface Words {
  readonly forms: ReadonlyMap<string, string>;
  /** Lengths of the words by first character, longest first. */
  readonly lengths: ReadonlyMap<number, readonly number[]>;
}

const known = new WeakMap<ConversionTable, Words>();

/** Returns the words of a table. The result is cached, because variants share tables. */
function wordsOf(table: ConversionTable): Words {
  let words = known.get(table);
  if (!words) {
    const forms = new Map(Object.entries(table).filter(([from]) => from !== '' && from.length <= LONGEST));
    const lengths = new Map<number, number[]>();
    for (const word of forms.keys()) {
      const first = word.charCodeAt(0);
      const found = lengths.get(first);
      if (!found) lengths.set(first, [word.length]);
      else if (!found.includes(word.length)) found.push(word.length);
    }
    for (const list of lengths.values()) list.sort((a, b) => b - a);
    words = { forms, lengths };
    known.set(table, words);
  }
  return words;
}
