import { isolatedTask, type Requester } from '@wikiquery/tasks';
import { type DiffInput, diffTable } from './diff-table.ts';
import { diffUnified } from './diff-unified.ts';

/** Maximum lengths in characters for which any comparison takes only milliseconds. */
const QUICK = { texts: 65_536, differing: 8192 };

/** Form of a diff: rows of a table with both texts side by side, or the format of `diff -u`. */
export type DiffForm = 'table' | 'unified';

/** Returns a diff as table rows. Long comparisons run in another process. */
export function diffTexts(input: DiffInput, requester: Requester, form: DiffForm = 'table'): string | Promise<string> {
  if (form === 'unified') return isQuick(input) ? diffUnified(input) : isolatedDiffUnified(input, requester);
  return isQuick(input) ? diffTable(input) : isolatedDiffTable(input, requester);
}

const isolatedDiffUnified = isolatedTask<typeof diffUnified>(import.meta.url, './diff-unified', 'diffUnified');
const isolatedDiffTable = isolatedTask<typeof diffTable>(import.meta.url, './diff-table', 'diffTable');

export function isQuick({ before, after }: DiffInput): boolean {
  if (before === after) return true;
  const size = before.length + after.length;
  if (size > QUICK.texts) return false;
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (end < shortest - start && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
  return size - 2 * (start + end) <= QUICK.differing;
}
