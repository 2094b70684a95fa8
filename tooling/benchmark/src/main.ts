import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { readOptions } from '@wikiquery/launch/options';
import { SERVER, startServer } from '@wikiquery/launch/process';
import { captureStatements } from './capture.ts';
import { copyToServer } from './copy.ts';
import { type ByHandWork, CONNECTIONS, type FloorWork } from './floor-work.ts';
import { type Load, put, together } from './load.ts';
import { inRelease } from './other-release.ts';
import { printPlans } from './plans.ts';
import { type BenchmarkRequest, benchmarkRequests, queryOf } from './requests.ts';
import { type ContestantName, RATIOS, type Row, ratiosOf, writeSection } from './table.ts';
import { benchmarkWiki, RELEASE } from './wiki-file.ts';

const USAGE = `usage: pnpm lab bench [--scale 1] [--only NAME,…] [--engine sqlite|mariadb|postgres] [--release 1.43] [--workers N] [--connections 4] [--rounds 3] [--seconds 2]
                  [--peer API] [--plans] [--write]

Asks wikiquery, a bare server that sends the same SQL from one process, answers written by hand, and the server at API for the same, in turns. --plans tells how the statements are run instead.
--write puts the table into docs/speed.md.`;

const { values: options } = readOptions(USAGE, {
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
});

/** Seconds that each is asked before, until what it runs is compiled. */
const WARM_UP = 6;

/** Widths of the columns. */
const NAME = 28;
const CELL = 10;
const RATIO = 16;

/** Headers that Node sets by itself, and that of the length. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'content-length', 'date', 'keep-alive']);

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
  readonly name: ContestantName;
  urlOf(request: Numbered): string;
  /** Answers what was written by hand alone. */
  readonly byHand?: boolean;
}
type Numbered = BenchmarkRequest & { readonly number: number };

/** Prints a line a request: all contestants take turns in every round, so that what else the machine does concerns them alike. */
async function measure(): Promise<void> {
  const flags = ['--database', database, '--lenient', '--workers', options.workers];
  // As many as the floor has, all processes together.
  if (options.engine !== 'sqlite') flags.push('--connections', String(Math.ceil(CONNECTIONS / Number(options.workers))));
  await using running = new AsyncDisposableStack();
  const started = async <Program extends { stop(): Promise<void> }>(starting: Promise<Program>): Promise<Program> =>
    running.adopt(await starting, program => program.stop());

  const server = await started(startServer(SERVER, [...flags, '--kept-answers', '0'], tmpdir()));
  const keeping = await started(startServer(SERVER, flags, tmpdir()));
  const work: FloorWork = { database, requests: await captureStatements(database, requests) };
  const floor = await started(startBare('floor.ts', work));
  const ask = (api: string) => (request: BenchmarkRequest) => `${api}?${queryOf(request)}`;
  const contestants: Contestant[] = [
    { name: 'made', urlOf: ask(server.api) },
    { name: 'kept', urlOf: ask(keeping.api) },
    { name: 'floor', urlOf: request => `${floor.origin}/${request.number}` },
  ];
  // What was written by hand knows the statements of one engine and release.
  if (options.engine === 'sqlite' && options.release === RELEASE) {
    const hand = await started(startBare('by-hand.ts', await byHandWork(work, server.api)));
    contestants.push({ name: 'by hand', urlOf: request => ask(`${hand.origin}/${request.number}`)(request), byHand: true });
  }
  if (options.peer) contestants.push({ name: 'peer', urlOf: ask(options.peer) });
  printHead(contestants);
  const rows: Row[] = [];
  for (const request of chosen) {
    const row = await measureOne(request, contestants);
    printRow(row, contestants);
    rows.push(row);
  }
  if (options.write) writeSection(join(root, 'docs/speed.md'), options.engine, { rows, wiki, processes: Number(options.workers) });
}

