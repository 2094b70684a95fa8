import { wordsOf } from './expression.ts';
import { pairUp, stemmingOf } from './fold.ts';
import { type LinkNames, plainText } from './plain-text.ts';

/** Word of a text, its stem and its number of occurrences. */
export interface CountedWord {
  readonly word: string;
  readonly stem: string;
  readonly count: number;
}

const LEAST_COUNT = 2;
const MOST = 100;

/** Returns the most frequent words of wikitexts. Runs in a separate process. */
export function significantWords(input: {
  readonly wikitexts: readonly string[];
  readonly names: LinkNames;
  readonly language: string;
}): readonly CountedWord[] {
  const { stem } = stemmingOf(input.language);
  const counts = new Map<string, { word: string; stem: string; count: number }>();
  for (const wikitext of input.wikitexts) {
    const { opening, text, headings } = plainText(wikitext, input.names);
    for (const word of wordsOf(pairUp([opening, text, ...headings].join('\n'), true))) {
      const root = stem(word);
      const known = counts.get(root);
      if (known) known.count++;
      else counts.set(root, { word, stem: root, count: 1 });
    }
  }
  const all = [...counts.values()];
  const repeated = all.filter(({ count }) => count >= LEAST_COUNT);
  // Short texts repeat few words.
  return (repeated.length > 0 ? repeated : all).sort((a, b) => b.count - a.count).slice(0, MOST);
}
