import { expect, it } from 'vitest';
import { cookiePrefixOf } from './cookie-prefix.ts';

/** Parts of names that could become equal in cookie names. */
const PARTS = ['a', 'A', 'b', 'B', '.', '_', '-', 'ä', 'Ä', 'a\u0308', '2e', '5f', '_2e', 'c3', 'E4', 'user', 'UserID', '中', '𝒜', '1'];

it('the cookie prefix differs for different wiki names, even if case is ignored', () => {
  const seen = new Map<string, string>();
  for (const first of PARTS)
    for (const second of PARTS)
      for (const third of [...PARTS, ''])
        for (const last of ['', '.', '_', 'A']) {
          const name = first + second + third + last;
          const prefix = cookiePrefixOf(name).toLowerCase();
          expect(prefix).toMatch(/^[a-z0-9_~-]+$/);
          expect(seen.get(prefix) ?? name).toBe(name);
          seen.set(prefix, name);
        }
  expect(seen.size).toBeGreaterThan(10_000);
});

it('the cookie prefix is the wiki name itself if it needs no encoding', () => {
  expect(['pond', 'en_wiki', 'de-wiki2'].map(cookiePrefixOf)).toEqual(['pond', 'en_wiki', 'de-wiki2']);
});
