import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAccounts } from '@wikiquery/conformance/accounts';
import { unpackSet } from '@wikiquery/conformance/recording';
import { readOptions } from '@wikiquery/launch/options';
import { type FuzzReport, fuzz, inMegabytes } from './fuzz.ts';
import { startServerProcess } from './server-process.ts';

/** After so many the memory of the server has reached its size. */
const WARM_UP = 50_000;

/** How often the process is looked at. */
const LOOKS = 45;

const USAGE = `usage: pnpm lab fuzz [--requests N] [--seed N] [--from N] [--set FOLDER] [--concurrency N] [--lenient] [--private]

Sends N random requests to apps/server on the wiki of a conformance set. A finding names the numbers of its requests:
--from NUMBER --requests 1 with the same seed sends one again. With --lenient modules that do not load are left out.
With --private the server shows nothing to clients without an account.
Of ${2 * WARM_UP} requests or more the first ${WARM_UP} warm up; after them the memory may not grow. After the first tenth
resident memory and open files must be flat.`;

const DEADLINE = 5000;
const SESSIONS = ['user', 'bot', 'blocked', 'sysop-botpassword', 'suppress', 'sysop'];

const { values: options } = readOptions(USAGE, {
  requests: { type: 'string', default: '20000' },
  seed: { type: 'string', default: '1' },
  from: { type: 'string', default: '0' },
  concurrency: { type: 'string', default: '8' },
  set: { type: 'string', default: join(import.meta.dirname, '../../conformance/sets/a-1.43-sqlite') },
  lenient: { type: 'boolean', default: false },
  private: { type: 'boolean', default: false },
});
process.exitCode = await main();

async function main(): Promise<number> {
  const wiki = unpackSet(options.set);
  const app = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
  const begun = performance.now();
  try {
    const flags = [
      ...wiki.flags,
      '--deadline',
      String(DEADLINE),
      ...(options.lenient ? ['--lenient'] : []),
      ...(options.private ? ['--private'] : []),
    ];
    const server = await startServerProcess(app, flags, wiki.folder);
    try {
      const requests = Number(options.requests);
      const report = await fuzz({
        server,
        requests,
        ...(requests >= 2 * WARM_UP && { warmUp: WARM_UP }),
        looks: LOOKS,
        seed: Number(options.seed),
        from: Number(options.from),
        concurrency: Number(options.concurrency),
        deadline: DEADLINE,
        accounts: accountsOf(options.set),
        isPrivate: options.private,
        onProgress(done) {
          if (done % 10_000 === 0) console.log(`${done} requests, ${Math.round((performance.now() - begun) / 1000)} s`);
        },
      });
      print(report);
      return report.findings.length > 0 ? 1 : 0;
    } finally {
      await server.stop();
    }
  } finally {
    wiki.close();
  }
}

function accountsOf(set: string): { user: string; password: string }[] {
  const accounts = readAccounts(join(set, 'accounts.json'));
  return SESSIONS.flatMap(session => {
    const { user, password } = accounts.get(session) ?? {};
    return user !== undefined && password !== undefined ? [{ user, password }] : [];
  });
}

function print(report: FuzzReport): void {
  const { requests, outcomes, findings, latency, memory, rise } = report;
  const ms = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;
  for (const [outcome, count] of [...outcomes].sort(([, a], [, b]) => b - a)) console.log(`${String(count).padStart(8)}  ${outcome}`);
  console.log(`${requests} requests: median ${ms(latency.median)}, p99 ${ms(latency.p99)}, longest ${ms(latency.most)}`);
  const { early, late } = memory;
  const from = requests < 2 * WARM_UP ? 'from the start, too few requests to judge' : 'after the warm-up';
  const grown = (['heap', 'resident', 'peak'] as const).map(kind => `${kind} ${inMegabytes(early[kind])} to ${inMegabytes(late[kind])}`);
  console.log(`memory (${from}): ${grown.join(', ')}`);
  if (rise)
    console.log(
      `after the first tenth: resident memory rises by ${inMegabytes(rise.resident)}, open files by ${rise.descriptors.toFixed(1)}`,
    );
  for (const { problem, requests: numbers, example, log } of findings) {
    console.log(`\n${problem}: ${numbers.length} requests (${numbers.slice(0, 5).join(', ')})\n  ${example}`);
    for (const line of log) console.log(`  ${line}`);
  }
  console.log(findings.length === 0 ? 'Nothing found.' : `\n${findings.length} findings.`);
}
