// Runs a small part of `pnpm lab secrets`.
import { expect, it, vi } from 'vitest';
import { type Examination, examineSecrets } from './examination.ts';
import { AS_IN_MEDIAWIKI, examineHiddenAccount } from './hidden-account.ts';
import { examineMcp } from './mcp.ts';
import { examineWorkers } from './poisoning.ts';
import { examinePrivateWikis } from './private-wikis.ts';

vi.setConfig({ testTimeout: 240_000 });

const PART = process.env.CI ? 1 : 0.4;

/** Returns the faults of an examination. Fewer requests than `minimum` are also a fault. */
const faultsOf = ({ asked, leaks, failures }: Examination, minimum: number) => [
  ...leaks,
  ...failures,
  ...(asked > minimum ? [] : [`${asked} questions only`]),
];

it('responses reveal no secret', async () => {
  expect(faultsOf(await examineSecrets({ share: 0.02 * PART }), 500)).toEqual([]);
});

it('searches in a separate index reveal no secret', async () => {
  expect(faultsOf(await examineSecrets({ share: 0.05 * PART, modules: ['search', 'prefixsearch'], searchIndex: true }), 20)).toEqual([]);
});

it('rendered pages reveal no secret', async () => {
  expect(faultsOf(await examineSecrets({ share: 0.03 * PART, modules: ['parse', 'expandtemplates', 'compare', 'extracts'] }), 100)).toEqual(
    [],
  );
});

it('tools of language models reveal no secret', async () => {
  // In CI about 2,000 calls.
  expect(faultsOf(await examineMcp({ share: 0.06 * PART ** 3, queryShare: 0.006 * PART ** 3 }), 100)).toEqual([]);
});

it('a private wiki reveals nothing to visitors', async () => {
  expect(faultsOf(await examinePrivateWikis(0.01 * PART), 500)).toEqual([]);
});

it('each session gets its own response, whatever other sessions request from the same workers', async () => {
  expect(faultsOf({ ...(await examineWorkers({ share: 0.004 })), failures: [] }, 300)).toEqual([]);
});

it('responses distinguish a suppressed account from a missing one only where MediaWiki does', async () => {
  const { asked, distinguished } = await examineHiddenAccount();
  expect(distinguished).toEqual(AS_IN_MEDIAWIKI);
  expect(asked).toBeGreaterThan(500);
});
