import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAccounts } from '@wikiquery/conformance/accounts';
import { unpackSet } from '@wikiquery/conformance/recording';
import { expect, it } from 'vitest';
import { riseOf } from './flatness.ts';
import { fuzz } from './fuzz.ts';
import { Random } from './random.ts';
import { startServerProcess } from './server-process.ts';

const SET = join(import.meta.dirname, '../../conformance/sets/a-1.43-sqlite');
const APP = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
const DEADLINE = 5000;

/** A small share of `pnpm lab fuzz`: every answer is an answer, whatever the request. */
it('answers random requests', { timeout: 120_000 }, async () => {
  const wiki = unpackSet(SET);
  const server = await startServerProcess(APP, [...wiki.flags, '--deadline', String(DEADLINE)], wiki.folder);
  try {
    const { user: name = '', password = '' } = readAccounts(join(SET, 'accounts.json')).get('sysop') ?? {};
    const report = await fuzz({ server, requests: 2000, seed: 1, deadline: DEADLINE, accounts: [{ user: name, password }] });
    expect(report.findings).toEqual([]);
    // Requests that are all refused would prove nothing.
    expect(report.outcomes.get('200')).toBeGreaterThan(500);
  } finally {
    await server.stop();
    wiki.close();
  }
});

it('is told nothing of a private wiki without an account', { timeout: 120_000 }, async () => {
  const wiki = unpackSet(SET);
  const server = await startServerProcess(APP, [...wiki.flags, '--private', '--deadline', String(DEADLINE)], wiki.folder);
  try {
    const report = await fuzz({ server, requests: 1000, seed: 2, deadline: DEADLINE, accounts: [], isPrivate: true });
    expect(report.findings).toEqual([]);
    expect([...report.outcomes.keys()].some(outcome => outcome.includes('readapidenied'))).toBe(true);
  } finally {
    await server.stop();
    wiki.close();
  }
});

it('finds out that the memory grows', { timeout: 120_000 }, async () => {
  const wiki = unpackSet(SET);
  const server = await startServerProcess(fileURLToPath(new URL('./leaking-app.ts', import.meta.url)), wiki.flags, wiki.folder);
  try {
    const report = await fuzz({ server, requests: 200, warmUp: 20, seed: 1, deadline: DEADLINE, accounts: [] });
    expect(report.findings.map(({ problem }) => problem)).toEqual(['memory grew (heap)', 'memory grew (peak)']);
  } finally {
    await server.stop();
    wiki.close();
  }
});

it('tells what rises from what comes and goes', () => {
  const looks = (height: (i: number) => number): number => riseOf(Array.from({ length: 45 }, (_, i) => [1000 * i, height(i)] as const));
  expect(looks(i => 300 + i)).toBeCloseTo(44);
  expect(looks(i => 300 + (i % 2) * 50)).toBeLessThan(5);
  expect(looks(() => 300)).toBe(0);
});

it('makes the same choices again', () => {
  const choices = (seed: number) => {
    const random = new Random(seed);
    return [random.below(1000), random.of(['a', 'b', 'c']), random.some([1, 2, 3, 4], 4), random.chance(0.5)];
  };
  expect(choices(7)).toEqual(choices(7));
  expect(choices(7)).not.toEqual(choices(8));
});
