/** Latency by load at a fixed arrival rate: `pnpm lab load --help`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { SERVER, startServer } from '@wikiquery/launch/process';
import { type Colour, type Line, svgOf } from '../plot.ts';
import { benchmarkRequests, queryOf } from '../requests.ts';
import { benchmarkWiki } from '../wiki-file.ts';
import { type OpenResult, shareOf } from './generator.ts';
import { BareServer, LoadProcess } from './processes.ts';

const USAGE = `usage: pnpm lab load [--scale 1] [--seconds 5] [--connections 64,256,1000] [--loads 50,80,95] [--workers N] [--kept] [--write]

Light requests arrive at a fixed rate, at these percents of what the server answers to as many connections that wait for it; then the same beside four clients with
heavy ones. A request that finds no connection free waits, and that counts. --kept: answers may be kept. --write: into docs/open-load.md and docs/open-load.svg.`;

const { values: options } = readOptions(USAGE, {
  scale: { type: 'string', default: '1' },
  seconds: { type: 'string', default: '5' },
  connections: { type: 'string', default: '64,256,1000' },
  loads: { type: 'string', default: '50,80,95' },
  // The load has a core for itself, as clients have elsewhere.
  workers: { type: 'string', default: String(Math.max(1, Math.min(4, availableParallelism() - 1))) },
  kept: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});

/** Of the requests of the benchmark, by the beginnings of their names. */
const LIGHT = ['siteinfo, general', 'tokens', 'allpages, 10', 'recentchanges, 10', 'logevents, 10, page 1', 'info, 50'];
const HEAVY = ['allpages, 500', 'recentchanges, 500', 'links of 50', 'content, 50'];
/** Milliseconds that a bare server needs for a request besides. */
const OWN_TIME = 0.07;
/** Clients that ask heavy requests, one after the other, as fast as they are answered. */
const HEAVY_CLIENTS = 4;
const COLOUR: readonly Colour[] = ['blue', 'amber', 'red', 'grey'];
const root = join(import.meta.dirname, '../../../..');

interface Row {
  readonly connections: number;
  /** Per cent of the capacity. */
  readonly load: number;
  readonly rate: number;
  readonly isMixed: boolean;
  readonly light: OpenResult;
  readonly heavy: OpenResult | undefined;
  /** Of a bare server that is busy for as long with each request, alone. */
  readonly bare: OpenResult | undefined;
}

async function measure(): Promise<void> {
  const wiki = benchmarkWiki(join(root, '.wikiquery/bench'), Number(options.scale), line => console.log(`  ${line}`));
  const requests = benchmarkRequests(wiki, 'sqlite');
  const flags = [
    '--database',
    `sqlite:${wiki.file}`,
    '--lenient',
    '--workers',
    options.workers,
    ...(options.kept ? [] : ['--kept-answers', '0']),
  ];
  const server = await startServer(SERVER, flags, tmpdir());
  const { pathname, hostname: host, port } = new URL(server.api);
  const pathsOf = (names: readonly string[]) =>
    requests
      .filter(({ name }) => names.some(begin => name === begin || name.startsWith(`${begin} `) || name.startsWith(`${begin},`)))
      .map(request => `${pathname}?${queryOf(request)}`);
  const [light, heavy] = [pathsOf(LIGHT), pathsOf(HEAVY)];
  const [seconds, at] = [Number(options.seconds), { host, port: Number(port) }];
  const [lightLoad, heavyLoad] = [new LoadProcess(true), new LoadProcess(false)];
  const rows: Row[] = [];
  try {
    for (const connections of options.connections.split(',').map(Number)) {
      // What runs is compiled first.
      await lightLoad.put({ ...at, paths: [...light, ...heavy], connections: 16, seconds: 2 });
      const capacity = await lightLoad.put({ ...at, paths: light, connections, seconds });
      const most = capacity.latencies.length / capacity.seconds;
      console.log(
        `${connections} connections that wait for answers: ${most.toFixed(0)} light requests a second, ${capacity.failures} failures`,
      );
      using bare = await BareServer.start(Number(options.workers), (1000 * Number(options.workers)) / most - OWN_TIME);
      for (const load of options.loads.split(',').map(Number)) {
        for (const isMixed of [false, true]) {
          const rate = (most * load) / 100;
          const beside = isMixed ? heavyLoad.put({ ...at, paths: heavy, connections: HEAVY_CLIENTS, seconds }) : undefined;
          const row = {
            connections,
            load,
            rate,
            isMixed,
            light: await lightLoad.put({ ...at, paths: light, connections, seconds, rate }),
            heavy: await beside,
            bare: isMixed
              ? undefined
              : await lightLoad.put({ host: '127.0.0.1', port: bare.port, paths: ['/'], connections, seconds, rate }),
          };
          rows.push(row);
          console.log(
            cellsOf(row)
              .map(cell => cell.padStart(12))
              .join(''),
          );
        }
      }
    }
  } finally {
    lightLoad.end();
    heavyLoad.end();
    await server.stop();
  }
  if (!options.write) return;
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(join(root, 'docs/open-load.md'), documentOf(rows));
  writeFileSync(join(root, 'docs/open-load.svg'), svgOf({ ...PLOT, legend: legendOf(rows), lines: linesOf(rows) }));
}

