import { expect, it } from 'vitest';
import { examineCacheKeys, unkeyedHeaders } from './cache-keys.ts';

it('gives nobody the response of a request that spells the key of theirs', { timeout: 240_000 }, async () => {
  const { kept, wrong } = await examineCacheKeys({ pairs: process.env.CI ? 3000 : 600, seed: 1 });
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(kept).toBeGreaterThan(100);
});

it('lets no response depend on a header that its key lacks', { timeout: 240_000 }, async () => {
  expect(await unkeyedHeaders({ share: 0.003 })).toEqual([]);
});
