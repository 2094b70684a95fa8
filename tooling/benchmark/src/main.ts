import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { SERVER, SOURCES, startServer } from '@wikiquery/launch/process';
import { median, tableLine, tableOf } from '@wikiquery/launch/table';
import { type Contestant, contest, type Rate } from './contest.ts';
import { copyToServer, serverNamed } from './copy.ts';
import { CONNECTIONS, startFloor } from './floor.ts';
import { LoadProcess } from './load.ts';
import { serveMediaWiki } from './mediawiki.ts';
import { type BenchmarkRequest, benchmarkRequests, botRequests, queryOf } from './requests.ts';
import { benchmarkWiki } from './wiki-file.ts';

const USAGE = `usage: pnpm lab bench [--scale 1] [--only NAME,…] [--engine sqlite|mariadb|postgres] [--workers N] [--connections 4] [--rounds 3] [--seconds 2]
           [--restarts 1] [--against FOLDER | --peer API | --mediawiki] [--write]

Sends the same requests in turn to wikiquery, computed and cached, and to a bare server that runs the same SQL from one process (the floor). Prints for each of
them requests per second, latencies in milliseconds, and microseconds of processor time for a request: the median of N restarts.
  --against FOLDER  another checkout of this repository instead of the floor, without its response cache
  --peer API        another api.php instead of the floor
  --mediawiki       the MediaWiki of tooling/mediawiki/start.sh instead of the floor, with the requests that bots send most
  --write           put the table into docs/speed.md, or into docs/beside-mediawiki.md`;

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
  peer: { type: 'string' },
  mediawiki: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});
if (options.write && options.only !== '') throw new Error('--write takes the place of the whole table: leave out --only.');

const root = join(import.meta.dirname, '../../..');
const wiki = benchmarkWiki(join(root, '.wikiquery/bench'), Number(options.scale), line => console.log(`  ${line}`));
const database = await databaseOf();
const requests = (options.mediawiki ? botRequests(wiki) : benchmarkRequests(wiki, options.engine)).filter(
  ({ name }) => options.only === '' || options.only.split(',').some(part => name.includes(part.trim())),
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
const results = Array.from(measured, ([request, restarts]) => [request, mediansOf(restarts)] as const);
if (options.restarts !== '1') for (const [{ name }, rates] of results) console.log(tableLine([name, ...rates.flatMap(cellsOf)]));
if (options.write) (options.mediawiki ? writeBesideMediaWiki : writeSpeed)();

/** The address of the wiki on the engine that is measured. */
async function databaseOf(): Promise<string> {
  if (options.engine === 'sqlite') return `sqlite:${wiki.file}`;
  const { engine, server } = serverNamed(options.engine);
  const name = `wikiquery_${basename(wiki.file, '.sqlite').replaceAll('-', '_')}`;
  return copyToServer(engine, { server, file: wiki.file, name }, line => console.log(`  ${line}`));
}

async function startContestants(running: AsyncDisposableStack): Promise<Contestant<BenchmarkRequest>[]> {
  const folder = running.adopt(mkdtempSync(join(tmpdir(), 'wikiquery-bench-')), path => rmSync(path, { recursive: true, force: true }));
  const flags = ['--database', database, '--lenient', '--workers', options.workers];
  // As many as the floor has, all processes together.
  if (options.engine !== 'sqlite') flags.push('--connections', String(Math.ceil(CONNECTIONS / Number(options.workers))));
  const wikiquery = async (name: string, program = SERVER, more: readonly string[] = []): Promise<Contestant<BenchmarkRequest>> => {
    const server = running.adopt(await startServer(program, [...flags, ...more], folder, { onLog: () => {} }), each => each.stop());
    return { ...at(name, server.api), pid: server.process.pid as number };
  };
  const at = (name: string, api: string) => ({ name, urlOf: (request: BenchmarkRequest) => `${api}?${queryOf(request)}` });
  const uncached = ['--kept-answers', '0'];
  const contestants = [await wikiquery('computed', SERVER, uncached), await wikiquery('cached')];
  if (options.against) {
    const program = [SOURCES, join(options.against, 'apps/server/src/main.ts')];
    return [...contestants.slice(0, 1), await wikiquery('against', program, uncached)];
  }
  if (options.peer) return [...contestants, at('peer', options.peer)];
  if (options.mediawiki) {
    const mediawiki = running.adopt(await serveMediaWiki(wiki.file, Number(options.workers), folder), each => each.stop());
    return [...contestants, at('MediaWiki', mediawiki.api)];
  }
  return [...contestants, { name: 'floor', ...running.use(await startFloor(database, requests)) }];
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

/** Puts the table of an engine into docs/speed.md, in place of the one that is there. */
function writeSpeed(): void {
  const path = join(root, 'docs/speed.md');
  const name = { sqlite: 'SQLite', mariadb: 'MariaDB', postgres: 'PostgreSQL' }[options.engine] as string;
  const [head = '', ...sections] = existsSync(path) ? readFileSync(path, 'utf8').split(/^(?=## )/m) : ['# Speed\n'];
  const others = sections.filter(section => !section.startsWith(`## ${name}\n`)).map(section => `${section.trimEnd()}\n`);
  const rows = results.map(([request, [computed, cached, floor]]) => {
    const ratio = (of: Rate | undefined): string => ((of?.perSecond ?? Number.NaN) / (floor?.perSecond ?? Number.NaN)).toFixed(2);
    const [rate = '', p50 = '', p99 = ''] = cellsOf(computed as Rate);
    return [request.name, String(computed?.bytes), rate, p50, p99, cached, floor, ratio(computed), ratio(cached)].map(cell =>
      typeof cell === 'object' ? cell.perSecond.toFixed(0) : (cell ?? ''),
    );
  });
  const heads = ['request', 'bytes', 'computed, a second', 'p50 ms', 'p99 ms', 'cached, a second', 'floor, a second'];
  const [pages, revisions, links] = [wiki.pages, wiki.revisions, wiki.links].map(count => count.toLocaleString('en'));
  const section = `## ${name}

${pages} pages, ${revisions} revisions, ${links} links; ${options.workers} ${options.workers === '1' ? 'process' : 'processes'} of wikiquery.

${tableOf([...heads, 'computed : floor', 'cached : floor'], rows)}
`;
  writeFileSync(path, [`${head.trimEnd()}\n`, ...[...others, section].sort()].join('\n'));
}

function writeBesideMediaWiki(): void {
  const rows = results.map(([request, rates]) => {
    const [computed = 0, cached = 0, mediawiki = 0] = rates.map(({ perSecond }) => perSecond);
    const times = (rate: number): string => (rate / mediawiki).toFixed(0);
    return [request.name, mediawiki.toFixed(1), cached.toFixed(0), times(cached), computed.toFixed(0), times(computed)];
  });
  const path = join(root, 'docs/beside-mediawiki.md');
  const [text = ''] = readFileSync(path, 'utf8').split(/^\| /m);
  writeFileSync(path, `${text}${tableOf(['request', 'MediaWiki', 'cached', 'times', 'computed', 'times'], rows)}\n`);
}
