import { wordsOf } from '../expression.ts';
import type { Stemming } from '../fold.ts';
import { inAscii, type LexemeKind, lexeme, readWords } from './lexemes.ts';
import type { ServerEngine } from './tables.ts';

/** The parts of a document whose words are indexed. */
export interface Parts {
  /** Title and redirects. */
  readonly names: readonly string[];
  readonly headings: string;
  readonly opening: string;
  readonly text: string;
  readonly auxiliary: string;
  readonly source: string;
  readonly tags: string;
}

/** What the words of a document are written as. */
export const writeWords: Readonly<Record<ServerEngine, (parts: Parts, stemming: Stemming, known: Map<string, string>) => string>> = {
  postgres: writeVector,
  mariadb: writeText,
};

/** A vector has less than a mebibyte of words and places. */
const MOST_BYTES = 900_000;
/** The last place of a word: phrases behind it are not found. */
const LAST_PLACE = 16_383;
const MOST_PLACES = 255;

/** As a `tsvector`: with places, and weights A for names, B for headings, C for the opening. */
function writeVector(parts: Parts, stemming: Stemming, known: Map<string, string>): string {
  const places = new Map<string, string[]>();
  let [place, bytes] = [0, 0];
  const add = (written: string, weight: string): void => {
    let list = places.get(written);
    if (!list) {
      if (bytes > MOST_BYTES) return;
      bytes += Buffer.byteLength(written) + 8;
      list = [];
      places.set(written, list);
    }
    if (weight === '' || place > LAST_PLACE || list.length >= MOST_PLACES || bytes > MOST_BYTES) return;
    list.push(`${place}${weight}`);
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
        place++;
        add(lexeme('seen', word), weight);
        if (weight === 'A') add(lexeme('names', word), weight);
      }
      // No phrase goes on from one to the other.
      place++;
    }
  for (const word of readWords(parts.source, stemming, known)) if (!places.has(lexeme('seen', word))) add(lexeme('source', word), '');
  for (const tag of parts.tags.split(' ')) if (tag !== '') add(lexeme('tags', tag), '');
  return Array.from(places, ([word, at]) => `'${word}'${at.length > 0 ? `:${at.join()}` : ''}`).join(' ');
}

/** How often words of these parts stand besides: what counts is how often a word is there. */
const AGAIN = { names: 6, headings: 2, opening: 1 } as const;
/** Between texts that no phrase should join. */
const BREAK = 'x_x';

function writeText(parts: Parts, stemming: Stemming, known: Map<string, string>): string {
  const written: string[] = [];
  const seen = new Set<string>();
  const say = (kind: LexemeKind, text: string): void => {
    for (const word of readWords(text, stemming, known)) {
      if (kind === 'seen') seen.add(word);
      else if (kind === 'source' && (seen.has(word) || seen.size > MOST_WORDS)) continue;
      written.push(inAscii(lexeme(kind, word)));
    }
    written.push(BREAK);
  };
  for (const name of parts.names) {
    say('names', name);
    for (let times = 0; times <= AGAIN.names; times++) say('seen', name);
  }
  for (const heading of parts.headings.split('\n')) for (let times = 0; times <= AGAIN.headings; times++) say('seen', heading);
  for (let times = 0; times <= AGAIN.opening; times++) say('seen', parts.opening);
  say('seen', parts.text);
  say('seen', parts.auxiliary);
  say('source', parts.source);
  for (const tag of parts.tags.split(' ')) if (tag !== '') written.push(lexeme('tags', tag));
  return written.join(' ');
}

const MOST_WORDS = 1_000_000;

/** The words of a phrase of a query, as the index has them. */
export const wordsAsIndexed = (words: readonly string[], stemming: Stemming): string[] =>
  words.flatMap(word => wordsOf(word)).flatMap(word => [...readWords(word, stemming, new Map())]);
