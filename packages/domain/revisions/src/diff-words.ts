import { escapeText } from '@wikiquery/html';
import { compareSequences, type DiffBudget } from './sequence-diff.ts';

interface Marked {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Maximum number of word pairs to compare, as in MediaWiki. */
const MAX_PAIRS = 40_000_000;
/** Maximum number of characters to split into words, which need much memory. */
const MAX_CHARACTERS = 1_000_000;

/** Compares the words of lines, also across line breaks. Returns undefined if the lines are too long. */
export function compareWords(removed: readonly string[], added: readonly string[], work: DiffBudget): Marked | undefined {
  if (lengthOf(removed) + lengthOf(added) > MAX_CHARACTERS) return undefined;
  const [left, right] = [wordsOf(removed), wordsOf(added)];
  const stretches = compareSequences(left.map(bare), right.map(bare), work, MAX_PAIRS);
  if (!stretches) return undefined;
  const [before, after] = [new MarkedLines('del', left), new MarkedLines('ins', right)];
  for (const { same, left, right } of stretches) {
    before.add(left, !same);
    after.add(right, !same);
  }
  return { before: before.finish(), after: after.finish() };
}

type Element = 'del' | 'ins';

export const markLine = (element: Element, line: string | undefined): string | undefined =>
  line === undefined ? undefined : shown(mark(element, line));

const mark = (element: Element, text: string): string =>
  text === '' ? '' : `<${element} class="diffchange diffchange-inline">${escapeText(text)}</${element}>`;

const shown = (line: string): string => (line === '' ? '\u00a0' : line);

const LINE_END = '\n';
/** Matches spaces, a word of any script, or another character. The comparison ignores one following space. */
const WORD = /(?:[ \t\r\f\v]+|[\w\u0080-\u{10ffff}]+|.)[ \t\r\f\v]?/gsu;

function wordsOf(lines: readonly string[]): string[] {
  const words: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (at > 0) words.push(LINE_END);
    for (const word of line.match(WORD) ?? []) words.push(word);
  }
  return words;
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length + 1, 0);

const bare = (word: string): string => (word.length > 1 && BLANK.test(word) ? word.slice(0, -1) : word);
const BLANK = /[ \t\r\f\v]$/;

/** Joins words into lines, with one element for each sequence of differing words in a line. */
class MarkedLines {
  readonly #element: Element;
  readonly #words: readonly string[];
  readonly #lines: string[] = [];
  #at = 0;
  #line = '';
  #stretch = '';
  #differs = false;

  constructor(element: Element, words: readonly string[]) {
    this.#element = element;
    this.#words = words;
  }

  add(count: number, differs: boolean): void {
    if (differs !== this.#differs) this.#endStretch();
    this.#differs = differs;
    for (const end = this.#at + count; this.#at < end; this.#at++) {
      const word = this.#words[this.#at] as string;
      if (word === LINE_END) this.#endLine();
      else this.#stretch += word;
    }
  }

  finish(): readonly string[] {
    this.#endLine();
    return this.#lines;
  }

  #endLine(): void {
    this.#endStretch();
    this.#lines.push(shown(this.#line));
    this.#line = '';
  }

  #endStretch(): void {
    this.#line += this.#differs ? mark(this.#element, this.#stretch) : escapeText(this.#stretch);
    this.#stretch = '';
  }
}
