/** Extracts of the pages of a dump: `pnpm bench:extracts --help`. Linux only. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { SERVER, startServer } from '@wikiquery/launch/process';
import Database from 'better-sqlite3';
import { costOf } from '../import/process.ts';
import { put } from '../load.ts';

const { values: options, positionals: dumps } = parseArgs({
  args: process.argv.slice(2).filter(argument => argument !== '--'),
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '10' },
    help: { type: 'boolean', default: false },
  },
});

/** As many as one request may ask for. */
const AT_ONCE = 20;
/** Clients that wait for an answer each. */
const CLIENTS = 8;
const WORKERS = 2;
const INTRODUCTIONS = `exlimit=${AT_ONCE}&exintro=1&explaintext=1`;
const WHOLE = 'exlimit=1&explaintext=1';

async function measure(dump: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wikiquery-extracts-'));
  const database = `sqlite:${join(folder, 'wiki.sqlite')}`;
  try {
    await costOf(process.execPath, [...SERVER, 'import', dump, '--database', database, '--without', 'search']);
    const { titles, bytes } = contentOf(join(folder, 'wiki.sqlite'));
    console.log(`${basename(dump)}: ${titles.length} pages of content, ${(bytes / 1e6).toFixed(1)} MB`);
    const kept = join(folder, 'kept.renderings');
    const { seconds, processor } = await costOf(process.execPath, [
      ...SERVER,
      'derive',
      'extracts',
      '--database',
      database,
      '--render-cache',
      kept,
    ]);
    const rate = (time: number): string => (bytes / 1e6 / time).toFixed(2);
    console.log(`  derived beforehand: ${rate(seconds)} MB/s, ${rate(processor)} MB for a second of a processor`);
    const some = titles.slice(0, Number(options.pages));
    await serve(folder, database, async (api, mostMemory) => {
      const cold = await secondsOf(api, batches(some, 1), WHOLE);
      const pages = cold.times.length;
      console.log(`  whole, never asked for: ${(pages / cold.seconds).toFixed(1)} pages/s, ${cold.failed} of ${pages} failed`);
      console.log(`  most memory of a process: ${mostMemory().join(', ')} MB`);
    });
    await serve(folder, database, async api => {
      const cold = await secondsOf(api, batches(some, AT_ONCE), INTRODUCTIONS);
      console.log(`  introductions, never asked for: ${(some.length / cold.seconds).toFixed(1)} pages/s`);
      console.log(`  ${AT_ONCE} introductions, asked for before: ${await rateOf(api, some)} requests/s where whole answers are not kept`);
    });
    await serve(
      folder,
      database,
      async api => console.log(`  the same with default settings: ${await rateOf(api, some)} requests/s`),
      KEEPING_ANSWERS,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The pages in the order of their hashes, so that any number of them is a fair sample. */
function contentOf(file: string): { readonly titles: string[]; readonly bytes: number } {
  const database = new Database(file, { readonly: true });
  const content = 'from page where page_namespace = 0 and page_is_redirect = 0';
  const titles = database.prepare<[], string>(`select page_title ${content} order by (page_id * 2654435761) % 4294967296`).pluck().all();
  const bytes = database.prepare<[], number>(`select sum(page_len) ${content}`).pluck().get() ?? 0;
  database.close();
  return { titles: titles.map(String), bytes };
}

/** Requests a second for the same introductions. */
async function rateOf(api: string, titles: readonly string[]): Promise<string> {
  const address = urlOf(api, titles.slice(0, AT_ONCE), INTRODUCTIONS);
  const { requests, seconds } = await put(address, { connections: 16, seconds: Number(options.seconds) });
  return (requests / seconds).toFixed(0);
}

const KEEPING_NONE = ['--kept-answers', '0'];
const KEEPING_ANSWERS: readonly string[] = [];

async function serve(
  folder: string,
  database: string,
  use: (api: string, mostMemory: () => string[]) => Promise<void>,
  more: readonly string[] = KEEPING_NONE,
): Promise<void> {
  const flags = ['--database', database, '--workers', String(WORKERS), ...more];
  const server = await startServer(SERVER, flags, folder, { onLog: () => {} });
  try {
    // Renderer and Lua are loaded by the first request of each process.
    await Promise.all(Array.from({ length: CLIENTS }, () => answerOf(urlOf(server.api, ['A page that is not there'], WHOLE))));
    await use(server.api, () => peaksOf(server.process.pid ?? 0));
  } finally {
    await server.stop();
  }
}

const batches = (titles: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(titles.length / size) }, (_, i) => titles.slice(i * size, (i + 1) * size));

function urlOf(api: string, titles: readonly string[], params: string): string {
  return `${api}?action=query&format=json&formatversion=2&prop=extracts&${params}&titles=${encodeURIComponent(titles.join('|'))}`;
}

const answerOf = async (url: string): Promise<string> => (await fetch(url)).text();

/** Has the clients ask for all of them. */
async function secondsOf(
  api: string,
  asked: readonly string[][],
  params: string,
): Promise<{ times: number[]; seconds: number; failed: number }> {
  const waiting = asked.values();
  const times: number[] = [];
  let failed = 0;
  const begun = performance.now();
  const client = async (): Promise<void> => {
    for (const titles of waiting) {
      const sent = performance.now();
      const answer = await answerOf(urlOf(api, titles, params));
      times.push(performance.now() - sent);
      if (answer.includes('"error"')) failed++;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { times, seconds: (performance.now() - begun) / 1000, failed };
}

/** The most resident memory that a process and those below it had, in megabytes, and what it is. */
function peaksOf(pid: number): string[] {
  const status = (id: string): string => {
    try {
      return readFileSync(`/proc/${id}/status`, 'utf8');
    } catch {
      return '';
    }
  };
  const all = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  const parents = new Map(all.map(id => [Number(id), Number(/^PPid:\s+(\d+)/m.exec(status(id))?.[1])]));
  const below = (id: number | undefined): boolean => id !== undefined && id > 1 && (id === pid || below(parents.get(id)));
  return [...parents.keys()].filter(below).map(id => (Number(/^VmHWM:\s+(\d+)/m.exec(status(String(id)))?.[1]) / 1000).toFixed(0));
}

if (options.help || dumps.length === 0)
  console.log(`usage: pnpm bench:extracts [--pages 1000] [--seconds 10] DUMP...

Imports each dump and tells how fast the extracts of its pages are made beforehand, for readers who are the first to ask, and given to those who are not.`);
else for (const dump of dumps) await measure(dump);
