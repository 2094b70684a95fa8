import { compareWords, escapeText, markLine } from './diff-words.ts';
import { compareSequences, type Work } from './sequence-diff.ts';

/** Unchanged lines that are shown around a change. */
const CONTEXT = 2;
/** What a comparison may do in any case, and for each character: it is bounded by a line. */
const STEPS = { least: 2_000_000, perCharacter: 20 };

/** Two texts to be compared. */
export interface DiffInput {
  readonly before: string;
  readonly after: string;
  /** Characters that fit in a response: a table ends with the first row beyond, which need not be whole. */
  readonly maxSize: number;
}

/** The rows of the table in which MediaWiki shows the difference of two texts; empty when they are the same. */
export function diffTable({ before, after, maxSize }: DiffInput): string {
  if (before === after) return '';
  const [left, right] = [before, after].map(text => text.split('\n')) as [string[], string[]];
  const work: Work = { steps: STEPS.least + STEPS.perCharacter * (before.length + after.length) };
  const table = new Table(maxSize);
  let [x, y] = [0, 0];
  const stretches = compareSequences(left, right, work) ?? [];
  for (const [at, { same, left: removed, right: added }] of stretches.entries()) {
    if (same) {
      const [isFirst, isLast] = [at === 0, at === stretches.length - 1];
      const areFew = !isFirst && removed <= 2 * CONTEXT;
      const tail = isFirst ? 0 : areFew ? removed : CONTEXT;
      const head = areFew || isLast ? 0 : Math.min(CONTEXT, removed);
      for (let i = 0; i < tail; i++) table.add(contextRow(left[x + i] as string));
      if (!areFew && !isLast) table.add(lineRow(x + removed - head + 1, y + removed - head + 1));
      for (let i = removed - head; i < removed; i++) table.add(contextRow(left[x + i] as string));
    } else {
      if (at === 0) table.add(lineRow(1, 1));
      for (const row of changedRows(left.slice(x, x + removed), right.slice(y, y + added), work)) {
        table.add(row);
        if (table.isFull) return table.html;
      }
    }
    x += removed;
    y += added;
  }
  return table.html;
}

class Table {
  html = '';
  readonly #maxSize: number;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get isFull(): boolean {
    return this.html.length > this.#maxSize;
  }

  add(row: string): void {
    this.html += `${row.slice(0, this.#maxSize)}\n`;
  }
}

/** Lines that stand for each other are compared word by word. */
function* changedRows(removed: readonly string[], added: readonly string[], work: Work): Generator<string> {
  if (added.length === 0) for (const line of removed) yield row(`<del class="diffchange">${escapeText(line)}</del>`, undefined);
  else if (removed.length === 0) for (const line of added) yield row(undefined, `<ins class="diffchange">${escapeText(line)}</ins>`);
  else {
    const words = compareWords(removed, added, work);
    const count = words ? Math.max(words.before.length, words.after.length) : Math.max(removed.length, added.length);
    for (let at = 0; at < count; at++) {
      if (words) yield row(words.before[at], words.after[at]);
      else yield row(markLine('del', removed[at]), markLine('ins', added[at]));
    }
  }
}

/** A side that has no more lines is undefined. */
const row = (before: string | undefined, after: string | undefined): string =>
  `<tr>${before === undefined ? '<td colspan="2" class="diff-side-deleted"></td>' : deletedCell(before)}${
    after === undefined ? '<td colspan="2" class="diff-side-added"></td>' : addedCell(after)
  }</tr>`;

const lineRow = (left: number, right: number): string =>
  `<tr><td colspan="2" class="diff-lineno" id="mw-diff-left-l${left}">Line ${left}:</td>\n<td colspan="2" class="diff-lineno">Line ${right}:</td></tr>`;

function contextRow(line: string): string {
  // MediaWiki writes quotes so, but in what changed as they are.
  const html = escapeText(line).replaceAll('"', '&quot;').replaceAll("'", '&#039;');
  return `<tr>${cell('', 'diff-context diff-side-deleted', html)}${cell('', 'diff-context diff-side-added', html)}</tr>`;
}

const deletedCell = (html: string): string => cell(' data-marker="−"', 'diff-deletedline diff-side-deleted', html);
const addedCell = (html: string): string => cell(' data-marker="+"', 'diff-addedline diff-side-added', html);

const cell = (marker: string, names: string, html: string): string =>
  `<td class="diff-marker"${marker}></td><td class="${names}">${html === '' ? '<br>' : `<div>${keepBlanks(html)}</div>`}</td>`;

/** Browsers would not show these blanks. */
const keepBlanks = (html: string): string => html.replace(/^ /, '\u00a0 ').replace(/ $/, ' \u00a0').replaceAll('  ', '\u00a0 ');
