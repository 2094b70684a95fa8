// A real MediaWiki is changed at random and followed, with a process that is killed again and again: then everything is as in a fresh import.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type RunningServer, SERVER, startServer } from '@wikiquery/launch/process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../random.ts';
import { allQueries, answerTo } from './all-answers.ts';
import { type CopiedMediaWiki, copyMediaWiki } from './copied-mediawiki.ts';

const { TEST_MEDIAWIKI_DATABASE: database = '', TEST_MEDIAWIKI_PROGRAM: program = '', FOLLOW_SEED = '7' } = process.env;
/** Deeds in all, and rounds of them. */
const [DEEDS, ROUNDS] = process.env.CI ? [500, 10] : [80, 4];

let folder: string;
let live: CopiedMediaWiki;
const servers: RunningServer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-follow-'));
  if (program !== '') live = await copyMediaWiki(database, program, folder);
}, 60_000);
afterAll(async () => {
  for (const server of servers) await server.stop();
  await live?.stop();
  if (!process.env.FOLLOW_KEEP) await rm(folder, { recursive: true, force: true });
});

const place = (name: string): string => `sqlite:${join(folder, `${name}.sqlite`)}`;
const env = { ...process.env, WIKIQUERY_DATA: undefined };

const wikiquery = (...args: string[]) =>
  promisify(execFile)(process.execPath, [...SERVER, ...args], { cwd: folder, env, maxBuffer: 1 << 26 });

/** Imports all that MediaWiki writes of itself. */
async function importDump(name: string): Promise<void> {
  const [full, logs] = [join(folder, `${name}-full.xml`), join(folder, `${name}-logs.xml`)];
  await writeFile(full, await live.maintain('dumpBackup', '--quiet', '--full', '--uploads'));
  await writeFile(logs, await live.maintain('dumpBackup', '--quiet', '--logs'));
  await wikiquery('import', full, logs, live.images, '--database', place(name), '--site', join(folder, 'site.json'));
}

const followed = (...more: string[]): string[] => ['follow', live.api, '--database', place('followed'), '--once', ...more];

/** Follows, and is killed a moment after it wrote so many times how far it is. Gives whether that was before the end, and whether anything was done. */
async function followUntil(times: number, milliseconds: number): Promise<{ readonly isKilled: boolean; readonly isFurther: boolean }> {
  const before = position();
  const child = spawn(process.execPath, [...SERVER, ...followed('--rate', '50')], { cwd: folder, env, stdio: 'ignore' });
  const exit = once(child, 'exit');
  let [last, written] = [before, 0];
  while (child.exitCode === null && written < times) {
    await sleep(20);
    const now = position();
    if (now !== last) written++;
    last = now;
  }
  await Promise.race([sleep(milliseconds), exit]);
  child.kill('SIGKILL');
  await exit;
  return { isKilled: child.signalCode === 'SIGKILL', isFurther: position() !== before };
}

/** What the database says of how far it is. */
function position(): string {
  const file = new DatabaseSync(join(folder, 'followed.sqlite'), { readOnly: true, timeout: 10_000 });
  try {
    return JSON.stringify(file.prepare("select state from wikiquery_import where source in ('#follow', '#unsettled')").all());
  } finally {
    file.close();
  }
}

it.runIf(program !== '')('follows a MediaWiki through kills', { timeout: 1_800_000 }, async () => {
  const chance = new Random(Number(FOLLOW_SEED));
  const deeds = (count: number, seed: number) =>
    live.maintain(join(import.meta.dirname, 'deeds.php'), '--seed', String(seed), '--count', String(count));
  await deeds(DEEDS / 4, Number(FOLLOW_SEED));
  await wikiquery('adopt', live.api, '--out', join(folder, 'site.json'));
  await importDump('followed');
  await wikiquery(...followed('--rate', '50'));
  let [kills, further] = [0, 0];
  const [done, reached]: [string[], string[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round++) {
    done.push(await deeds(DEEDS / ROUNDS, Number(FOLLOW_SEED) + round));
    for (let tries = 0; tries < 3; tries++) {
      const { isKilled, isFurther } = await followUntil(Math.ceil(3 * chance.fraction()), 50 * chance.fraction());
      if (isKilled) kills++;
      if (isKilled && isFurther) further++;
      reached.push(position());
    }
  }
  expect(done.join('').match(/^\w+$/gm)?.length).toBeGreaterThan(DEEDS / 3);
  expect(kills).toBeGreaterThan(0);
  expect(new Set(reached).size).toBeGreaterThan(1);
  // What is hidden without a word in the log is found when all is looked at once more.
  await wikiquery(...followed('--rate', '1000', '--verify'));
  await importDump('fresh');
  for (const name of ['followed', 'fresh']) {
    const flags = ['--database', place(name), '--workers', '1', '--clock', '2100-01-01T00:00:00Z', '--client-rate', '100000'];
    servers.push(await startServer(SERVER, flags, folder, { onLog: () => {} }));
  }
  const [here, there] = servers as [RunningServer, RunningServer];
  const differences: string[] = [];
  let records = 0;
  for (const query of await allQueries(there.api)) {
    const [ours, theirs] = [await answerTo(here.api, query), await answerTo(there.api, query)].map(answer =>
      answer.filter(record => !isUntold(record)),
    ) as [string[], string[]];
    records += theirs.length;
    const [a, b] = [new Set(ours), new Set(theirs)];
    for (const record of ours) if (!b.has(record)) differences.push(`${JSON.stringify(query)} only followed: ${record}`);
    for (const record of theirs) if (!a.has(record)) differences.push(`${JSON.stringify(query)} only imported: ${record}`);
  }
  console.log(`${DEEDS} deeds, ${kills} kills (${further} after something was written), ${records} records compared.`);
  expect(differences.slice(0, 40)).toEqual([]);
  expect(records).toBeGreaterThan(1000);
  // Of protections, dumps tell nothing: the wiki itself is asked.
  const protections = { action: 'query', prop: 'info', inprop: 'protection', generator: 'allpages', gaplimit: '50' };
  expect((await answerTo(here.api, protections)).filter(isProtection)).toEqual(
    (await answerTo(live.api, protections)).filter(isProtection),
  );
});

const isProtection = (record: string): boolean => / protection: \{/.test(record);
/** Protections are in no dump of pages. */
const isUntold = (record: string): boolean => isProtection(record);