async function measureOne(request: Numbered, all: readonly Contestant[]): Promise<Row> {
  const contestants = all.filter(({ byHand }) => !byHand || request.byHand);
  const bodies = new Map<ContestantName, string>();
  for (const { name, urlOf } of contestants) bodies.set(name, await answerOf(urlOf(request)));
  if (bodies.has('by hand') && withoutTimes(bodies.get('by hand')) !== withoutTimes(bodies.get('made')))
    throw new Error(`The answer by hand to "${request.name}" is another than that of the server.`);
  const load = { connections: Number(options.connections), seconds: Number(options.seconds) };
  const rounds = contestants.map((): Load[] => []);
  for (const { urlOf } of contestants) await put(urlOf(request), { ...load, seconds: WARM_UP });
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [i, { urlOf }] of contestants.entries()) rounds[i]?.push(await put(urlOf(request), load));
  }
  const results = new Map(contestants.map(({ name }, i) => [name, { bytes: bodies.get(name)?.length ?? 0, ...together(rounds[i] ?? []) }]));
  return { name: request.name, results };
}

/** The time of the wiki goes on between two answers. */
function withoutTimes(body: string | undefined): string | undefined {
  return body?.replaceAll(/"time":"[^"]*"/g, '');
}

function printRow({ name, results }: Row, contestants: readonly Contestant[]): void {
  const cells = contestants.flatMap(({ name }) => {
    const result = results.get(name);
    if (!result) return ['', '', '', ''];
    const { bytes, perSecond, p50, p99 } = result;
    return [String(bytes), perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2)];
  });
  console.log(
    name.padEnd(NAME) +
      cells.map(cell => cell.padStart(CELL)).join('') +
      ratiosOf(results)
        .map(ratio => ratio.padStart(RATIO))
        .join(''),
  );
}

function printHead(contestants: readonly Contestant[]): void {
  const { pages, revisions, links, logEntries, changes } = wiki;
  console.log(`${pages} pages, ${revisions} revisions, ${links} links, ${logEntries} log entries, ${changes} recent changes`);
  console.log(`${options.connections} connections, ${options.rounds} rounds of ${options.seconds} s`);
  console.log(`made, kept: wikiquery, in ${options.workers} processes, to the floor, in one, as answers by hand are\n`);
  console.log(' '.repeat(NAME) + contestants.map(({ name }) => name.padStart(4 * CELL)).join(''));
  console.log(
    'request'.padEnd(NAME) +
      contestants.flatMap(() => ['bytes', 'req/s', 'p50 ms', 'p99 ms'].map(cell => cell.padStart(CELL))).join('') +
      RATIOS.map(ratio => ratio.padStart(RATIO)).join(''),
  );
}

/** The body; rejects when it is an error, because a module is not installed or a wiki has no such page. */
async function answerOf(url: string): Promise<string> {
  const body = await (await fetch(url)).text();
  const { error, warnings } = JSON.parse(body) as { readonly error?: { readonly info: string }; readonly warnings?: unknown };
  if (error || warnings) throw new Error(`${url} answers ${error?.info ?? JSON.stringify(warnings)}`);
  return body;
}

/** What an answer by hand takes from those of the server. */
async function byHandWork(work: FloorWork, api: string): Promise<ByHandWork> {
  const response = await fetch(`${api}?${queryOf({ name: '', query: 'meta=siteinfo&siprop=general|namespaces' })}`, {
    headers: { 'Accept-Encoding': 'identity' },
  });
  const { general, namespaces } = ((await response.json()) as { query: SiteFacts }).query;
  const prefixes = Object.fromEntries(Object.values(namespaces).map(({ id, name }) => [id, name === '' ? '' : `${name}:`]));
  return { ...work, general, prefixes, headers: Object.fromEntries([...response.headers].filter(([name]) => !OF_CONNECTION.has(name))) };
}

interface SiteFacts {
  readonly general: Readonly<Record<string, unknown>>;
  readonly namespaces: Readonly<Record<string, { readonly id: number; readonly name: string }>>;
}

/** Starts a program beside this one that reads its work, and tells its origin when it listens. */
async function startBare(program: string, work: FloorWork): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--conditions=@wikiquery/source', join(import.meta.dirname, program)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(work));
  const ended = once(child, 'exit');
  const [origin] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => [''])])) as [string];
  if (!origin) throw new Error(`${program} did not start.`);
  return {
    origin,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
