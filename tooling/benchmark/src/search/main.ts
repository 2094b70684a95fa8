import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@wikiquery/launch/command';
import { readOptions } from '@wikiquery/launch/options';
import { SERVER, startServer } from '@wikiquery/launch/process';
import { shareOf, tableLine, tableOf } from '@wikiquery/launch/table';
import { addressOnServer, serverNamed } from '../copy.ts';
import { CENTRE, numbersFrom, rankBy, searchWiki, textOf, titleOf, VOCABULARY, wordAt } from './wiki.ts';

const USAGE = `usage: pnpm lab search [--pages 1000000] [--requests 300] [--engine sqlite] [--kept] [--write]

Makes a wiki whose words follow Zipf's law and an index of it, and asks for words, phrases, completions and coordinates, one request after the other. --engine:
where the index lies, sqlite, mariadb or postgres, by TEST_MARIADB_URL or TEST_POSTGRES_URL; the wiki is always SQLite. --kept: the index of the run before.
--write puts the table into docs/search.md.`;

const { values: options } = readOptions(USAGE, {
  pages: { type: 'string', default: '1000000' },
  requests: { type: 'string', default: '300' },
  engine: { type: 'string', default: 'sqlite' },
  kept: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});

/** Ranks of words that most pages have, and of those that few have. */
const FREQUENT = 10;
const RARE = VOCABULARY / 20;
/** Requests that are not counted: code and files are cold. */
const WARM_UP = 40;
const HEADS = ['request', 'p50 in ms', 'p99 in ms', 'least in ms'];

const root = join(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'wikiquery-search-'));
const wiki = searchWiki(join(root, '.wikiquery/bench'), Number(options.pages));
const flags = ['--database', `sqlite:${wiki.file}`, '--search-index', indexPlace(), '--lenient'];
const lines: string[] = options.kept ? [] : [await makeIndex(), ''];
const server = await startServer(SERVER, [...flags, '--workers', '1', '--kept-answers', '0'], folder, { onLog: () => {} });
try {
  lines.push(tableOf(HEADS, []));
  for (const [name, query] of Object.entries(requestsOf(wiki.pages))) lines.push(tableLine([name, ...(await timesOf(query))]));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
console.log(lines.join('\n'));
if (options.write) {
  const path = join(root, 'docs/search.md');
  const [text = ''] = readFileSync(path, 'utf8').split(/^The index of /m);
  writeFileSync(path, `${text}${lines.join('\n')}\n`);
}

function indexPlace(): string {
  if (options.engine === 'sqlite') return wiki.file.replace(/\.sqlite$/, '.search-index');
  const { engine, server } = serverNamed(options.engine);
  return addressOnServer(engine, server, `wikiquery_search_${wiki.pages}`);
}

async function makeIndex(): Promise<string> {
  if (options.engine === 'sqlite') rmSync(indexPlace(), { force: true });
  const { code, output, milliseconds, processorTime } = await runCommand(['index', ...flags], { folder });
  if (code !== 0) throw new Error(output);
  const took = (time: number): string => `${(time / 1000).toFixed(1)} s (${(wiki.bytes / 1000 / time).toFixed(1)} MB a second)`;
  return `The index of ${(wiki.bytes / 1e6).toFixed(0)} MB of text took ${took(milliseconds)}, and ${took(processorTime)} of processor time.`;
}

/** Searches of users: their words are as frequent as in the pages. */
function requestsOf(pages: number): Readonly<Record<string, () => string>> {
  const next = numbersFrom(7_654_321);
  const drawn = (): string => wordAt(rankBy(next()));
  const frequent = (): string => wordAt(Math.floor(next() * FREQUENT));
  const rare = (): string => wordAt(Math.floor(RARE + next() * (VOCABULARY - RARE)));
  const somePage = (): number => 1 + Math.floor(next() * pages);
  const phrase = (): string => {
    const words = textOf(somePage(), pages).text.split(' ');
    // Between the title and the first link.
    const at = 5 + Math.floor(next() * 15);
    return `"${words[at]} ${words[at + 1]}"`;
  };
  const search = (text: () => string) => () => `action=query&list=search&srlimit=10&srsearch=${encodeURIComponent(text())}`;
  return {
    'a word': search(drawn),
    'two words': search(() => `${drawn()} ${drawn()}`),
    'a phrase': search(phrase),
    'three words, one rare': search(() => `${drawn()} ${drawn()} ${rare()}`),
    'a rare word': search(rare),
    'a frequent word': search(frequent),
    'two frequent words': search(() => `${frequent()} ${frequent()}`),
    'completion, 10 titles': () => {
      const beginning = titleOf(somePage()).slice(0, 1 + Math.floor(next() * 8));
      return `action=opensearch&limit=10&search=${encodeURIComponent(beginning)}`;
    },
    'the nearest of 10,000 places': () => {
      const [lat, lon] = [CENTRE.lat + next() * 0.001, CENTRE.lon + next() * 0.001].map(degrees => degrees.toFixed(6));
      return `action=query&list=geosearch&gsradius=10000&gslimit=10&gscoord=${lat}%7C${lon}`;
    },
  };
}

async function timesOf(query: () => string): Promise<string[]> {
  const times: number[] = [];
  for (let i = 0; i < WARM_UP + Number(options.requests); i++) {
    const url = `${server.api}?format=json&formatversion=2&${query()}`;
    const begun = performance.now();
    const body = await (await fetch(url)).text();
    if (i >= WARM_UP) times.push(performance.now() - begun);
    if (body.includes('"error"')) throw new Error(`${url}: ${body.slice(0, 300)}`);
  }
  times.sort((a, b) => a - b);
  return [0.5, 0.99, 0].map(share => shareOf(times, share).toFixed(1));
}
