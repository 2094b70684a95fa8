import { describe, expect, it } from 'vitest';
import { compareSequences, type DiffBudget, type Stretch } from './sequence-diff.ts';

const plenty = (): DiffBudget => ({ steps: 1e9 });

/** Formats stretches: `=2` represents two equal elements, `-1+2` for one element replaced by two. */
const show = (stretches: readonly Stretch[] | undefined): string =>
  (stretches ?? []).map(({ same, left, right }) => (same ? `=${left}` : `-${left}+${right}`)).join(' ');

const compare = (left: string, right: string, work = plenty()): string => show(compareSequences(Array.from(left), Array.from(right), work));

/** Returns pseudorandom letters. */
function letters(count: number, alphabet: string, seed: number): string[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return alphabet[(state >> 8) % alphabet.length] as string;
  });
}

/** Returns the length of the longest common subsequence by its definition. */
function commonLength(left: readonly string[], right: readonly string[]): number {
  let row = new Uint16Array(right.length + 1);
  for (const element of left) {
    const next = new Uint16Array(right.length + 1);
    for (let y = 1; y <= right.length; y++)
      next[y] = right[y - 1] === element ? (row[y - 1] as number) + 1 : Math.max(row[y] as number, next[y - 1] as number);
    row = next;
  }
  return row[right.length] as number;
}

/** Checks that reported equal elements are equal, and returns their number. */
function sameIn(stretches: readonly Stretch[], left: readonly string[], right: readonly string[]): number {
  let [x, y, same] = [0, 0, 0];
  for (const stretch of stretches) {
    const count = stretch.same ? stretch.left : 0;
    expect(left.slice(x, x + count)).toEqual(right.slice(y, y + count));
    same += count;
    x += stretch.left;
    y += stretch.right;
  }
  expect([x, y]).toEqual([left.length, right.length]);
  return same;
}

describe('compareSequences', () => {
  it('reports equal and differing elements', () => {
    expect(compare('', '')).toBe('');
    expect(compare('abc', 'abc')).toBe('=3');
    expect(compare('', 'ab')).toBe('-0+2');
    expect(compare('abcabba', 'cbabac')).toBe('-1+1 =1 -1+0 =1 -1+0 =2 -0+1');
    expect(compare('axb', 'ayzb')).toBe('=1 -1+2 =1');
  });

  it('places ambiguous differences as MediaWiki does', () => {
    expect(compare('aab', 'aaab')).toBe('-0+1 =3');
    expect(compare('xab', 'xabab')).toBe('=1 -0+2 =2');
    expect(compare('xaby', 'xababy')).toBe('=1 -0+2 =3');
  });

  it('finds the longest common subsequence', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const [left, right] = [letters(seed % 60, 'abcd', seed), letters((seed * 7) % 60, 'abcde', seed + 1000)];
      expect(sameIn(compareSequences(left, right, plenty()) ?? [], left, right)).toBe(commonLength(left, right));
    }
  });

  it('ends a long search with the best result so far', () => {
    const [left, right] = [letters(3000, 'abcdefgh', 1), letters(3000, 'abcdefgh', 2)];
    const work = plenty();
    const same = sameIn(compareSequences(left, right, work) ?? [], left, right);
    expect(same).toBeGreaterThan(commonLength(left, right) / 2);
    expect(1e9 - work.steps).toBeLessThan(500_000);
  });

  it('stops comparing when no steps are left', () => {
    const [left, right] = [letters(1000, 'abc', 1), letters(1000, 'abc', 2)];
    const work = { steps: 10_000 };
    sameIn(compareSequences(left, right, work) ?? [], left, right);
    // The last distance is searched as soon as one step is left, so it can exceed the budget.
    expect(work.steps).toBeGreaterThan(-20_000);
    expect(compare('xaby', 'xababy', { steps: 0 })).toBe('=3 -0+2 =1');
  });

  it('rejects too many pairs, not counting elements that one side lacks', () => {
    expect(compareSequences(['a', 'b', 'c'], ['c', 'b', 'a'], plenty(), 8)).toBeUndefined();
    expect(compareSequences(['a', 'b', 'x'], ['b', 'a', 'y'], plenty(), 4)).toBeDefined();
  });

  it.each([
    ['one side twice as long', (count: number) => ['a'.repeat(count), 'a'.repeat(2 * count)]],
    ['a letter between', (count: number) => ['a'.repeat(count), `${'a'.repeat(count / 2)}b${'a'.repeat(count / 2)}`]],
    ['letters at random', (count: number) => [letters(count, 'ab', 1).join(''), letters(count, 'ab', 2).join('')]],
    ['every third against every fifth', (count: number) => ['aab'.repeat(count / 3), 'aaaab'.repeat(count / 5)]],
    [
      'the other way round',
      (count: number) => [letters(count, 'abcdefghijkl', 3).join(''), letters(count, 'abcdefghijkl', 3).reverse().join('')],
    ],
  ] as const)('takes at most three times the steps for twice the input: %s', (_, make) => {
    const steps = (count: number): number => {
      const [left = '', right = ''] = make(count);
      const work = plenty();
      compareSequences(Array.from(left), Array.from(right), work);
      return 1e9 - work.steps;
    };
    expect(steps(12_000)).toBeLessThan(3 * steps(6000));
  });
});
