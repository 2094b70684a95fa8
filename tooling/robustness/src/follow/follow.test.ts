// Tests a sync with a real MediaWiki that changes at random. The sync is killed repeatedly, and the result must equal a fresh import.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type EngineName, sql } from '@wikiquery/database';
import { type RunningServer, SERVER, startServer } from '@wikiquery/launch/process';
import { quickEngines as engines, openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../random.ts';
import type { Ask, Question } from '../requests/modules.ts';
import { Visitor } from '../visitor.ts';
import { allQueries, recordsOf } from './all-answers.ts';
import { type CopiedMediaWiki, copyMediaWiki } from './copied-mediawiki.ts';

const { TEST_MEDIAWIKI_DATABASE: database = '', TEST_MEDIAWIKI_PROGRAM: program = '', FOLLOW_SEED = '7', FOLLOW_CHANGES } = process.env;
/** Only one engine gets many changes, because few changes are enough to show differences between engines. */
const amountFor = (engine: EngineName): readonly [changes: number, rounds: number] =>
  FOLLOW_CHANGES ? [Number(FOLLOW_CHANGES), 10] : process.env.CI && engine === 'sqlite' ? [500, 10] : [80, 4];

let folder: string;
let live: CopiedMediaWiki;
const servers: RunningServer[] = [];
const visitors: Visitor[] = [];
/** Databases on a database server, by name. */
const wikis = new Map<string, TestWiki>();

async function begin(engine: EngineName): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-follow-'));
  live = await copyMediaWiki(database, program, folder);
  for (const name of engine === 'sqlite' ? [] : ['followed', 'fresh']) {
    wikis.set(name, await openWiki(engine));
    await mkdir(imagesOf(name));
  }
}

async function end(): Promise<void> {
  for (const visitor of visitors.splice(0)) visitor.close();
  for (const server of servers.splice(0)) await server.stop();
  await live?.stop();
  for (const wiki of wikis.values()) await wiki.close();
  wikis.clear();
  if (!process.env.FOLLOW_KEEP) await rm(folder, { recursive: true, force: true });
}

const fileOf = (name: string): string => join(folder, `${name}.sqlite`);
const addressOf = (name: string): string => wikis.get(name)?.url ?? `sqlite:${fileOf(name)}`;
const imagesOf = (name: string): string => join(folder, `${name}.images`);
const where = (name: string): string[] => ['--database', addressOf(name), ...(wikis.has(name) ? ['--images', imagesOf(name)] : [])];
const env = { ...process.env, WIKIQUERY_DATA: undefined };

const wikiquery = (...args: string[]) =>
  promisify(execFile)(process.execPath, [...SERVER, ...args], { cwd: folder, env, maxBuffer: 1 << 26 });

/** Imports complete dumps and uploaded files into the database `name`. */
async function importDump(name: string): Promise<void> {
  await live.removeStrays();
  const [full, logs] = [join(folder, `${name}-full.xml`), join(folder, `${name}-logs.xml`)];
  await writeFile(full, await live.maintain('dumpBackup', '--quiet', '--full', '--uploads'));
  await writeFile(logs, await live.maintain('dumpBackup', '--quiet', '--logs'));
  await wikiquery('import', full, logs, ...(await uploaded()), ...where(name), '--site', join(folder, 'site.json'));
}

/** Returns the folder of uploaded files, unless it is empty. */
async function uploaded(): Promise<string[]> {
  const entries = await readdir(live.images, { recursive: true, withFileTypes: true });
  return entries.some(entry => entry.isFile() && !entry.name.startsWith('.')) ? [live.images] : [];
}

/** Flag `--uploads` if the import had no files. Otherwise, a sync would not fetch files that are uploaded later. */
let uploads: string[];
const followed = (...more: string[]): string[] => ['follow', live.api, ...where('followed'), '--once', ...uploads, ...more];

/**
 * Kills a sync after it has written `times` positions and `milliseconds` have passed. Returns whether it was still running, and
 * whether it had made progress.
 */
async function followUntil(times: number, milliseconds: number): Promise<{ readonly isKilled: boolean; readonly isFurther: boolean }> {
  const before = await position();
  const child = spawn(process.execPath, [...SERVER, ...followed('--rate', '50')], { cwd: folder, env, stdio: 'ignore' });
  const exit = once(child, 'exit');
  let [last, written] = [before, 0];
  while (child.exitCode === null && written < times) {
    await sleep(20);
    const now = await position();
    if (now !== last) written++;
    last = now;
  }
  await Promise.race([sleep(milliseconds), exit]);
  child.kill('SIGKILL');
  await exit;
  return { isKilled: child.signalCode === 'SIGKILL', isFurther: (await position()) !== before };
}

