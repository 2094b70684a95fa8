import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { SERVER, SOURCES, startServer } from '@wikiquery/launch/process';
import { median, tableLine, tableOf } from '@wikiquery/launch/table';
import { type Contestant, contest, type Rate } from './contest.ts';
import { databaseOn } from './copy.ts';
import { LoadProcess } from './load.ts';
import { type BenchmarkRequest, benchmarkRequests } from './requests.ts';
import { benchmarkWiki } from './wiki-file.ts';

const USAGE = `usage: pnpm lab bench [--scale 1] [--only NAME,…] [--engine sqlite|mariadb|postgres] [--workers N] [--connections 4] [--rounds 3] [--seconds 2]
           [--restarts 1] [--against FOLDER]

Sends the same requests in turn to wikiquery without and with its response cache. Prints requests per second, latencies in milliseconds, and microseconds of
processor time per request for each: the medians of N restarts. --against compares with another checkout of this repository, both without response cache.`;

const { values: options } = readOptions(USAGE, {
  scale: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  engine: { type: 'string', default: 'sqlite' },
  workers: { type: 'string', default: String(Math.min(4, availableParallelism())) },
  connections: { type: 'string', default: '4' },
  rounds: { type: 'string', default: '3' },
  seconds: { type: 'string', default: '2' },
  restarts: { type: 'string', default: '1' },
  against: { type: 'string' },
});

/** Number of database connections of each server, over all its processes. */
const CONNECTIONS = 10;

const log = (line: string): void => console.log(`  ${line}`);
const wiki = benchmarkWiki(join(import.meta.dirname, '../../../.wikiquery/bench'), Number(options.scale), log);
const database = await databaseOn(options.engine, wiki.file, log);
const requests = benchmarkRequests(wiki, options.engine).filter(({ name }) =>
  options.only.split(',').some(part => name.includes(part.trim())),
);
const rounds = { rounds: Number(options.rounds), seconds: Number(options.seconds), connections: Number(options.connections) };

const measured = new Map<BenchmarkRequest, Rate[][]>(requests.map(request => [request, []]));
using load = new LoadProcess();
for (let restart = 0; restart < Number(options.restarts); restart++) {
  await using running = new AsyncDisposableStack();
  const contestants = await startContestants(running);
  const heads = contestants.flatMap(({ name }) => [`${name}, a second`, 'p50 ms', 'p99 ms', 'µs']);
  console.log(tableOf(['request', 'bytes', ...heads], []));
  for (const request of requests) {
    const rates = await contest(request, contestants, rounds, load);
    measured.get(request)?.push(rates);
    console.log(tableLine([request.name, String(rates[0]?.bytes), ...rates.flatMap(cellsOf)]));
  }
}
if (options.restarts !== '1')
  for (const [{ name }, restarts] of measured) console.log(tableLine([name, ...mediansOf(restarts).flatMap(cellsOf)]));

async function startContestants(running: AsyncDisposableStack): Promise<Contestant[]> {
  const folder = running.adopt(mkdtempSync(join(tmpdir(), 'wikiquery-bench-')), path => rmSync(path, { recursive: true, force: true }));
  const flags = ['--database', database, '--lenient', '--workers', options.workers];
  if (options.engine !== 'sqlite') flags.push('--connections', String(Math.ceil(CONNECTIONS / Number(options.workers))));
  const start = async (name: string, program: readonly string[], more: readonly string[] = []): Promise<Contestant> => {
    const server = running.adopt(await startServer(program, [...flags, ...more], folder, { onLog: () => {} }), each => each.stop());
    return { name, api: server.api, pid: server.process.pid as number };
  };
  const uncached = ['--cached-responses', '0'];
  return [
    await start('computed', SERVER, uncached),
    options.against === undefined
      ? await start('cached', SERVER)
      : await start('against', [SOURCES, join(options.against, 'apps/server/src/main.ts')], uncached),
  ];
}

function cellsOf({ perSecond, p50, p99, processor }: Rate): string[] {
  return [perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2), Number.isNaN(processor) ? '-' : processor.toFixed(0)];
}

function mediansOf(restarts: readonly (readonly Rate[])[]): Rate[] {
  return (restarts[0] ?? []).map(({ bytes }, i) => {
    const of = (kind: keyof Rate): number => median(restarts.map(rates => rates[i]?.[kind] ?? Number.NaN));
    return { bytes, perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), processor: of('processor') };
  });
}
