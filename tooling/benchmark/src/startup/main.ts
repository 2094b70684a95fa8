import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readOptions } from '@wikiquery/launch/options';
import { Stand } from '@wikiquery/launch/stand';
import { median, tableOf } from '@wikiquery/launch/table';
import { usageOf } from '@wikiquery/launch/usage';
import { benchmarkWiki } from '../wiki-file.ts';

const USAGE = `usage: pnpm lab startup [--times 20]

Packs the server with all modules and the one with six. Starts each as one process on a wiki of ten thousand pages, and prints the medians of its processor
time until the first response and of its memory, at that moment and three seconds later. Linux only.`;

const { values: options } = readOptions(USAGE, { times: { type: 'string', default: '20' } });

const root = join(import.meta.dirname, '../../../..');
const APPS = { 'all modules': ['apps/server', '--workers', '1'], 'six modules': ['apps/minimal'] } as const;
/** Environment variables that the supervisor sets for its workers. */
const WORKER_ENV = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '4194304', MALLOC_ARENA_MAX: '4' };

await using stand = new Stand();
const folder = stand.folder();
run('build');
const wiki = benchmarkWiki(join(root, '.wikiquery/bench'), 0.01, line => console.log(`  ${line}`));
const rows: string[][] = [];
for (const [name, [app, ...flags]] of Object.entries(APPS)) {
  const deployed = join(folder, app);
  run('--filter', `./${app}`, 'deploy', '--prod', deployed);
  const starts: number[][] = [];
  // The first start fills Node's compile cache and is not measured.
  for (let time = 0; time <= Number(options.times); time++) {
    const server = await stand.serve(['--database', `sqlite:${wiki.file}`, '--lenient', ...flags], folder, {
      program: ['--max-semi-space-size=4', join(deployed, 'dist/bin.js')],
      env: { ...WORKER_ENV, XDG_CACHE_HOME: folder },
    });
    const pid = server.process.pid as number;
    await (await fetch(`${server.api}?action=query&meta=siteinfo&format=json`)).text();
    const { processor, memory } = usageOf(pid);
    await delay(3000);
    if (time > 0) starts.push([processor, memory, usageOf(pid).memory]);
    await server.stop();
  }
  const [processor = 0, first = 0, idle = 0] = [0, 1, 2].map(i => median(starts.map(each => each[i] ?? Number.NaN)));
  rows.push([name, processor.toFixed(0), (first / 1e6).toFixed(0), (idle / 1e6).toFixed(0)]);
}
console.log(tableOf(['server', 'processor ms', 'MB at the first response', 'MB idle'], rows));

function run(...args: string[]): void {
  const { status, stderr } = spawnSync('pnpm', args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  if (status !== 0) throw new Error(`pnpm ${args.join(' ')} failed: ${stderr}`);
}
