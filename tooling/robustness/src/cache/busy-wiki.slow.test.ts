// Runs a small part of `pnpm lab cache`.
import { engines } from '@wikiquery/testing';
import { expect, it, vi } from 'vitest';
import { measureBusyWiki } from './busy-wiki.ts';

vi.setConfig({ testTimeout: 120_000 });

it.each(engines)('no response is older than its lifetime while pages are edited on %s', async engine => {
  const { hitRate, oldest } = await measureBusyWiki({ engine, flags: ['--cache-ttl', '1s'], edits: 20, seconds: 4, rate: 20, pages: 10 });
  expect(oldest).toBeLessThan(1100);
  expect(hitRate).toBeGreaterThan(0.5);
});
