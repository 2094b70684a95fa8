import { expect, it } from 'vitest';
import { examineCacheKeys, unkeyedHeaders } from './cache-keys.ts';

it('gives nobody the response of a request that spells the key of theirs', { timeout: 240_000 }, async () => {
  const pairs = process.env.CI ? 3000 : 200;
  const { kept, wrong } = await examineCacheKeys({ pairs, seed: 1 });
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(kept).toBeGreaterThan(pairs / 6);
});

it('lets no response depend on a header that its key lacks', { timeout: 240_000 }, async () => {
  expect(await unkeyedHeaders({ share: process.env.CI ? 0.003 : 0.001 })).toEqual([]);
});
