import { expect, it } from 'vitest';
import { examineSecrets } from './examination.ts';
import { examinePrivateWikis } from './private-wikis.ts';

/** Of what CI asks, which has more time. */
const PART = process.env.CI ? 1 : 0.4;

/** A share of `pnpm lab secrets`: nothing hidden shows, and no answer depends on it. */
it('keeps what is hidden', { timeout: 240_000 }, async () => {
  const { asked, leaks, failures } = await examineSecrets({ share: 0.02 * PART });
  expect(leaks).toEqual([]);
  expect(failures).toEqual([]);
  expect(asked).toBeGreaterThan(500);
});

it('keeps it from searches in an index of their own', { timeout: 240_000 }, async () => {
  const { asked, leaks, failures } = await examineSecrets({ share: 0.05 * PART, modules: ['search', 'prefixsearch'], searchIndex: true });
  expect(leaks).toEqual([]);
  expect(failures).toEqual([]);
  expect(asked).toBeGreaterThan(20);
});

it('keeps it from what renders pages', { timeout: 240_000 }, async () => {
  const { asked, leaks, failures } = await examineSecrets({
    share: 0.03 * PART,
    modules: ['parse', 'expandtemplates', 'compare', 'extracts'],
  });
  expect(leaks).toEqual([]);
  expect(failures).toEqual([]);
  expect(asked).toBeGreaterThan(100);
});

it('shows visitors nothing of a private wiki', { timeout: 240_000 }, async () => {
  const { asked, leaks, failures } = await examinePrivateWikis(0.01 * PART);
  expect(leaks).toEqual([]);
  expect(failures).toEqual([]);
  expect(asked).toBeGreaterThan(500);
});
