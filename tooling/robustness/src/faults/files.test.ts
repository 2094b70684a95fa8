// Tests a SQLite file that is replaced, truncated, damaged or changed while two workers read it. No response may be wrong, and no
// restart may be needed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { RunningServer } from '@wikiquery/launch/process';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useStand, waitForWorkers } from '../stand.test-kit.ts';
import { ask, keepAsking, type Outcome } from './load.ts';

const PAGES = 300;
const GONE = 'internal_api_error_DBConnectionError';
const PARAMS = 'list=allpages&aplimit=500&meta=siteinfo&siprop=interwikimap';
const PATIENCE = { timeout: 20_000, interval: 100 };

describe('a server on a SQLite file', { timeout: 60_000 }, () => {
  const stand = useStand();
  const folder = stand.folder();
  const file = join(folder, 'wiki.sqlite');
  let server: RunningServer;
  const log: string[] = [];
  const made: Record<string, string> = {};

  beforeAll(async () => {
    for (const name of ['Heron', 'Stork']) {
      const interwiki = { iw_prefix: name.toLowerCase(), iw_url: `https://${name}.example/$1`, iw_api: '', iw_wikiid: '', iw_local: 0 };
      made[name] = join(folder, `${name}.sqlite`);
      await stand.wiki(made[name], async wiki => {
        for (let i = 100; i < 100 + PAGES; i++) await wiki.page(`${name} ${i} ${'x'.repeat(100)}`);
        await wiki.db.insertInto('interwiki').values(interwiki).execute();
      });
    }
    made.Other = join(folder, 'Other.sqlite');
    await stand.wiki(made.Other, wiki => wiki.db.schema.dropTable('actor').execute());
    place('Heron');
    server = await stand.serve(['--database', `sqlite:${file}`, '--workers', '2'], folder, { onLog: line => log.push(line) });
    // The tests must not change the file while a worker starts.
    await waitForWorkers(server.origin, 2);
  }, 60_000);
  beforeEach(async () => {
    place('Heron');
    await becomes('Heron');
    log.length = 0;
  }, 30_000);

  /** Replaces the file atomically. */
  const place = (name: string): void => {
    copyFileSync(made[name]!, `${file}.new`);
    renameSync(`${file}.new`, file);
  };
  const health = async () => {
    const response = await fetch(`${server.origin}/healthz`);
    return { ...((await response.json()) as object), status: response.status };
  };
  /** Runs a check on concurrent connections, which reach both workers. */
  const everywhere = (check: () => Promise<unknown>) => Promise.all(Array.from({ length: 6 }, check));
  const becomes = (name: string) =>
    vi.waitFor(
      () =>
        everywhere(async () => {
          expect(nameOf(await ask(server.api, PARAMS))).toBe(name);
          expect((await health()).status).toBe(200);
        }),
      PATIENCE,
    );
  const becomesUnready = (problem: RegExp) =>
    vi.waitFor(
      () =>
        everywhere(async () => {
          expect(await ask(server.api, PARAMS)).toMatchObject({ status: 503, code: GONE, retryAfter: expect.stringMatching(/^\d+$/) });
          expect(await ask(server.api, 'meta=siteinfo')).toMatchObject({ status: 503, code: GONE });
          expect(await health()).toMatchObject({ status: 503, database: { ok: false, problem: expect.stringMatching(problem) } });
        }),
      PATIENCE,
    );
  /** Expects only complete responses from one wiki and errors with Retry-After. */
  const expectHonest = (outcomes: readonly Outcome[]) => {
    for (const outcome of outcomes) {
      if (nameOf(outcome) === undefined) expect(outcome).toMatchObject({ status: 503, code: GONE, retryAfter: expect.any(String) });
    }
    expect(server.ended).toBeUndefined();
    expect(log.filter(line => /"event":"(?:uncaught|unhandled-rejection|worker-ended)"/.test(line) || !line.startsWith('{'))).toEqual([]);
  };

  it('serves a file without a failed request while it is replaced atomically', async () => {
    const stop = keepAsking(server.api, PARAMS, 6);
    await sleep(200);
    for (const name of ['Stork', 'Heron', 'Stork']) {
      place(name);
      await becomes(name);
    }
    const outcomes = await stop();
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(outcomes.map(nameOf))).toEqual(new Set(['Heron', 'Stork']));
    expectHonest(outcomes);
  });

  it('does not serve a file while it is an incomplete copy', async () => {
    const stop = keepAsking(server.api, PARAMS, 4);
    unlinkSync(file);
    await becomesUnready(/There is no file/);
    const whole = readFileSync(made.Stork!);
    writeFileSync(file, whole.subarray(0, whole.length / 2));
    await becomesUnready(/malformed/);
    writeFileSync(file, whole);
    await becomes('Stork');
    unlinkSync(file);
    copyFileSync(made.Heron!, file);
    await becomes('Heron');
    const outcomes = await stop();
    expectHonest(outcomes);
    expect(new Set(outcomes.map(nameOf))).toEqual(new Set(['Heron', undefined, 'Stork']));
  });

  it('does not serve a file that is not a database or lacks tables', async () => {
    place('Other');
    await becomesUnready(/actor/);
    place('Stork');
    await becomes('Stork');
    writeFileSync(`${file}.new`, 'no database at all'.repeat(100));
    renameSync(`${file}.new`, file);
    await becomesUnready(/not a database/);
    writeFileSync(`${file}.new`, '');
    renameSync(`${file}.new`, file);
    await becomesUnready(/no tables/);
    place('Heron');
    await becomes('Heron');
    expectHonest([]);
    expect(log.filter(line => line.includes('database-reopened')).length).toBeGreaterThan(0);
  });

  it('has only unready workers while the file is damaged', async () => {
    const stop = keepAsking(server.api, PARAMS, 4);
    await sleep(200);
    spoil(file);
    await becomesUnready(/malformed/);
    // The workers must stay unready.
    await sleep(2000);
    await becomesUnready(/malformed/);
    place('Stork');
    await becomes('Stork');
    const outcomes = await stop();
    expectHonest(outcomes);
    expect(new Set(outcomes.map(nameOf))).toEqual(new Set(['Heron', undefined, 'Stork']));
  });

  it('reads the current state of a file after writes and schema changes', async () => {
    const stop = keepAsking(server.api, PARAMS, 4);
    const written = await write(file, [
      'pragma journal_mode = delete',
      ...Array.from(
        { length: 20 },
        (_, i) => `update page set page_title = replace(page_title, 'Heron', 'Stork') where page_id = ${i + 1}`,
      ),
      "update page set page_title = replace(page_title, 'Heron', 'Stork')",
      "update interwiki set iw_prefix = 'stork'",
      'alter table page add column page_more text',
      'vacuum',
    ]);
    expect(written).toBeUndefined();
    const titles = async () =>
      (await ask(server.api, PARAMS)).query?.allpages.filter(({ title }: { title: string }) => title.startsWith('Stork')).length;
    await vi.waitFor(() => everywhere(async () => expect(await titles()).toBe(PAGES)), PATIENCE);
    expect((await stop()).every(({ status }) => status === 200)).toBe(true);
    expect(await write(file, ['alter table actor rename to actors'])).toBeUndefined();
    await becomesUnready(/actor/);
    expect(await write(file, ['alter table actors rename to actor'])).toBeUndefined();
    await becomes('Stork');
    expectHonest([]);
  });

  it('reads a file alongside a writer in WAL mode, and never with the WAL of another file', async () => {
    copyFileSync(made.Heron!, `${file}.new`);
    await write(`${file}.new`, ['pragma journal_mode = wal']);
    renameSync(`${file}.new`, file);
    await becomes('Heron');
    const stop = keepAsking(server.api, PARAMS, 4);
    // A killed writer does not delete its WAL.
    await writeAndCrash(file, [
      "update page set page_touched = '20240101000000'",
      'pragma wal_checkpoint(truncate)',
      'update page set page_len = 1',
    ]);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    await sleep(1000);
    expect((await stop()).every(({ status }) => status === 200)).toBe(true);
    place('Stork');
    await becomesUnready(/Delete .*-wal/);
    for (const each of ['-wal', '-shm']) rmSync(`${file}${each}`, { force: true });
    await becomes('Stork');
    expectHonest([]);
  });

  it('returns 503 while a writer locks the file', async () => {
    const lock = new Worker(WRITER, { eval: true, workerData: { file, statements: ['begin exclusive'], stays: true } });
    await once(lock, 'message');
    const outcomes = await Promise.all(Array.from({ length: 2 }, () => ask(server.api, 'list=allpages')));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([503]));
    await lock.terminate();
    await becomes('Heron');
    expectHonest(outcomes);
  });
});

