import { describe, expect, it } from 'vitest';
import { Budget, keyedById } from './result.ts';

describe('the size of a response', () => {
  it('is the sum of the sizes of its scalars', () => {
    const budget = new Budget(10);
    expect(budget.take({ title: 'äb', ns: -1, flags: [true, false, null], inner: new Map([['x', 'y']]) })).toBe(true); // 3 + 2 + 1 + 1
    expect(budget.take('four')).toBe(false);
    expect(budget.take('abc')).toBe(true);
    expect(budget.take(0)).toBe(false);
  });
  it('is estimated for lists of values, and measured when the estimate does not fit', () => {
    const budget = new Budget(60);
    expect(budget.takeAll([{ title: 'twelve bytes' }, { title: 'abcd' }])).toBe(true); // 16 bytes, 48 at most
    expect(budget.takeAll(['fourteen bytes'])).toBe(false);
    expect(budget.take('x'.repeat(44))).toBe(true);
    expect(budget.take('x')).toBe(false);
  });
});

it.each([
  [[], []],
  [
    [0, 1],
    [0, 1],
  ],
  [
    [-1, -2, 2],
    [-2, -1, 2],
  ],
  [
    [1, 0],
    [0, 1],
  ],
])('keyedById returns a list for the ids %j', (ids, list) => expect(keyedById(ids.map(id => [id, id]))).toEqual(list));

it.each([[[1]], [[0, 2]], [[-1]], [[-1, 3, 5]]])('keyedById returns an object for the ids %j', ids => {
  expect(keyedById(ids.map(id => [id, id]))).toEqual(new Map(ids.map(id => [String(id), id])));
});