const POSITION = "select state from wikiquery_import where source in ('#follow', '#unsettled') order by source";

/** Returns the position of the sync. The file is opened read-only, because it may contain an unfinished transaction. */
async function position(): Promise<string> {
  const wiki = wikis.get('followed');
  if (wiki) return JSON.stringify((await sql.raw(POSITION).execute(wiki.db)).rows);
  const file = new DatabaseSync(fileOf('followed'), { readOnly: true, timeout: 10_000 });
  try {
    return JSON.stringify(file.prepare(POSITION).all());
  } finally {
    file.close();
  }
}

describe.runIf(program !== '').each(engines)('follow on %s', engine => {
  beforeAll(() => begin(engine), 60_000);
  afterAll(end);
  it('applies all changes of a MediaWiki although it is killed repeatedly', { timeout: 1_800_000 }, async () => {
    const [count, rounds] = amountFor(engine);
    const chance = new Random(Number(FOLLOW_SEED));
    const change = (many: number, seed: number) =>
      live.maintain(join(import.meta.dirname, 'random-changes.php'), '--seed', String(seed), '--count', String(many));
    await change(count / 4, Number(FOLLOW_SEED));
    uploads = (await uploaded()).length > 0 ? [] : ['--uploads'];
    await wikiquery('adopt', live.api, '--out', join(folder, 'site.json'));
    await importDump('followed');
    await wikiquery(...followed('--rate', '50'));
    let [kills, further] = [0, 0];
    const [done, reached]: [string[], string[]] = [[], []];
    for (let round = 1; round <= rounds; round++) {
      done.push(await change(count / rounds, Number(FOLLOW_SEED) + round));
      for (let tries = 0; tries < 3; tries++) {
        const { isKilled, isFurther } = await followUntil(Math.ceil(3 * chance.fraction()), 50 * chance.fraction());
        if (isKilled) kills++;
        if (isKilled && isFurther) further++;
        reached.push(await position());
      }
    }
    expect(done.join('').match(/^\w+$/gm)?.length).toBeGreaterThan(count / 3);
    expect(kills).toBeGreaterThan(0);
    expect(new Set(reached).size).toBeGreaterThan(1);
    // Only --verify finds suppressions without a log entry.
    await wikiquery(...followed('--rate', '1000', '--verify'));
    await importDump('fresh');
    for (const name of ['followed', 'fresh']) {
      const site = wikis.has(name) ? ['--site', join(folder, 'site.json')] : [];
      const flags = [...where(name), ...site, '--workers', '1', '--clock', '2100-01-01T00:00:00Z', '--client-rate', '100000'];
      servers.push(await startServer(SERVER, flags, folder, { onLog: () => {} }));
    }
    const clientOf = (api: string) => {
      const visitor = new Visitor(api);
      visitors.push(visitor);
      return (query: Question) => visitor.json(query);
    };
    const [here, there] = servers.map(({ api }) => clientOf(api)) as [Ask, Ask];
    const differences: string[] = [];
    let records = 0;
    for (const query of await allQueries(there)) {
      // Page dumps contain no protections.
      const [ours, theirs] = [await recordsOf(here, query), await recordsOf(there, query)].map(found =>
        found.filter(record => !isProtection(record)),
      ) as [string[], string[]];
      records += theirs.length;
      const [a, b] = [new Set(ours), new Set(theirs)];
      for (const record of ours) if (!b.has(record)) differences.push(`${JSON.stringify(query)} only followed: ${record}`);
      for (const record of theirs) if (!a.has(record)) differences.push(`${JSON.stringify(query)} only imported: ${record}`);
    }
    console.log(`${count} changes, ${kills} kills (${further} after something was written), ${records} records compared.`);
    expect(differences.slice(0, 40)).toEqual([]);
    expect(records).toBeGreaterThan(1000);
    const protections = { prop: 'info', inprop: 'protection', generator: 'allpages', gaplimit: '50' };
    expect((await recordsOf(here, protections)).filter(isProtection)).toEqual(
      (await recordsOf(clientOf(live.api), protections)).filter(isProtection),
    );
  });
});

const isProtection = (record: string): boolean => / protection: \{/.test(record);
