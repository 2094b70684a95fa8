import { expect, it } from 'vitest';
import { nextPause } from './back-off.ts';

it('doubles the pause after each failure, from the first pause up to the longest one', () => {
  const pauses = [0];
  for (let at = 0; at < 6; at++) pauses.push(nextPause(pauses[at] as number, { first: 1000, longest: 15_000 }));
  expect(pauses).toEqual([0, 1000, 2000, 4000, 8000, 15_000, 15_000]);
});
