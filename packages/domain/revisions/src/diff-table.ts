import { escapeHtml } from '@wikiquery/comments';
import { diffArrays } from 'diff';
import { compareWords } from './diff-words.ts';

/** Unchanged lines that are shown around a change. */
const CONTEXT = 2;
/** Lines that may differ; beyond, every line counts as changed. */
const MAX_EDITS = 10_000;

/** The rows of the table in which MediaWiki shows the difference of two texts; empty when they are the same. */
export function diffTexts(before: string, after: string): string {
  if (before === after) return '';
  const [left, right] = [before, after].map(text => text.split('\n')) as [string[], string[]];
  const changes = diffArrays(left, right, { maxEditLength: MAX_EDITS }) ?? [
    { value: left, removed: true, added: false },
    { value: right, removed: false, added: true },
  ];
  const rows: string[] = [];
  let leftLine = 1;
  let rightLine = 1;
  for (let at = 0; at < changes.length; at++) {
    const change = changes[at] as (typeof changes)[number];
    if (!change.added && !change.removed) {
      const isLast = at === changes.length - 1;
      const lines = change.value;
      const tail = at === 0 ? 0 : Math.min(CONTEXT, lines.length);
      for (const line of lines.slice(0, tail)) rows.push(contextRow(line));
      const skipped = isLast ? lines.length - tail : Math.max(0, lines.length - tail - CONTEXT);
      leftLine += lines.length;
      rightLine += lines.length;
      if (isLast) break;
      const head = lines.slice(tail + skipped);
      if (skipped > 0 || at === 0) rows.push(lineRow(leftLine - head.length, rightLine - head.length));
      for (const line of head) rows.push(contextRow(line));
      continue;
    }
    if (at === 0) rows.push(lineRow(1, 1));
    const next = changes[at + 1];
    const pair = change.removed && next?.added ? next : change.added && next?.removed ? next : undefined;
    if (pair) at++;
    const removed = change.removed ? change.value : pair?.removed ? pair.value : [];
    const added = change.added ? change.value : pair?.added ? pair.value : [];
    rows.push(...changedRows(removed, added));
    leftLine += removed.length;
    rightLine += added.length;
  }
  return rows.map(row => `${row}\n`).join('');
}

/** Lines that stand for each other are compared word by word. */
function changedRows(removed: readonly string[], added: readonly string[]): string[] {
  if (added.length === 0) return removed.map(line => row(`<del class="diffchange">${escapeHtml(line)}</del>`, undefined));
  if (removed.length === 0) return added.map(line => row(undefined, `<ins class="diffchange">${escapeHtml(line)}</ins>`));
  const { before, after } = compareWords(removed, added);
  return Array.from({ length: Math.max(before.length, after.length) }, (_, at) => row(before[at], after[at]));
}

/** A side that has no more lines is undefined. */
const row = (before: string | undefined, after: string | undefined): string =>
  `<tr>${before === undefined ? '<td colspan="2" class="diff-side-deleted"></td>' : deletedCell(before)}${
    after === undefined ? '<td colspan="2" class="diff-side-added"></td>' : addedCell(after)
  }</tr>`;

const lineRow = (left: number, right: number): string =>
  `<tr><td colspan="2" class="diff-lineno" id="mw-diff-left-l${left}">Line ${left}:</td>\n<td colspan="2" class="diff-lineno">Line ${right}:</td></tr>`;

function contextRow(line: string): string {
  const content = line === '' ? '<br>' : `<div>${escapeHtml(line)}</div>`;
  const cell = (side: string) => `<td class="diff-marker"></td><td class="diff-context diff-side-${side}">${content}</td>`;
  return `<tr>${cell('deleted')}${cell('added')}</tr>`;
}

const deletedCell = (html: string): string =>
  `<td class="diff-marker" data-marker="−"></td><td class="diff-deletedline diff-side-deleted"><div>${html}</div></td>`;
const addedCell = (html: string): string =>
  `<td class="diff-marker" data-marker="+"></td><td class="diff-addedline diff-side-added"><div>${html}</div></td>`;
