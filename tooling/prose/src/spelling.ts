import { readFileSync } from 'node:fs';
import { spellCheckDocument } from 'cspell-lib';
import { CODE, type Passage } from './passages.ts';

const OWN_WORDS = readFileSync(new URL('../words.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean);

/** Returns the first use of each word that is in neither the English dictionaries, `words.txt` nor `names`. */
export async function misspelled<P extends Passage>(
  passages: readonly P[],
  names: readonly string[],
): Promise<(P & { readonly word: string })[]> {
  const firstUse = new Map<string, P>();
  for (const passage of passages) for (const word of wordsOf(passage.text)) if (!firstUse.has(word)) firstUse.set(word, passage);
  const text = [...firstUse.keys()].join('\n');
  const { issues } = await spellCheckDocument(
    { uri: 'words.txt', text, languageId: 'plaintext', locale: 'en' },
    { generateSuggestions: false, noConfigSearch: true },
    {
      words: [...OWN_WORDS, ...names],
      language: 'en,en-GB',
      dictionaries: ['typescript', 'node', 'software-terms', 'sql', 'companies', 'en-gb'],
      caseSensitive: false,
      maxNumberOfProblems: 10_000,
    },
  );
  const unknown = new Set(issues.map(issue => issue.text));
  return [...firstUse].flatMap(([word, passage]) =>
    [...unknown].some(each => word.includes(each)) && isUnknown(word, unknown) ? [{ ...passage, word }] : [],
  );
}

const isUnknown = (word: string, unknown: ReadonlySet<string>): boolean => unknown.has(word);

/** Returns the words to check: at most one capital, then three or more lower-case letters. Skips identifiers and acronyms. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(CODE, ' ')
    .split(/[^\p{L}'’]+/u)
    .map(word => word.replace(/^['’]+|['’](?:s)?$/g, ''))
    .filter(word => /^\p{Lu}?\p{Ll}{3,}$/u.test(word));
}
