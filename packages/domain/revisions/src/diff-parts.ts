import { compareSequences, type DiffBudget } from './sequence-diff.ts';

/** Unchanged lines that are shown around a change. */
const CONTEXT = 2;

/** A part of what is shown of a difference; `x` and `y` count the lines of both texts from 0. */
export type DiffPart =
  /** Lines were left out, or the text begins: what follows stands here. */
  | { readonly kind: 'place'; readonly x: number; readonly y: number }
  | { readonly kind: 'same'; readonly x: number; readonly count: number }
  | { readonly kind: 'changed'; readonly x: number; readonly removed: number; readonly y: number; readonly added: number };

/** What changed between two texts, with a few lines around it. */
export function* shownParts(left: readonly string[], right: readonly string[], work: DiffBudget): Generator<DiffPart> {
  let [x, y] = [0, 0];
  const stretches = compareSequences(left, right, work) ?? [];
  for (const [at, { same, left: removed, right: added }] of stretches.entries()) {
    if (same) {
      const [isFirst, isLast] = [at === 0, at === stretches.length - 1];
      const areFew = !isFirst && removed <= 2 * CONTEXT;
      const tail = isFirst ? 0 : areFew ? removed : CONTEXT;
      const head = areFew || isLast ? 0 : Math.min(CONTEXT, removed);
      if (tail > 0) yield { kind: 'same', x, count: tail };
      if (!areFew && !isLast) yield { kind: 'place', x: x + removed - head, y: y + removed - head };
      if (head > 0) yield { kind: 'same', x: x + removed - head, count: head };
    } else {
      if (at === 0) yield { kind: 'place', x: 0, y: 0 };
      yield { kind: 'changed', x, removed, y, added };
    }
    x += removed;
    y += added;
  }
}
