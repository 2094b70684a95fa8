import { join } from 'node:path';
import { readAccounts } from '@wikiquery/conformance/accounts';
import { unpackSet } from '@wikiquery/conformance/recording';
import { readOptions } from '@wikiquery/launch/options';
import { Stand } from '@wikiquery/launch/stand';
import { APP, SET, startServerProcess } from '../server-process.ts';
import { type FuzzReport, fuzz } from './fuzz.ts';

const WARM_UP = 50_000;
const DEADLINE = 5000;
const SESSIONS = ['user', 'bot', 'blocked', 'sysop-botpassword', 'suppress', 'sysop'];

const USAGE = `usage: pnpm lab fuzz [--requests N] [--seed N] [--from N] [--set FOLDER] [--concurrency N]

Sends N random requests to apps/server on the wiki of a conformance set. A finding names the numbers of its requests:
--from NUMBER --requests 1 with the same seed repeats one. Of ${2 * WARM_UP} requests or more the first ${WARM_UP} warm up;
after them memory and open files may not grow.`;

const { values: options } = readOptions(USAGE, {
  requests: { type: 'string', default: '20000' },
  seed: { type: 'string', default: '1' },
  from: { type: 'string', default: '0' },
  concurrency: { type: 'string', default: '8' },
  set: { type: 'string', default: SET },
});

await using stand = new Stand();
const { flags, folder } = stand.use(unpackSet(options.set));
const server = stand.use(await startServerProcess(APP, [...flags, '--deadline', `${DEADLINE}ms`], folder));
const requests = Number(options.requests);
const accounts = readAccounts(join(options.set, 'accounts.json'));
const begun = performance.now();
const report = await fuzz({
  ...{ server, requests, deadline: DEADLINE },
  ...(requests >= 2 * WARM_UP && { warmUp: WARM_UP }),
  seed: Number(options.seed),
  from: Number(options.from),
  concurrency: Number(options.concurrency),
  accounts: SESSIONS.flatMap(session => {
    const { user, password } = accounts.get(session) ?? {};
    return user !== undefined && password !== undefined ? [{ user, password }] : [];
  }),
  onProgress(done) {
    if (done % 10_000 === 0) console.log(`${done} requests, ${Math.round((performance.now() - begun) / 1000)} s`);
  },
});
print(report);
process.exitCode = report.findings.length > 0 ? 1 : 0;

function print({ outcomes, findings, latency, memory: { early, late } }: FuzzReport): void {
  for (const [outcome, count] of [...outcomes].sort(([, a], [, b]) => b - a)) console.log(`${String(count).padStart(8)}  ${outcome}`);
  const ms = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;
  console.log(`${requests} requests: median ${ms(latency.median)}, p99 ${ms(latency.p99)}, longest ${ms(latency.most)}`);
  const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  const growth = (['heap', 'resident', 'peak'] as const).map(kind => `${kind} ${mb(early[kind])} to ${mb(late[kind])}`);
  const from = requests < 2 * WARM_UP ? 'from the start, too few requests to judge' : 'after the warm-up';
  console.log(`memory (${from}): ${growth.join(', ')}; open files ${early.descriptors} to ${late.descriptors}`);
  for (const { problem, requests: numbers, example, log } of findings) {
    console.log(`\n${problem}: ${numbers.length} requests (${numbers.slice(0, 5).join(', ')})\n  ${example}`);
    for (const line of log) console.log(`  ${line}`);
  }
  console.log(findings.length === 0 ? 'Nothing found.' : `\n${findings.length} findings.`);
}
