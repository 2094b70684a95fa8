// A share of `pnpm lab secrets`.
import { expect, it, vi } from 'vitest';
import { type Examination, examineSecrets } from './examination.ts';
import { AS_IN_MEDIAWIKI, examineHiddenAccount } from './hidden-account.ts';
import { examineWorkers } from './poisoning.ts';
import { examinePrivateWikis } from './private-wikis.ts';

vi.setConfig({ testTimeout: 240_000 });

const PART = process.env.CI ? 1 : 0.4;

/** The faults of an examination. Too few questions are a fault, too. */
const faultsOf = ({ asked, leaks, failures }: Examination, minimum: number) => [
  ...leaks,
  ...failures,
  ...(asked > minimum ? [] : [`${asked} questions only`]),
];

it('reveals no secret', async () => {
  expect(faultsOf(await examineSecrets({ share: 0.02 * PART }), 500)).toEqual([]);
});

it('reveals no secret by searches in a separate index', async () => {
  expect(faultsOf(await examineSecrets({ share: 0.05 * PART, modules: ['search', 'prefixsearch'], searchIndex: true }), 20)).toEqual([]);
});

it('reveals no secret by rendered pages', async () => {
  expect(faultsOf(await examineSecrets({ share: 0.03 * PART, modules: ['parse', 'expandtemplates', 'compare', 'extracts'] }), 100)).toEqual(
    [],
  );
});

it('reveals nothing of a private wiki to visitors', async () => {
  expect(faultsOf(await examinePrivateWikis(0.01 * PART), 500)).toEqual([]);
});

it('returns to each session its own response, whatever others ask the same workers', async () => {
  expect(faultsOf({ ...(await examineWorkers({ share: 0.004 })), failures: [] }, 300)).toEqual([]);
});

it('distinguishes a suppressed account from a missing one only where MediaWiki does', async () => {
  const { asked, distinguished } = await examineHiddenAccount();
  expect(distinguished).toEqual(AS_IN_MEDIAWIKI);
  expect(asked).toBeGreaterThan(500);
});
