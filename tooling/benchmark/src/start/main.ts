/** Processor time and memory of the packed programs: `pnpm lab startup --help`. Linux only. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readOptions } from '@wikiquery/launch/options';
import { startServer } from '@wikiquery/launch/process';
import { putOpenLoad } from '../open/generator.ts';
import { benchmarkRequests, queryOf } from '../requests.ts';
import { type BenchmarkWiki, benchmarkWiki } from '../wiki-file.ts';

const USAGE = `usage: pnpm lab startup [--times 20] [--seconds 10]

Packs the server with all modules and the one with six, starts each so often as one process on a wiki of ten thousand pages, and tells the median of what it took until
the first answer, and of its memory then and a while later; then the memory under the requests of the benchmark.`;

const { values: options } = readOptions(USAGE, {
  times: { type: 'string', default: '20' },
  seconds: { type: 'string', default: '10' },
});

const root = join(import.meta.dirname, '../../../..');
const APPS = { 'all modules': ['apps/server', 'dist/bin.js'], 'six modules': ['apps/minimal', 'dist/bin.js'] } as const;
/** As the supervisor starts its workers. */
const OF_WORKERS = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '4194304', MALLOC_ARENA_MAX: '4' };
/** Milliseconds in which a server gives back what starting left behind. */
const WHILE = 3000;
const YOUNG_GENERATION = '--max-semi-space-size=4';

interface Start {
  /** Milliseconds of processor time from the start of the process to its first answer. */
  readonly processor: number;
  /** Megabytes of resident memory then, and when it has had nothing to do for a while. */
  readonly resident: number;
  readonly idle: number;
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wikiquery-start-'));
  const run = (...args: string[]): void => {
    const { status, stderr } = spawnSync('pnpm', args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
    if (status !== 0) throw new Error(`pnpm ${args.join(' ')} failed: ${stderr}`);
  };
  try {
    run('build');
    const wiki = benchmarkWiki(join(root, '.wikiquery/bench'), 0.01, line => console.log(`  ${line}`));
    for (const [name, [app, program]] of Object.entries(APPS)) {
      const deployed = join(folder, app);
      run('--filter', `./${app}`, 'deploy', '--prod', deployed);
      await measureApp(name, join(deployed, program), folder, wiki);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureApp(name: string, program: string, folder: string, wiki: BenchmarkWiki): Promise<void> {
  const start = () =>
    startServer([YOUNG_GENERATION, program], ['--database', `sqlite:${wiki.file}`, '--lenient', '--workers', '1'], folder, {
      onLog: () => {},
      env: { ...OF_WORKERS, XDG_CACHE_HOME: folder },
    });
  const starts: Start[] = [];
  // The first one compiles what the others find compiled.
  for (let time = -1; time < Number(options.times); time++) {
    const server = await start();
    await (await fetch(`${server.api}?action=query&meta=siteinfo&format=json`)).text();
    const { pid = 0 } = server.process;
    const then = { processor: processorTime(pid), resident: resident(pid) };
    if (time >= 0) {
      await delay(WHILE);
      starts.push({ ...then, idle: resident(pid) });
    }
    await server.stop();
  }
  const server = await start();
  const { hostname: host, port, pathname } = new URL(server.api);
  const paths = benchmarkRequests(wiki, 'sqlite').map(request => `${pathname}?${queryOf(request)}`);
  await putOpenLoad({ host, port: Number(port), paths, connections: 16, seconds: Number(options.seconds) });
  const loaded = resident(server.process.pid ?? 0);
  await server.stop();
  const median = (of: (start: Start) => number) => starts.map(of).sort((a, b) => a - b)[Math.floor(starts.length / 2)] ?? Number.NaN;
  const [processor, first, idle] = [median(start => start.processor), median(start => start.resident), median(start => start.idle)];
  console.log(
    `${name}: first answer after ${processor} ms of processor time, ${first.toFixed(0)} MB; ${idle.toFixed(0)} MB when nothing is to be done; ${loaded.toFixed(0)} MB under mixed load`,
  );
}

/** Of all threads of a process; the kernel counts hundredths of a second. */
function processorTime(pid: number): number {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}

const resident = (pid: number): number => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

await measure();
