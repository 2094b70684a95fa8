import { wordsOf } from '../expression.ts';
import type { Stemming } from '../fold.ts';
import { inAscii, type LexemeKind, lexeme, readWords } from './lexemes.ts';
import type { ServerEngine } from './tables.ts';

export interface Parts {
  readonly names: readonly string[];
  readonly headings: string;
  readonly opening: string;
  readonly text: string;
  readonly auxiliary: string;
  readonly source: string;
  readonly tags: string;
}

export const writeWords: Readonly<Record<ServerEngine, (parts: Parts, stemming: Stemming, known: Map<string, string>) => string>> = {
  postgres: writeVector,
  mariadb: writeText,
};

/** Maximum size of words and positions in bytes. A `tsvector` holds less than one mebibyte of them. */
const MAX_BYTES = 900_000;
const LAST_POSITION = 16_383;
const MAX_POSITIONS = 255;

/** Writes a `tsvector` with weight A for names, B for headings, C for the opening and D for other text. */
function writeVector(parts: Parts, stemming: Stemming, known: Map<string, string>): string {
  const positions = new Map<string, string[]>();
  let [position, bytes] = [0, 0];
  const add = (written: string, weight: string): void => {
    let list = positions.get(written);
    if (!list) {
      if (bytes > MAX_BYTES) return;
      bytes += Buffer.byteLength(written) + 8;
      list = [];
      positions.set(written, list);
    }
    if (weight === '' || position > LAST_POSITION || list.length >= MAX_POSITIONS || bytes > MAX_BYTES) return;
    list.push(`${position}${weight}`);
    bytes += 2;
  };
  for (const [weight, texts] of [
    ['A', parts.names],
    ['B', parts.headings.split('\n')],
    ['C', [parts.opening]],
    ['D', [parts.text, parts.auxiliary]],
  ] as const)
    for (const text of texts) {
      for (const word of readWords(text, stemming, known)) {
        position++;
        add(lexeme('seen', word), weight);
        if (weight === 'A') add(lexeme('names', word), weight);
      }
      // The gap prevents phrases from matching across texts.
      position++;
    }
  for (const word of readWords(parts.source, stemming, known)) if (!positions.has(lexeme('seen', word))) add(lexeme('source', word), '');
  for (const tag of parts.tags.split(' ')) if (tag !== '') add(lexeme('tags', tag), '');
  return Array.from(positions, ([word, at]) => `'${word}'${at.length > 0 ? `:${at.join()}` : ''}`).join(' ');
}

/** Number of repetitions that give a part more weight, because MariaDB ranks by term frequency. */
const AGAIN = { names: 6, headings: 2, opening: 1 } as const;
/** Word between texts, which prevents phrases from matching across texts. */
const BREAK = 'x_x';

function writeText(parts: Parts, stemming: Stemming, known: Map<string, string>): string {
  const written: string[] = [];
  const seen = new Set<string>();
  const write = (kind: LexemeKind, text: string): void => {
    for (const word of readWords(text, stemming, known)) {
      if (kind === 'seen') seen.add(word);
      else if (kind === 'source' && (seen.has(word) || seen.size > MAX_WORDS)) continue;
      written.push(inAscii(lexeme(kind, word)));
    }
    written.push(BREAK);
  };
  for (const name of parts.names) {
    write('names', name);
    for (let times = 0; times <= AGAIN.names; times++) write('seen', name);
  }
  for (const heading of parts.headings.split('\n')) for (let times = 0; times <= AGAIN.headings; times++) write('seen', heading);
  for (let times = 0; times <= AGAIN.opening; times++) write('seen', parts.opening);
  write('seen', parts.text);
  write('seen', parts.auxiliary);
  write('source', parts.source);
  for (const tag of parts.tags.split(' ')) if (tag !== '') written.push(lexeme('tags', tag));
  return written.join(' ');
}

const MAX_WORDS = 1_000_000;

/** Normalizes the words of a phrase in the same way as indexed words. */
export const wordsAsIndexed = (words: readonly string[], stemming: Stemming): string[] =>
  words.flatMap(word => wordsOf(word)).flatMap(word => [...readWords(word, stemming, new Map())]);
