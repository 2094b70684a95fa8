import { engines } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { examineKept } from './kept.ts';

it.each(engines)('gives nobody an answer that %s has outdated', { timeout: 240_000 }, async engine => {
  const { kept, changed, stale } = await examineKept({ engine, pairs: 90, seed: 1 });
  expect(stale).toEqual([]);
  // A MariaDB that is written to does not tell what state it is in.
  expect(engine === 'mariadb' ? kept === 0 : kept > 50).toBe(true);
  expect(changed).toBeGreaterThan(5);
});
