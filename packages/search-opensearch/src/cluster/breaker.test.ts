import { expect, it } from 'vitest';
import { CircuitBreaker } from './breaker.ts';

it('rejects requests after several failures, then admits one at a time', () => {
  let now = 0;
  const breaker = new CircuitBreaker(() => now);
  const fail = (): void => {
    expect(breaker.admit()).toBe(true);
    breaker.failed('gone');
  };
  fail();
  fail();
  expect(breaker.problem).toBeUndefined();
  fail();
  expect(breaker.problem).toBe('gone');
  expect(breaker.admit()).toBe(false);
  now = 1000;
  expect([breaker.admit(), breaker.admit()]).toEqual([true, false]);
  breaker.failed('still gone');
  now = 2999;
  expect(breaker.admit()).toBe(false);
  now = 3000;
  expect(breaker.admit()).toBe(true);
  breaker.cancelled();
  expect(breaker.admit()).toBe(true);
  breaker.succeeded();
  expect(breaker.problem).toBeUndefined();
  expect([breaker.admit(), breaker.admit()]).toEqual([true, true]);
});

it('waits at most half a minute', () => {
  let now = 0;
  const breaker = new CircuitBreaker(() => now);
  for (let i = 0; i < 40; i++) breaker.failed('gone');
  now = 30_000;
  expect(breaker.admit()).toBe(true);
});
