import { escapeHtml } from '@wikiquery/comments';
import { diffArrays } from 'diff';

/** Lines of HTML, what differs marked. */
interface Marked {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Compares lines word by word, whatever line a word stands on. */
export function compareWords(removed: readonly string[], added: readonly string[]): Marked {
  const [left, right] = [wordsOf(removed), wordsOf(added)];
  const changes = diffArrays(left.map(bare), right.map(bare), { maxEditLength: MAX_EDITS }) ?? [
    { count: left.length, removed: true, added: false },
    { count: right.length, removed: false, added: true },
  ];
  const [before, after] = [new MarkedLines('del'), new MarkedLines('ins')];
  let [leftAt, rightAt] = [0, 0];
  for (const { count, removed: isRemoved, added: isAdded } of changes) {
    if (!isAdded) {
      before.add(left.slice(leftAt, leftAt + count), isRemoved);
      leftAt += count;
    }
    if (!isRemoved) {
      after.add(right.slice(rightAt, rightAt + count), isAdded);
      rightAt += count;
    }
  }
  return { before: before.finish(), after: after.finish() };
}

/** Words that may differ; beyond, all are marked. */
const MAX_EDITS = 5000;
/** Characters of a line that is taken apart. */
const MAX_LINE = 10_000;

const LINE_END = '\n';
/** Blanks, a word (of any script), or one other character; with the blank behind, which goes along but is not compared. */
const WORD = /(?:[ \t\r\f\v]+|[\w\u0080-\u{10ffff}]+|.)[ \t\r\f\v]?/gsu;

const wordsOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line, at) => [...(at > 0 ? [LINE_END] : []), ...(line.length > MAX_LINE ? [line] : (line.match(WORD) ?? []))]);

const bare = (word: string): string => (word.length > 1 && BLANK.test(word) ? word.slice(0, -1) : word);
const BLANK = /[ \t\r\f\v]$/;

/** Joins words to lines; those that differ lie in an element, one for each stretch in a line. */
class MarkedLines {
  readonly #element: 'del' | 'ins';
  readonly #lines: string[] = [];
  #line = '';
  #stretch = '';
  #differs = false;

  constructor(element: 'del' | 'ins') {
    this.#element = element;
  }

  add(words: readonly string[], differs: boolean): void {
    if (differs !== this.#differs) this.#endStretch();
    this.#differs = differs;
    for (const word of words) {
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
    // An empty line would not be seen.
    this.#lines.push(this.#line === '' ? '\u00a0' : this.#line);
    this.#line = '';
  }

  #endStretch(): void {
    const html = escapeHtml(this.#stretch);
    const name = this.#element;
    if (html !== '') this.#line += this.#differs ? `<${name} class="diffchange diffchange-inline">${html}</${name}>` : html;
    this.#stretch = '';
  }
}
