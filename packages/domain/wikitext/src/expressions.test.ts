import { expect, it } from 'vitest';
import { ExpressionError, evaluate, writeNumber } from './expressions.ts';

it.each([
  ['1 + 2 * 3', 7],
  ['(1+2)*3', 9],
  ['-2^2', 4],
  ['2 * -3', -6],
  ['7 mod 3', 1],
  ['10 / 4', 2.5],
  ['3.14159 round 2', 3.14],
  ['1250 round -2', 1300],
  ['not 0 and 1 > 0', 1],
  ['2 <= 1 or 3 != 3', 0],
  ['floor 2.7 + ceil 2.1', 5],
  ['trunc(2 * pi)', 6],
  ['1e3 + .5', 1000.5],
  ['5 &lt; 6', 1],
])('%s is %d', (expression, value) => {
  expect(evaluate(expression)).toBeCloseTo(value, 10);
});

it('has no value for nothing', () => {
  expect(evaluate(' ')).toBeUndefined();
});

it.each(['1 /0', '1 +', '(1', '1)', '1 2', 'abc', 'sqrt(-1)', '5 mod 0'])('refuses %s', wrong => {
  expect(() => evaluate(wrong)).toThrow(ExpressionError);
});

it('writes numbers as PHP does', () => {
  expect([0.1 + 0.2, 1 / 3, 1e20, 12].map(writeNumber)).toEqual(['0.3', '0.33333333333333', '100000000000000000000', '12']);
});