/** Returns the wiki of a response, or undefined if the pages are incomplete or the interwiki map is that of another wiki. */
function nameOf({ query }: Outcome): string | undefined {
  const titles: string[] = query?.allpages.map(({ title }: { title: string }) => title) ?? [];
  const name = titles[0]?.replace(/ .*$/, '');
  const isWhole = titles.length === PAGES && titles.every((title, i) => title.startsWith(`${name} ${100 + i} `));
  const prefixes: string[] = query?.interwikimap.map(({ prefix }: { prefix: string }) => prefix) ?? [];
  return isWhole && prefixes.includes(name!.toLowerCase()) ? name : undefined;
}

/** Overwrites the file with NUL bytes except for its first eight database pages, as a failing disk might. */
function spoil(path: string): void {
  const { size } = statSync(path);
  const at = 4096 * 8;
  const opened = openSync(path, 'r+');
  writeSync(opened, Buffer.alloc(size - at), 0, size - at, at);
  // A new change counter invalidates the pages that SQLite has cached.
  writeSync(opened, Buffer.from([0, 0, 255, 255]), 0, 4, 24);
  closeSync(opened);
}

/** Code of a separate thread that writes to the file. */
const WRITER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData.file);
  let problem;
  try {
    database.exec('pragma busy_timeout = 10000');
    for (const statement of workerData.statements) database.exec(statement);
  } catch (error) {
    problem = String(error);
  }
  if (!workerData.stays) database.close();
  parentPort.postMessage(problem);
  if (workerData.stays) setInterval(() => {}, 1000);
`;

/** Runs statements on a separate connection. Returns an error message, or undefined on success. */
async function write(file: string, statements: readonly string[]): Promise<string | undefined> {
  const writer = new Worker(WRITER, { eval: true, workerData: { file, statements, stays: false } });
  const [problem] = (await once(writer, 'message')) as [string | undefined];
  await writer.terminate();
  return problem;
}

/** Runs statements in a process that is killed before it closes the file. */
async function writeAndCrash(file: string, statements: readonly string[]): Promise<void> {
  const code = `
    const { DatabaseSync } = require('node:sqlite');
    const [file, ...statements] = process.argv.slice(1);
    const database = new DatabaseSync(file);
    database.exec('pragma busy_timeout = 10000');
    for (const statement of statements) database.exec(statement);
    console.log('written');
    setInterval(() => database, 1000);`;
  const writer = spawn(process.execPath, ['-e', code, file, ...statements], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(writer.stdout, 'data');
  writer.kill('SIGKILL');
  await once(writer, 'exit');
}
