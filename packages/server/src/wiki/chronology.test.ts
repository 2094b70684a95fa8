import { expect, it } from 'vitest';
import { madeChanges } from './chronology.ts';

const NOW = 1_750_000_000_000;
const CLIENT = 'c47dcfb0566e7d7bc110a6128a45c93a';
const withCookie = (cookie: string) => madeChanges({ query: 'action=query', headers: { cookie } }, NOW);

it.each([`cpPosIndex=3@${NOW / 1000 - 10}#${CLIENT}`, `a=b; cpPosIndex=${encodeURIComponent(`12@${NOW / 1000}#${CLIENT}`)}; c=d`])(
  'recognizes a client that made changes by the cookie %s',
  cookie => {
    expect(withCookie(cookie)).toBe(true);
  },
);

it.each([
  `cpPosIndex=3@${NOW / 1000 - 11}#${CLIENT}`,
  `cpPosIndex=0@${NOW / 1000}#${CLIENT}`,
  `cpPosIndex=5@${NOW / 1000}`,
  `cpPosIndex=5#${CLIENT}`,
  `wiki_cpPosIndex=3@${NOW / 1000}#${CLIENT}`,
  'a=b',
])('ignores the expired or invalid cookie %s', cookie => {
  expect(withCookie(cookie)).toBe(false);
});

it('recognizes the parameter in the URL and in a form', () => {
  expect(madeChanges({ query: 'action=query&cpPosIndex=4', headers: {} }, NOW)).toBe(true);
  expect(madeChanges({ query: '', body: 'cpPosIndex=1&action=query', headers: {} }, NOW)).toBe(true);
  expect(madeChanges({ query: 'cpPosIndex=0&titles=cpPosIndex=4', headers: {} }, NOW)).toBe(false);
});
