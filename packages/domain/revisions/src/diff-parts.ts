import { compareSequences, type DiffBudget } from './sequence-diff.ts';

const CONTEXT_LINES = 2;

/** A part of a displayed diff. `x` and `y` are line numbers in the old and the new text, from 0. */
export type DiffPart =
  | { readonly kind: 'hunk'; readonly x: number; readonly y: number }
  | { readonly kind: 'same'; readonly x: number; readonly count: number }
  | { readonly kind: 'changed'; readonly x: number; readonly removed: number; readonly y: number; readonly added: number };

/** Yields the changes between two texts with their context lines. */
export function* shownParts(left: readonly string[], right: readonly string[], work: DiffBudget): Generator<DiffPart> {
  let [x, y] = [0, 0];
  const stretches = compareSequences(left, right, work) ?? [];
  for (const [at, { same, left: removed, right: added }] of stretches.entries()) {
    if (same) {
      const [isFirst, isLast] = [at === 0, at === stretches.length - 1];
      const areFew = !isFirst && removed <= 2 * CONTEXT_LINES;
      const tail = isFirst ? 0 : areFew ? removed : CONTEXT_LINES;
      const head = areFew || isLast ? 0 : Math.min(CONTEXT_LINES, removed);
      if (tail > 0) yield { kind: 'same', x, count: tail };
      if (!areFew && !isLast) yield { kind: 'hunk', x: x + removed - head, y: y + removed - head };
      if (head > 0) yield { kind: 'same', x: x + removed - head, count: head };
    } else {
      if (at === 0) yield { kind: 'hunk', x: 0, y: 0 };
      yield { kind: 'changed', x, removed, y, added };
    }
    x += removed;
    y += added;
  }
}
