import { expect, it } from 'vitest';
import { examineSecrets } from './examination.ts';

/** A share of `pnpm secrets`: nothing hidden shows, and no answer depends on it. */
it('keeps what is hidden', { timeout: 240_000 }, async () => {
  const { asked, leaks, failures } = await examineSecrets({ share: 0.02 });
  expect(leaks).toEqual([]);
  expect(failures).toEqual([]);
  expect(asked).toBeGreaterThan(500);
});

it('keeps it from searches in an index of their own', { timeout: 240_000 }, async () => {
  const { asked, leaks, failures } = await examineSecrets({ share: 0.05, modules: ['search', 'prefixsearch'], searchIndex: true });
  expect(leaks).toEqual([]);
  expect(failures).toEqual([]);
  expect(asked).toBeGreaterThan(20);
});
