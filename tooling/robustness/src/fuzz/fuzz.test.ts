import { join } from 'node:path';
import { readAccounts } from '@wikiquery/conformance/accounts';
import { unpackSet } from '@wikiquery/conformance/recording';
import { afterEach, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { APP, FAULTY_APP, SET, type ServerProcess, startServerProcess } from '../server-process.ts';
import { useStand } from '../stand.test-kit.ts';
import { fuzz } from './fuzz.ts';

const DEADLINE = 5000;

const stand = useStand(afterEach);
async function start(app: string, ...more: string[]): Promise<ServerProcess> {
  const { flags, folder } = stand.use(unpackSet(SET));
  return stand.use(await startServerProcess(app, [...flags, '--deadline', `${DEADLINE}ms`, ...more], folder));
}

/** Runs a small sample of `pnpm lab fuzz`. */
it('the server returns a valid response to every random request', { timeout: 120_000 }, async () => {
  const server = await start(APP);
  const { user = '', password = '' } = readAccounts(join(SET, 'accounts.json')).get('sysop') ?? {};
  const report = await fuzz({ server, requests: 2000, seed: 1, deadline: DEADLINE, accounts: [{ user, password }] });
  expect(report.findings).toEqual([]);
  // A run in which most requests are rejected would prove little.
  expect(report.outcomes.get('200')).toBeGreaterThan(500);
});

it('random requests detect a server whose memory grows', { timeout: 120_000 }, async () => {
  const server = await start(FAULTY_APP, '--exclude', 'list=weak', '--exclude', 'list=slow');
  const report = await fuzz({ server, requests: 200, warmUp: 20, seed: 1, deadline: DEADLINE, accounts: [] });
  expect(report.findings.map(({ problem }) => problem)).toEqual(['growth (heap)', 'growth (peak)']);
});

it('the random generator makes the same choices for the same seed', () => {
  const choices = (seed: number) => {
    const random = new Random(seed);
    return [random.below(1000), random.of(['a', 'b', 'c']), random.some([1, 2, 3, 4], 4), random.chance(0.5)];
  };
  expect(choices(7)).toEqual(choices(7));
  expect(choices(7)).not.toEqual(choices(8));
});
