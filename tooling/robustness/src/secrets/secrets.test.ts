// A share of `pnpm lab secrets`.
import { expect, it, vi } from 'vitest';
import { type Examination, examineSecrets } from './examination.ts';
import { AS_IN_MEDIAWIKI, examineHiddenAccount } from './hidden-account.ts';
import { examineWorkers } from './poisoning.ts';
import { examinePrivateWikis } from './private-wikis.ts';

vi.setConfig({ testTimeout: 240_000 });

const PART = process.env.CI ? 1 : 0.4;

function expectNoLeaks({ asked, leaks, failures }: Examination, minimum: number): void {
  expect(leaks).toEqual([]);
  expect(failures).toEqual([]);
  expect(asked).toBeGreaterThan(minimum);
}

it('reveals no secret', async () => {
  expectNoLeaks(await examineSecrets({ share: 0.02 * PART }), 500);
});

it('reveals no secret by searches in a separate index', async () => {
  expectNoLeaks(await examineSecrets({ share: 0.05 * PART, modules: ['search', 'prefixsearch'], searchIndex: true }), 20);
});

it('reveals no secret by rendered pages', async () => {
  expectNoLeaks(await examineSecrets({ share: 0.03 * PART, modules: ['parse', 'expandtemplates', 'compare', 'extracts'] }), 100);
});

it('reveals nothing of a private wiki to visitors', async () => {
  expectNoLeaks(await examinePrivateWikis(0.01 * PART), 500);
});

it('returns to each session its own response, whatever others ask the same workers', async () => {
  expectNoLeaks({ ...(await examineWorkers({ share: 0.004 })), failures: [] }, 300);
});

it('distinguishes a suppressed account from a missing one only where MediaWiki does', async () => {
  const { asked, distinguished } = await examineHiddenAccount();
  expect(distinguished).toEqual(AS_IN_MEDIAWIKI);
  expect(asked).toBeGreaterThan(500);
});
