import { inheritedNames } from '@wikiquery/testing';
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
])('evaluates the expression %s to %d', (expression, value) => {
  expect(evaluate(expression)).toBeCloseTo(value, 10);
});

it('returns undefined for an empty expression', () => {
  expect(evaluate(' ')).toBeUndefined();
});

it.each(['1 /0', '1 +', '(1', '1)', '1 2', 'abc', 'sqrt(-1)', '5 mod 0'])('rejects the invalid expression %s', wrong => {
  expect(() => evaluate(wrong)).toThrow(ExpressionError);
});

it.each(inheritedNames)('rejects the word %s like any unknown word', name => {
  const failureOf = (word: string): unknown => {
    try {
      return evaluate(word);
    } catch (error) {
      return (error as ExpressionError).key;
    }
  };
  expect(failureOf(name)).toBe(failureOf(name.replaceAll(/[a-z]/gi, 'x')));
});

it('writes numbers as PHP does', () => {
  expect([0.1 + 0.2, 1 / 3, 1e20, 12].map(writeNumber)).toEqual(['0.3', '0.33333333333333', '1.0E+20', '12']);
});

it('writes exponents, negative zero, infinity and NaN as PHP does', () => {
  expect([1e14, 1e-7, 123_456_789_012_345_680, -0, 0.0001, 1 / 0, -1 / 0, Number.NaN].map(writeNumber)).toEqual([
    ...['1.0E+14', '1.0E-7', '1.2345678901235E+17', '-0', '0.0001', 'INF', '-INF', 'NAN'],
  ]);
});

it('reads numbers as PHP does, with exponents as an operator', () => {
  expect(['1.2.3', '5 e -3', '-1e2', '1 - 1e2'].map(evaluate)).toEqual([1.2, 0.005, -100, -99]);
  expect(evaluate('()')).toBeUndefined();
  expect(evaluate('(-8)^(1/3)')).toBeNaN();
});

it.each([
  ['1/0', 'division_by_zero'],
  ['1 +', 'missing_operand', '+'],
  ['1+()', 'missing_operand', '+'],
  ['e e', 'missing_operand', 'e'],
  ['2 pi', 'unexpected_number'],
  ['1 (2)', 'unexpected_operator', '('],
  ['1 sin 2', 'unexpected_operator', 'sin'],
  ['1)', 'unexpected_closing_bracket'],
  ['(1', 'unclosed_bracket'],
  ['Foo', 'unrecognised_word', 'foo'],
  ['1 & 2', 'unrecognised_punctuation', '&'],
  ['ln 0', 'invalid_argument_ln'],
  ['acos 2', 'invalid_argument', 'acos'],
  ['sqrt -1', 'not_a_number', 'sqrt'],
])('rejects the expression %s with the message %s', (wrong, key, ...params) => {
  expect(() => evaluate(wrong)).toThrow(expect.objectContaining({ key: `pfunc_expr_${key}`, params }));
});
