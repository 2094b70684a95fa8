import { escapeOperators, escapePart } from './escape.ts';

/** Query in Lucene syntax, made from the words and phrases of a query. */
export interface LuceneText {
  /** Query for the fields `all` and `all.plain`. */
  readonly query: string;
  /** Query for the separate fields of a page. It is the same with different field names for phrases. */
  readonly separate: string;
  /** Words to compare with whole titles. Not escaped. */
  readonly nearMatch: string;
  /** Phrases whose last word is incomplete, such as `"light hou*"`, without the asterisk. */
  readonly phrasePrefixes: readonly string[];
  /** Whether a word has too many wildcards. */
  readonly isTooComplex: boolean;
}

/** Maximum number of wildcards in a word. */
const MAX_WILDCARDS = 3;

const PHRASE = /(?<!\])([-!])?("(?:[^"]|(?<=\\)")+"(~\d+)?)(~)?/g;
const WILDCARD = /[\p{L}\p{N}_]+\*[\p{L}\p{N}_*]*/gu;

/** Weights of the separate fields. */
const FIELD_WEIGHTS = {
  title: 20,
  'redirect.title': 15,
  category: 8,
  heading: 5,
  opening_text: 3,
  text: 1,
  auxiliary_text: 0.5,
  file_text: 0.5,
} as const;

/** Returns the separate fields of a page, with their weights. `hasFiles`: whether files are searched. */
export const separateFields = (hasFiles: boolean): [string, number][] =>
  Object.entries(FIELD_WEIGHTS).filter(([field]) => hasFiles || field !== 'file_text');

/** Converts words and phrases to Lucene syntax. Exact phrases and wildcards are searched without stemming. */
export function toLuceneText(text: string, hasFiles: boolean): LuceneText {
  const escaped: string[] = [];
  const separate: string[] = [];
  const words: string[] = [];
  const phrasePrefixes: string[] = [];
  let isTooComplex = false;

  for (const part of split(text, PHRASE)) {
    if (typeof part === 'string') addWords(part);
    else addPhrase(part);
  }
  const nearMatch = words.join(' ');
  return {
    query: escapeOperators(escaped.join(' ')),
    separate: escapeOperators(separate.join(' ')),
    nearMatch: nearMatch.trim() === '' ? '' : nearMatch,
    phrasePrefixes,
    isTooComplex,
  };

  function addPhrase([, sign, typed = '', slop, stems]: RegExpExecArray) {
    const not = sign === undefined ? '' : 'NOT ';
    const phrase = escapePart(typed);
    const beginning = /^"([^"*]+)\*"/.exec(phrase)?.[1];
    if (beginning !== undefined && not === '' && slop === undefined && stems === undefined) {
      phrasePrefixes.push(beginning);
      return;
    }
    if (stems !== undefined) return add(not + phrase);
    const exact = slop === undefined ? `${phrase}~0` : phrase;
    const fields = separateFields(hasFiles).map(([field, weight]) => `${field}.plain:${exact}^${weight}`);
    add(`${not}(all.plain:${exact}^1)`, `${not}(${fields.join(' OR ')})`);
  }

  function addWords(part: string) {
    for (const piece of split(part, WILDCARD)) {
      if (typeof piece === 'string') {
        add(escapePart(piece));
        words.push(piece);
        continue;
      }
      const [word] = piece;
      if ((word.match(/[?*]+/g)?.length ?? 0) > MAX_WILDCARDS) isTooComplex = true;
      const term = escapePart(word);
      add(`(title.plain:${term}^${FIELD_WEIGHTS.title} OR all.plain:${term})`);
    }
  }

  function add(forAll: string, forSeparate = forAll) {
    escaped.push(forAll);
    separate.push(forSeparate);
  }
}

/** Splits a text into matches of a pattern and the texts between them. */
function* split(text: string, pattern: RegExp): Generator<string | RegExpExecArray> {
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > at) yield text.slice(at, found.index);
    yield found;
    at = found.index + found[0].length;
  }
  if (at < text.length) yield text.slice(at);
}
