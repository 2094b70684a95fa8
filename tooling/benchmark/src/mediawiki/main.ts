/** Requests a second beside MediaWiki: `pnpm lab bench-mediawiki --help`. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { readOptions } from '@wikiquery/launch/options';
import { SERVER, startServer } from '@wikiquery/launch/process';
import { findProgram } from '@wikiquery/launch/programs';
import { type BenchmarkRequest, botRequests, queryOf } from '../requests.ts';
import { benchmarkWiki } from '../wiki-file.ts';
import { serveMediaWiki } from './serve.ts';

const USAGE = `usage: pnpm lab bench-mediawiki [--scale 1] [--seconds 5] [--rounds 3] [--processes 2] [--connections 16] [--write]

Sends the ten requests that bots send most to a real MediaWiki and to wikiquery, on the same wiki and cores. Needs a MediaWiki that is installed
(export $(tooling/mediawiki/start.sh FOLDER)), nginx, PHP-FPM with APCu, and wrk. --write puts the table into docs/beside-mediawiki.md.`;

const { values: options } = readOptions(USAGE, {
  scale: { type: 'string', default: '1' },
  seconds: { type: 'string', default: '5' },
  rounds: { type: 'string', default: '3' },
  processes: { type: 'string', default: '2' },
  connections: { type: 'string', default: '16' },
  write: { type: 'boolean', default: false },
});

const root = join(import.meta.dirname, '../../../..');

/** Requests a second, the median of the rounds. */
interface Row {
  readonly request: BenchmarkRequest;
  readonly mediawiki: number;
  readonly kept: number;
  readonly notKept: number;
}

async function measure(): Promise<void> {
  const wrk = findProgram('wrk');
  if (!wrk) throw new Error('There is no wrk: apt-get install wrk');
  const wiki = benchmarkWiki(join(root, '.wikiquery/bench'), Number(options.scale), line => console.log(`  ${line}`));
  const folder = mkdtempSync(join(tmpdir(), 'wikiquery-beside-mediawiki-'));
  const mediawiki = await serveMediaWiki(wiki.file, Number(options.processes), folder);
  const flags = ['--database', `sqlite:${wiki.file}`, '--lenient', '--workers', options.processes];
  const kept = await startServer(SERVER, flags, folder);
  const notKept = await startServer(SERVER, [...flags, '--kept-answers', '0'], folder);
  const rows: Row[] = [];
  try {
    for (const request of botRequests(wiki)) {
      const urls = [mediawiki.api, kept.api, notKept.api].map(api => `${api}?${queryOf(request)}`);
      await warnOfDifferences(request, urls);
      const rates: number[][] = urls.map(() => []);
      for (let round = 0; round < Number(options.rounds); round++)
        for (const [i, url] of urls.entries()) rates[i]?.push(await rateOf(wrk, url));
      const [ofMediaWiki = 0, ofKept = 0, ofNotKept = 0] = rates.map(median);
      const row = { request, mediawiki: ofMediaWiki, kept: ofKept, notKept: ofNotKept };
      rows.push(row);
      console.log(cellsOf(row).join('\t'));
    }
  } finally {
    await Promise.all([mediawiki.stop(), kept.stop(), notKept.stop()]);
  }
  rmSync(folder, { recursive: true });
  if (options.write) writeFileSync(join(root, 'docs/beside-mediawiki.md'), documentOf(rows, wiki.pages));
}

/** Numbers mean nothing where the answers differ. */
async function warnOfDifferences({ name }: BenchmarkRequest, urls: readonly string[]): Promise<void> {
  const [expected, ...others] = await Promise.all(urls.map(async url => (await fetch(url)).json()));
  if (!others.every(answer => isDeepStrictEqual(answer, expected))) console.log(`The answers differ: ${name}`);
}

async function rateOf(wrk: string, url: string): Promise<number> {
  const { stdout } = await promisify(execFile)(wrk, ['-t', '1', '-c', options.connections, '-d', options.seconds, url]);
  if (/Non-2xx|Socket errors/.test(stdout)) console.log(stdout);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

const HEADS = ['request', 'MediaWiki', 'wikiquery', 'times', 'no answers kept', 'times'];
const cellsOf = ({ request, mediawiki, kept, notKept }: Row): string[] => [
  request.name,
  mediawiki.toFixed(1),
  kept.toFixed(0),
  (kept / mediawiki).toFixed(0),
  notKept.toFixed(0),
  (notKept / mediawiki).toFixed(0),
];

const documentOf = (rows: readonly Row[], pages: number): string => `# Beside MediaWiki

Requests a second that MediaWiki 1.43 and wikiquery answer from the same SQLite file with ${pages.toLocaleString('en')} pages, measured by \`pnpm lab bench-mediawiki --write\`
(tooling/benchmark/src/mediawiki): ${options.processes} processes each, ${options.connections} connections, Debian's wrk on the same cores, medians of ${options.rounds} rounds in which they take turns. MediaWiki runs behind nginx in PHP-FPM with opcache
and APCu, and has written nothing since its caches are filled. wikiquery runs as it comes, and once more without keeping answers; equal requests are what it can keep.

${[HEADS, HEADS.map(() => '---'), ...rows.map(cellsOf)].map(cells => `| ${cells.join(' | ')} |`).join('\n')}
`;

await measure();
