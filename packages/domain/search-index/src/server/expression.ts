import type { Clause, Expression, Phrase } from '../expression.ts';
import type { Stemming } from '../fold.ts';
import { inAscii, type LexemeKind, lexeme } from './lexemes.ts';
import type { ServerEngine } from './tables.ts';
import { wordsAsIndexed } from './vectors.ts';

interface Language {
  phrase(words: readonly string[], isPrefix: boolean): string;
  any(parts: readonly string[]): string;
  all(parts: readonly string[]): string;
  without(part: string, parts: readonly string[]): string;
}

const LANGUAGES: Readonly<Record<ServerEngine, Language>> = {
  postgres: {
    phrase: (words, isPrefix) =>
      `(${words.map((word, at) => `'${word}'${isPrefix && at === words.length - 1 ? ':*' : ''}`).join(' <-> ')})`,
    any: parts => `(${parts.join(' | ')})`,
    all: parts => `(${parts.join(' & ')})`,
    without: (part, parts) => `${part}${parts.map(each => ` & !${each}`).join('')}`,
  },
  mariadb: {
    phrase(words, isPrefix) {
      const ascii = words.map(inAscii);
      if (ascii.length === 1) return `${ascii[0]}${isPrefix ? '*' : ''}`;
      if (!isPrefix) return `"${ascii.join(' ')}"`;
      // MariaDB does not support phrases that end with a word prefix.
      return `(${ascii.map((word, at) => `+${word}${at === ascii.length - 1 ? '*' : ''}`).join(' ')})`;
    },
    any: parts => (parts.length === 1 ? (parts[0] as string) : `(${parts.join(' ')})`),
    all: parts => (parts.length === 1 ? (parts[0] as string) : `(${parts.map(part => `+${part}`).join(' ')})`),
    without: (part, parts) => `+${part}${parts.map(each => ` -${each}`).join('')}`,
  },
};

/** Writes a full-text query for the database. `where`: part of the documents in which words are searched. */
export function writeExpression(
  engine: ServerEngine,
  stemming: Stemming,
  { words, filters, negated }: Expression,
  where: 'seen' | 'names',
): string {
  const language = LANGUAGES[engine];
  const clause = (each: Clause): string => language.all(each.all.map(group => writeGroup(language, stemming, each.where, group)));
  const positive = [...(words.length > 0 ? [clause({ where, all: words })] : []), ...filters.map(clause)];
  return language.without(language.all(positive), negated.map(clause));
}

export const writeWord = (engine: ServerEngine, stemming: Stemming, group: readonly Phrase[]): string =>
  writeGroup(LANGUAGES[engine], stemming, 'seen', group);

function writeGroup(language: Language, stemming: Stemming, where: Clause['where'], group: readonly Phrase[]): string {
  // Words in the wikitext that are also visible are indexed only as visible words.
  const kinds: readonly LexemeKind[] = where === 'source' ? ['seen', 'source'] : [where];
  const parts = group.flatMap(({ words, isPrefix }) => {
    const indexed = where === 'tags' ? words : wordsAsIndexed(words, stemming);
    if (indexed.length === 0) return [];
    return kinds.map(kind =>
      language.phrase(
        indexed.map(word => lexeme(kind, word)),
        isPrefix,
      ),
    );
  });
  return language.any(parts.length > 0 ? parts : [language.phrase([lexeme('tags', 'nothing')], false)]);
}
