// Runs a small part of `pnpm lab cache`.
import { engines } from '@wikiquery/testing';
import { expect, it, vi } from 'vitest';
import { examineFreshness } from './freshness.ts';
import { examineCacheKeys, unkeyedHeaders } from './keys.ts';

vi.setConfig({ testTimeout: 240_000 });

it.each(engines)('the server never returns an outdated cached response on %s', async engine => {
  const { cached, changed, stale } = await examineFreshness({ engine, pairs: 90, seed: 1 });
  expect(stale).toEqual([]);
  // A MariaDB primary does not report its state, so nothing is cached.
  expect(engine === 'mariadb' ? cached === 0 : cached > 50).toBe(true);
  expect(changed).toBeGreaterThan(5);
});

it('the server never returns the cached response of a request that imitates the cache key of another request', async () => {
  const pairs = process.env.CI ? 3000 : 200;
  const { cached, wrong } = await examineCacheKeys({ pairs, seed: 1 });
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(cached).toBeGreaterThan(pairs / 6);
});

it('the server reads no request header that the cache key lacks', async () => {
  expect(await unkeyedHeaders({ share: process.env.CI ? 0.003 : 0.001 })).toEqual([]);
});
