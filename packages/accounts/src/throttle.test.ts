import { expect, test } from 'vitest';
import { createThrottle, PASSWORD_ATTEMPTS } from './throttle.ts';

test('allows five attempts in five minutes and 150 in two days', () => {
  let now = 0;
  const throttle = createThrottle(PASSWORD_ATTEMPTS, () => now);
  const attempts = (count: number) => Array.from({ length: count }, () => throttle.take('Ann'));

  expect(attempts(6)).toEqual([undefined, undefined, undefined, undefined, undefined, 300]);
  expect(throttle.take('Bob')).toBeUndefined();
  now = 300_000;
  expect(attempts(6).at(-1)).toBe(300);
  for (let i = 2; i < 30; i++) {
    now = i * 300_000;
    attempts(5);
  }
  now = 30 * 300_000;
  expect(throttle.take('Ann')).toBe(172_800);
});

test('clears the counted attempts after a success', () => {
  const throttle = createThrottle([{ count: 1, seconds: 60 }], () => 0);
  throttle.take('Ann');
  expect(throttle.take('Ann')).toBe(60);
  throttle.clear('Ann');
  expect(throttle.take('Ann')).toBeUndefined();
});

test('evicts the oldest keys above the maximum number of keys', () => {
  const throttle = createThrottle([{ count: 1, seconds: 60 }], () => 0, 2);
  for (const key of ['Ann', 'Bob', 'Cat']) throttle.take(key);
  expect(throttle.take('Cat')).toBe(60);
  expect(throttle.take('Ann')).toBeUndefined();
});
