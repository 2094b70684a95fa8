/** Searches in texts, and the making of their index: `pnpm lab search --help`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { SERVER, startServer } from '@wikiquery/launch/process';
import { addressOnServer } from '../copy.ts';
import { costOf } from '../cost.ts';
import { bareIndex } from './bare-index.ts';
import { placesOnServer } from './places.ts';
import { placeRequests, type SearchRequests, searchRequests } from './requests.ts';
import { type SearchWiki, searchWiki } from './wiki.ts';

const USAGE = `usage: pnpm lab search [--pages 1000000] [--requests 300] [--engine sqlite] [--kept] [--write]

Makes a wiki whose words follow Zipf's law and an index of it, and asks for words, phrases, completions and places. --engine: where the index lies
and the pages that have places, sqlite, mariadb or postgres, by TEST_MARIADB_URL or TEST_POSTGRES_URL; the wiki that is searched is always SQLite. --kept: the index of the run before. --write puts the
table into docs/search.md.`;

const { values: options } = readOptions(USAGE, {
  pages: { type: 'string', default: '1000000' },
  requests: { type: 'string', default: '300' },
  engine: { type: 'string', default: 'sqlite' },
  kept: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});

const root = join(import.meta.dirname, '../../../..');

/** Milliseconds, of requests that are sent one after the other. */
interface Row {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  readonly least: number;
}

async function measure(): Promise<void> {
  const wiki = searchWiki(join(root, '.wikiquery/bench'), Number(options.pages));
  const server = serverOf(options.engine);
  const index = server ? server.address(`wikiquery_search_${wiki.pages}`) : wiki.file.replace(/\.sqlite$/, '.search-index');
  const making = options.kept ? undefined : await makeIndex(wiki, index);
  if (making) console.log(making);
  const searches = searchRequests(wiki, Number(options.requests));
  const places = placeRequests(Number(options.requests));
  const rows = server
    ? [
        ...(await timesOnServer(searches, ['--database', `sqlite:${wiki.file}`, '--search-index', index])),
        ...(await timesOnServer([places], ['--database', await server.places(wiki.file)])),
      ]
    : await timesOnServer([...searches, places], ['--database', `sqlite:${wiki.file}`, '--search-index', index]);
  if (options.write) writeFileSync(join(root, 'docs/search.md'), documentOf(wiki, making ?? '', rows));
}

async function timesOnServer(requests: readonly SearchRequests[], flags: readonly string[]): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wikiquery-search-'));
  const server = await startServer(SERVER, [...flags, '--lenient', '--workers', '1', '--kept-answers', '0'], folder, { onLog: () => {} });
  const rows: Row[] = [];
  try {
    for (const each of requests) {
      const row = await timesOf(server.api, each);
      rows.push(row);
      console.log(cellsOf(row).join('\t'));
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
  return rows;
}

/** The database server that the environment names. Undefined for files. */
function serverOf(engine: string) {
  if (engine === 'sqlite') return undefined;
  if (engine !== 'mariadb' && engine !== 'postgres') throw new Error(`There is no engine "${engine}": sqlite, mariadb or postgres.`);
  const server = process.env[`TEST_${engine.toUpperCase()}_URL`];
  if (!server) throw new Error(`Set TEST_${engine.toUpperCase()}_URL to the address of a server where databases may be made.`);
  return {
    address: (name: string) => addressOnServer(engine, server, name),
    places: (file: string) => placesOnServer(engine, { server, file, name: 'wikiquery_places' }),
  };
}

async function makeIndex({ file, bytes }: SearchWiki, place: string): Promise<string> {
  if (options.engine === 'sqlite') rmSync(place, { force: true });
  const { seconds, processor } = await costOf(process.execPath, [
    ...SERVER,
    'index',
    '--database',
    `sqlite:${file}`,
    '--search-index',
    place,
    '--lenient',
  ]);
  const rate = (time: number): string => (bytes / 1e6 / time).toFixed(1);
  const made = `The index of ${(bytes / 1e6).toFixed(0)} MB of text was made in ${seconds.toFixed(1)} s, ${rate(seconds)} MB a second, with ${processor.toFixed(1)} s of processor time, ${rate(processor)} MB a second.`;
  if (options.engine !== 'sqlite') return made;
  const bare = bareIndex(file, `${place}.bare`);
  return `${made} SQLite alone writes the same texts, which are in memory, into a bare index of words in ${bare.toFixed(1)} s, ${rate(bare)} MB a second.`;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function timesOf(api: string, { name, queries }: SearchRequests): Promise<Row> {
  const times: number[] = [];
  for (const [at, query] of [...queries.slice(-WARM_UP), ...queries].entries()) {
    const begun = performance.now();
    const answer = await answerOf(`${api}?format=json&formatversion=2&${query}`);
    if (at >= WARM_UP) times.push(performance.now() - begun);
    if (answer.includes('"error"')) throw new Error(`${query}: ${answer.slice(0, 300)}`);
  }
  times.sort((a, b) => a - b);
  const share = (part: number): number => times[Math.floor((times.length - 1) * part)] ?? Number.NaN;
  return { name, p50: share(0.5), p99: share(0.99), least: share(0) };
}

/** Requests that are not counted: code and files are cold. */
const WARM_UP = 40;

function answerOf(url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  get(url, { agent }, response => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      text += part;
    });
    response.on('end', () => resolve(text)).on('error', reject);
  }).on('error', reject);
  return promise;
}

const HEADS = ['request', 'p50 in ms', 'p99 in ms', 'least in ms'];
const cellsOf = ({ name, p50, p99, least }: Row): string[] => [name, ...[p50, p99, least].map(time => time.toFixed(1))];

const documentOf = ({ pages }: SearchWiki, making: string, rows: readonly Row[]): string => `# Searches

How long searches in the texts of ${pages.toLocaleString('en')} pages of about 700 bytes take, measured by \`pnpm lab search --write\` (tooling/benchmark/src/search). The words of the pages,
200,000 of them, are as frequent as Zipf's law says; what is asked is drawn in the same way, ten hits with snippets each. One process answers one request after the
other and keeps no answers; load and server share the machine, and whatever else runs there. Index and places: ${options.engine}.

${making}

${[HEADS, HEADS.map(() => '---'), ...rows.map(cellsOf)].map(cells => `| ${cells.join(' | ')} |`).join('\n')}
`;

await measure();
