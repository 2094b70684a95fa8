import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readOptions } from '@wikiquery/launch/options';
import { startServer } from '@wikiquery/launch/process';
import { median, tableOf } from '@wikiquery/launch/table';
import { usageOf } from '@wikiquery/launch/usage';
import { LoadProcess } from '../load.ts';
import { benchmarkRequests, queryOf } from '../requests.ts';
import { benchmarkWiki } from '../wiki-file.ts';

const USAGE = `usage: pnpm lab startup [--times 20] [--seconds 10]

Packs the server with all modules and the one with six, starts each so often as one process on a wiki of ten thousand pages, and prints the median of its processor
time until the first response and of its memory, then and three seconds later; then the memory under the requests of the benchmark. Linux only.`;

const { values: options } = readOptions(USAGE, { times: { type: 'string', default: '20' }, seconds: { type: 'string', default: '10' } });

const root = join(import.meta.dirname, '../../../..');
const APPS = { 'all modules': ['apps/server', '--workers', '1'], 'six modules': ['apps/minimal'] } as const;
/** As the supervisor starts its workers. */
const OF_WORKERS = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '4194304', MALLOC_ARENA_MAX: '4' };
const YOUNG_GENERATION = '--max-semi-space-size=4';

const folder = mkdtempSync(join(tmpdir(), 'wikiquery-startup-'));
try {
  run('build');
  const wiki = benchmarkWiki(join(root, '.wikiquery/bench'), 0.01, line => console.log(`  ${line}`));
  const flags = ['--database', `sqlite:${wiki.file}`, '--lenient'];
  const rows: string[][] = [];
  for (const [name, [app, ...more]] of Object.entries(APPS)) {
    const deployed = join(folder, app);
    run('--filter', `./${app}`, 'deploy', '--prod', deployed);
    const start = () =>
      startServer([YOUNG_GENERATION, join(deployed, 'dist/bin.js')], [...flags, ...more], folder, {
        onLog: () => {},
        env: { ...OF_WORKERS, XDG_CACHE_HOME: folder },
      });
    const starts: number[][] = [];
    // The first one compiles what the others find compiled.
    for (let time = -1; time < Number(options.times); time++) {
      const server = await start();
      await (await fetch(`${server.api}?action=query&meta=siteinfo&format=json`)).text();
      const { processor, memory } = usageOf(server.process.pid as number);
      if (time >= 0) {
        await delay(3000);
        starts.push([processor, memory, usageOf(server.process.pid as number).memory]);
      }
      await server.stop();
    }
    const server = await start();
    using load = new LoadProcess();
    const urls = benchmarkRequests(wiki, 'sqlite').map(request => `${server.api}?${queryOf(request)}`);
    await load.put({ urls, connections: 16, seconds: Number(options.seconds) });
    const loaded = usageOf(server.process.pid as number).memory;
    await server.stop();
    const [processor = 0, first = 0, idle = 0] = [0, 1, 2].map(i => median(starts.map(each => each[i] ?? Number.NaN)));
    rows.push([name, processor.toFixed(0), ...[first, idle, loaded].map(bytes => (bytes / 1e6).toFixed(0))]);
  }
  console.log(tableOf(['server', 'processor ms', 'MB at the first response', 'MB idle', 'MB under load'], rows));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(...args: string[]): void {
  const { status, stderr } = spawnSync('pnpm', args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  if (status !== 0) throw new Error(`pnpm ${args.join(' ')} failed: ${stderr}`);
}
