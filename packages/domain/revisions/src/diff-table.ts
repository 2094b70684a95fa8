import { escapeSpecialChars, escapeText } from '@wikiquery/html';
import { formatNumber } from '@wikiquery/languages';
import { shownParts } from './diff-parts.ts';
import { compareWords, markLine } from './diff-words.ts';
import lineNumbers from './line-numbers.json' with { type: 'json' };
import type { DiffBudget } from './sequence-diff.ts';

/** What a comparison may do in any case, and for each character: it is bounded by a line. */
const STEPS = { least: 2_000_000, perCharacter: 20 };

/** Two texts to be compared. */
export interface DiffInput {
  readonly before: string;
  readonly after: string;
  /** Characters that fit in a response: a table ends with the first row beyond, which need not be whole. */
  readonly maxSize: number;
  /** In which lines are numbered. */
  readonly language: string;
}

/** The rows of the table in which MediaWiki shows the difference of two texts; empty when they are the same. */
export function diffTable({ before, after, maxSize, language }: DiffInput): string {
  if (before === after) return '';
  const [left, right] = [before, after].map(text => text.split('\n')) as [string[], string[]];
  const work = workFor(before, after);
  const table = new Table(maxSize);
  for (const part of shownParts(left, right, work)) {
    if (part.kind === 'place') table.add(lineRow(part.x + 1, part.y + 1, language));
    else if (part.kind === 'same') for (const line of left.slice(part.x, part.x + part.count)) table.add(contextRow(line));
    else {
      for (const row of changedRows(left.slice(part.x, part.x + part.removed), right.slice(part.y, part.y + part.added), work)) {
        table.add(row);
        if (table.isFull) return table.html;
      }
    }
  }
  return table.html;
}

/** What the comparison of two texts may do. */
export const workFor = (before: string, after: string): DiffBudget => ({
  steps: STEPS.least + STEPS.perCharacter * (before.length + after.length),
});

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
function* changedRows(removed: readonly string[], added: readonly string[], work: DiffBudget): Generator<string> {
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

const lineRow = (left: number, right: number, language: string): string =>
  `<tr><td colspan="2" class="diff-lineno" id="mw-diff-left-l${left}">${lineNumber(left, language)}</td>\n<td colspan="2" class="diff-lineno">${lineNumber(right, language)}</td></tr>`;

/** As MediaWiki says it in a language (`lineno`); in English where it has nothing. */
const lineNumber = (line: number, language: string): string =>
  escapeSpecialChars((lineNumbers as Readonly<Record<string, string>>)[language] ?? 'Line $1:').replace('$1', () =>
    formatNumber(language, String(line)),
  );

function contextRow(line: string): string {
  // MediaWiki writes quotes so, but in what changed as they are.
  const html = escapeSpecialChars(line);
  return `<tr>${cell('', 'diff-context diff-side-deleted', html)}${cell('', 'diff-context diff-side-added', html)}</tr>`;
}

const deletedCell = (html: string): string => cell(' data-marker="−"', 'diff-deletedline diff-side-deleted', html);
const addedCell = (html: string): string => cell(' data-marker="+"', 'diff-addedline diff-side-added', html);

const cell = (marker: string, names: string, html: string): string =>
  `<td class="diff-marker"${marker}></td><td class="${names}">${html === '' ? '<br>' : `<div>${keepBlanks(html)}</div>`}</td>`;

/** Browsers would not show these blanks. */
const keepBlanks = (html: string): string => html.replace(/^ /, '\u00a0 ').replace(/ $/, ' \u00a0').replaceAll('  ', '\u00a0 ');
