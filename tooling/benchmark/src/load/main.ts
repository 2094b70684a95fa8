import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { SERVER, startServer } from '@wikiquery/launch/process';
import { shareOf, tableLine, tableOf } from '@wikiquery/launch/table';
import { LoadProcess, type LoadResult } from '../load.ts';
import { benchmarkRequests, queryOf } from '../requests.ts';
import { benchmarkWiki } from '../wiki-file.ts';

const USAGE = `usage: pnpm lab load [--scale 1] [--seconds 5] [--connections 64,256,1000] [--loads 50,80,95] [--workers N] [--cached] [--write]

Light requests arrive at a fixed rate, at these percents of what the server answers to as many connections that wait for it; then the same beside four clients
with heavy requests. A request that finds no connection free waits, and that counts. --cached leaves the response cache on. --write: into docs/open-load.md.`;

const { values: options } = readOptions(USAGE, {
  scale: { type: 'string', default: '1' },
  seconds: { type: 'string', default: '5' },
  connections: { type: 'string', default: '64,256,1000' },
  loads: { type: 'string', default: '50,80,95' },
  // The load has a core for itself, as clients have elsewhere.
  workers: { type: 'string', default: String(Math.max(1, Math.min(4, availableParallelism() - 1))) },
  cached: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});

/** Of the requests of the benchmark, by the beginnings of their names. */
const LIGHT = ['siteinfo, general', 'tokens', 'allpages, 10', 'recentchanges, 10', 'logevents, 10, page 1', 'info, 50'];
const HEAVY = ['allpages, 500', 'recentchanges, 500', 'links of 50', 'content, 50'];
const HEAVY_CLIENTS = 4;
const HEADS = ['connections', 'load', 'a second', 'beside heavy', 'p50', 'p99', 'p99.9', 'longest', 'failures', 'heavy a second'];

const root = join(import.meta.dirname, '../../../..');
const wiki = benchmarkWiki(join(root, '.wikiquery/bench'), Number(options.scale), line => console.log(`  ${line}`));
const folder = mkdtempSync(join(tmpdir(), 'wikiquery-load-'));
const flags = ['--database', `sqlite:${wiki.file}`, '--lenient', '--workers', options.workers];
const server = await startServer(SERVER, [...flags, ...(options.cached ? [] : ['--kept-answers', '0'])], folder);
const urlsOf = (names: readonly string[]): string[] =>
  benchmarkRequests(wiki, 'sqlite')
    .filter(({ name }) => names.some(begin => name === begin || name.startsWith(`${begin} `) || name.startsWith(`${begin},`)))
    .map(request => `${server.api}?${queryOf(request)}`);
const [light, heavy, seconds] = [urlsOf(LIGHT), urlsOf(HEAVY), Number(options.seconds)];
using lightLoad = new LoadProcess();
using heavyLoad = new LoadProcess();
const rows: string[][] = [];
try {
  console.log(tableOf(HEADS, []));
  for (const connections of options.connections.split(',').map(Number)) {
    // What runs is compiled first.
    await lightLoad.put({ urls: [...light, ...heavy], connections: 16, seconds: 2 });
    const capacity = await lightLoad.put({ urls: light, connections, seconds });
    for (const load of options.loads.split(',').map(Number)) {
      for (const isMixed of [false, true]) {
        const rate = ((capacity.latencies.length / capacity.seconds) * load) / 100;
        const beside = isMixed ? heavyLoad.put({ urls: heavy, connections: HEAVY_CLIENTS, seconds }) : undefined;
        const result = await lightLoad.put({ urls: light, connections, seconds, rate });
        rows.push([String(connections), `${load} %`, rate.toFixed(0), isMixed ? 'yes' : 'no', ...cellsOf(result, await beside)]);
        console.log(tableLine(rows.at(-1) as string[]));
      }
    }
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
if (options.write) {
  const path = join(root, 'docs/open-load.md');
  const [text = ''] = readFileSync(path, 'utf8').split(/^\| /m);
  writeFileSync(path, `${text}${tableOf(HEADS, rows)}\n`);
}

function cellsOf({ latencies, failures }: LoadResult, beside: LoadResult | undefined): string[] {
  return [
    ...[0.5, 0.99, 0.999, 1].map(share => shareOf(latencies, share).toFixed(1)),
    String(failures + (beside?.failures ?? 0)),
    beside ? (beside.latencies.length / beside.seconds).toFixed(0) : '-',
  ];
}