const HEADS = [
  'connections',
  'load',
  'a second',
  'beside heavy',
  'p50',
  'p99',
  'p99.9',
  'longest',
  'failures',
  'heavy a second',
  'bare: p99',
  'bare: p99.9',
];
const ms = (value: number): string => value.toFixed(1);

const cellsOf = ({ connections, load, rate, isMixed, light, heavy, bare }: Row): string[] => [
  String(connections),
  `${load} %`,
  rate.toFixed(0),
  isMixed ? 'yes' : 'no',
  ...[0.5, 0.99, 0.999, 1].map(share => ms(shareOf(light.latencies, share))),
  String(light.failures + (heavy?.failures ?? 0)),
  heavy ? (heavy.latencies.length / heavy.seconds).toFixed(0) : '-',
  ...[0.99, 0.999].map(share => (bare ? ms(shareOf(bare.latencies, share)) : '-')),
];

const documentOf = (rows: readonly Row[]): string => `# Under load

Latencies of light requests (${LIGHT.join('; ')}) that arrive at a fixed rate, in milliseconds from the moment at which a request was to be sent to the end of its answer, measured by
\`pnpm lab load --write\` (tooling/benchmark/src/open): the wiki of the benchmark, ${options.workers === '1' ? 'one process' : `${options.workers} workers`}, ${options.kept ? 'answers kept' : 'no answers kept'}, and a core for the load. The load is a share of what the server answers to as many
connections that each wait for their answer. "Beside heavy": ${HEAVY_CLIENTS} clients ask ${HEAVY.join('; ')}, as fast as they are answered. Equal requests that are there at the same moment are answered once, as always.
"Bare" is a server of as many processes that is busy for as long with each request, and does nothing else: what the machine itself makes of such a load.

![Latency by share of requests](open-load.svg)

${[HEADS, HEADS.map(() => '---'), ...rows.map(cellsOf)].map(cells => `| ${cells.join(' | ')} |`).join('\n')}
`;

/** Shares of requests that are slower, and what they are called. */
const SLOWER: readonly (readonly [number, string])[] = [
  [1, 'all'],
  [2, '50 %'],
  [10, '90 %'],
  [100, '99 %'],
  [1000, '99.9 %'],
];
const PLOT = {
  title: 'Latency of light requests (with labels: beside heavy ones)',
  x: { label: 'share of requests that are faster', marks: SLOWER },
  y: { label: 'milliseconds' },
};

const legendOf = (rows: readonly Row[]): Partial<Record<Colour, string>> =>
  Object.fromEntries([...new Set(rows.map(({ load }) => load))].map((load, i) => [COLOUR[i % COLOUR.length], `at ${load} %`]));

function linesOf(rows: readonly Row[]): Line[] {
  const loads = [...new Set(rows.map(({ load }) => load))];
  return rows.map(({ connections, load, isMixed, light }) => ({
    colour: COLOUR[loads.indexOf(load) % COLOUR.length] as Colour,
    points: SLOWER.map(([part]) => [part, shareOf(light.latencies, 1 - 1 / part)] as const),
    ...(isMixed && { label: `${connections}` }),
  }));
}

await measure();
