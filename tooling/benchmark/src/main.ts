import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { SERVER, startServer } from '@wikiquery/launch/process';
import { captureStatements } from './capture.ts';
import { copyToServer } from './copy.ts';
import { CONNECTIONS, type FloorWork } from './floor-work.ts';
import { type Load, put, together } from './load.ts';
import { inRelease } from './other-release.ts';
import { printPlans } from './plans.ts';
import { type BenchmarkRequest, benchmarkRequests, queryOf } from './requests.ts';
import { type Row, ratiosOf, writeSection } from './table.ts';
import { benchmarkWiki, RELEASE } from './wiki-file.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter(argument => argument !== '--'),
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    peer: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '4' },
    engine: { type: 'string', default: 'sqlite' },
    release: { type: 'string', default: RELEASE },
    workers: { type: 'string', default: String(Math.min(4, availableParallelism())) },
    plans: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Seconds that each is asked before, until what it runs is compiled. */
const WARM_UP = 6;

/** Widths of the columns. */
const NAME = 28;
const CELL = 10;

if (options.help) {
  console.log(`usage: pnpm bench [--scale 1] [--only NAME,…] [--engine sqlite|mariadb|postgres] [--release 1.43] [--workers N] [--connections 4] [--rounds 3] [--seconds 2]
                  [--peer API] [--plans] [--write]

Asks wikiquery, a bare server that sends the same SQL from one process, and the server at API for the same, in turns. --plans tells how the statements are run instead.
--write puts the table into docs/speed.md.`);
  process.exit();
}

if (options.write && options.only !== '') throw new Error('--write takes the place of the whole table: leave out --only.');

const root = join(import.meta.dirname, '../../..');
const folder = join(root, '.wikiquery/bench');
const wiki = inRelease(
  benchmarkWiki(folder, Number(options.scale), line => console.log(`  ${line}`)),
  options.release,
);
const database = await databaseOf(options.engine);
const requests = benchmarkRequests(wiki, options.engine).map((request, number) => ({ ...request, number }));
const chosen = requests.filter(({ name }) => options.only === '' || options.only.split(',').some(part => name.includes(part.trim())));

if (options.plans) await printPlans(wiki, chosen);
else await measure();

/** The address of the wiki on the engine that is to be measured. */
async function databaseOf(engine: string): Promise<string> {
  if (engine === 'sqlite') return `sqlite:${wiki.file}`;
  if (engine !== 'mariadb' && engine !== 'postgres') throw new Error(`There is no engine "${engine}": sqlite, mariadb or postgres.`);
  const variable = `TEST_${engine.toUpperCase()}_URL`;
  const server = process.env[variable];
  if (!server) throw new Error(`Set ${variable} to the address of a server where databases may be made.`);
  return copyToServer(engine, { server, file: wiki.file, name: `wikiquery_${basename(wiki.file, '.sqlite').replaceAll('-', '_')}` }, line =>
    console.log(`  ${line}`),
  );
}

/** One who answers, and under which address a request finds it. */
interface Contestant {
  readonly name: string;
  urlOf(request: BenchmarkRequest & { readonly number: number }): string;
}

/** Prints a line a request: all contestants take turns in every round, so that what else the machine does concerns them alike. */
async function measure(): Promise<void> {
  const flags = ['--database', database, '--lenient', '--workers', options.workers];
  // As many as the floor has, all processes together.
  if (options.engine !== 'sqlite') flags.push('--connections', String(Math.ceil(CONNECTIONS / Number(options.workers))));
  const server = await startServer(SERVER, [...flags, '--kept-answers', '0'], tmpdir());
  const keeping = await startServer(SERVER, flags, tmpdir());
  const floor = await startFloor({ database, requests: await captureStatements(database, requests) });
  try {
    const ask = (api: string) => (request: BenchmarkRequest) => `${api}?${queryOf(request)}`;
    const contestants: Contestant[] = [
      { name: 'answers made', urlOf: ask(server.api) },
      { name: 'answers kept', urlOf: ask(keeping.api) },
      { name: 'floor', urlOf: request => `${floor.origin}/${request.number}` },
      ...(options.peer ? [{ name: 'peer', urlOf: ask(options.peer) }] : []),
    ];
    printHead(contestants);
    const rows: Row[] = [];
    for (const request of chosen) {
      const row = await measureOne(request, contestants);
      printRow(row);
      rows.push(row);
    }
    if (options.write) writeSection(join(root, 'docs/speed.md'), options.engine, { rows, wiki, processes: Number(options.workers) });
  } finally {
    await Promise.all([server.stop(), keeping.stop(), floor.stop()]);
  }
}

async function measureOne(request: BenchmarkRequest & { readonly number: number }, contestants: readonly Contestant[]): Promise<Row> {
  const sizes = await Promise.all(contestants.map(async ({ urlOf }) => (await answerOf(urlOf(request))).length));
  const load = { connections: Number(options.connections), seconds: Number(options.seconds) };
  const rounds = contestants.map((): Load[] => []);
  for (const { urlOf } of contestants) await put(urlOf(request), { ...load, seconds: WARM_UP });
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [i, { urlOf }] of contestants.entries()) rounds[i]?.push(await put(urlOf(request), load));
  }
  return { name: request.name, sizes, results: rounds.map(together) };
}

function printRow({ name, sizes, results }: Row): void {
  const cells = results.flatMap(({ perSecond, p50, p99 }, i) => [String(sizes[i]), perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2)]);
  console.log(name.padEnd(NAME) + [...cells, ...ratiosOf(results)].map(cell => cell.padStart(CELL)).join(''));
}

function printHead(contestants: readonly Contestant[]): void {
  const { pages, revisions, links, logEntries, changes } = wiki;
  console.log(`${pages} pages, ${revisions} revisions, ${links} links, ${logEntries} log entries, ${changes} recent changes`);
  console.log(`${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s`);
  console.log(`made, kept: wikiquery, in ${options.workers} processes, to the floor, in one\n`);
  console.log(' '.repeat(NAME) + contestants.map(({ name }) => name.padStart(4 * CELL)).join(''));
  console.log(
    'request'.padEnd(NAME) +
      contestants.flatMap(() => ['bytes', 'req/s', 'p50 ms', 'p99 ms'].map(cell => cell.padStart(CELL))).join('') +
      ['made', 'kept'].map(ratio => ratio.padStart(CELL)).join(''),
  );
}

/** The body; rejects when it is an error, because a module is not installed or a wiki has no such page. */
async function answerOf(url: string): Promise<string> {
  const body = await (await fetch(url)).text();
  const { error, warnings } = JSON.parse(body) as { readonly error?: { readonly info: string }; readonly warnings?: unknown };
  if (error || warnings) throw new Error(`${url} answers ${error?.info ?? JSON.stringify(warnings)}`);
  return body;
}

async function startFloor(work: FloorWork): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const program = join(import.meta.dirname, 'floor.ts');
  const child = spawn(process.execPath, ['--conditions=@wikiquery/source', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(work));
  const ended = once(child, 'exit');
  const [origin] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => [''])])) as [string];
  if (!origin) throw new Error('The floor server did not start.');
  return {
    origin,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
