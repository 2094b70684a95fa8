import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readAccounts } from './accounts.ts';
import { Client } from './client.ts';
import { compare } from './comparison.ts';
import { excuse, readExcuses } from './excuses.ts';
import { findSet, type Recording, readRecording, unpackSet } from './recording.ts';
import { describeFailure, headerNotes, isFailed, table, toJson } from './report.ts';
import { answerableWith, select } from './selection.ts';
import { installedModules, SERVER, startServer } from './server.ts';

const USAGE = `usage: pnpm conformance [--set NAME|PATH] [--sets FOLDER] [--base URL] [--module A,B] [--kind A,B] [--session A,B]
    [--id BEGINNING] [--lenient] [--show N] [--json FILE] [--unmask CATEGORY,...] [--concurrency N] [--timeout MILLISECONDS]

Asks a server the recorded probes of a set and compares its answers with MediaWiki's. Without --base it starts apps/server
on the wiki of the set; --lenient leaves modules out that cannot be loaded. WIKIQUERY_SETS is the default of --sets.`;

const options = readOptions();
const here = join(import.meta.dirname, '..');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const set = findSet(options.set, [join(here, 'sets'), ...(options.sets ? [options.sets] : [])]);
  const recording = readRecording(set);
  if (options.base) return report(set, recording, options.base);
  const wiki = unpackSet(set);
  try {
    const server = await startServer(
      SERVER,
      [...wiki.flags, '--clock', recording.recorded, ...(options.lenient ? ['--lenient'] : [])],
      wiki.folder,
    );
    try {
      return await report(set, recording, `${server.origin}${scriptPath(set)}/api.php`);
    } finally {
      await server.stop();
    }
  } finally {
    wiki.close();
  }
}

/** Compares, prints what differs and a table, and gives the exit code. */
async function report(set: string, recording: Recording, base: string): Promise<number> {
  const timeout = Number(options.timeout);
  const installed = await installedModules(new Client(base, { timeout, keepsCookies: false }));
  const canAnswer = answerableWith(installed, recording.probes);
  const chosen = select(recording.probes, {
    ...(options.module && { modules: options.module.split(',') }),
    ...(options.kind && { kinds: options.kind.split(',') }),
    ...(options.session && { sessions: options.session.split(',') }),
    ...(options.id && { id: options.id }),
  });
  const asked = chosen.filter(({ probe }) => canAnswer(probe));
  const { results, problems } = await compare(asked, recording, {
    base,
    timeout,
    accounts: readAccounts(join(set, 'accounts.json')),
    concurrency: Number(options.concurrency),
    unmask: new Set(options.unmask?.split(',')),
  });
  const outcomes = results.map(result => ({ id: result.row.id, failed: isFailed(result) }));
  const excused = excuse(readExcuses(join(here, 'expected-differences.json')), outcomes, documentedDifferences());
  const failed = results.filter(result => isFailed(result) && !excused.ids.has(result.row.id));

  for (const problem of problems) console.log(`warning: ${problem}`);
  for (const result of failed.slice(0, Number(options.show))) console.log(describeFailure(result));
  console.log(table(results, excused.ids));
  const notes = headerNotes(results);
  if (notes) console.log(`headers that differ, not counted: ${notes}`);
  const leftOut = chosen.length - asked.length;
  if (leftOut > 0) console.log(`left out: ${leftOut} probes need modules that are not installed`);
  if (excused.ids.size > 0) console.log(`excused: ${excused.ids.size} probes, see expected-differences.json`);
  for (const problem of excused.problems) console.log(`expected-differences.json: ${problem}`);
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ base, leftOut, ...(toJson(results, excused.ids) as object) }, null, 1)}\n`);

  const passed = results.length - failed.length - excused.ids.size;
  const exact = results.filter(({ level }) => level === 'exact').length;
  console.log(`${passed} passed, ${failed.length} failed (${exact} exact, ${passed - exact} semantic only) of ${results.length}`);
  return failed.length > 0 || excused.problems.length > 0 ? 1 : 0;
}

function scriptPath(set: string): string {
  const { query } = JSON.parse(readFileSync(join(set, 'site.json'), 'utf8')) as { query: { general: { scriptpath: string } } };
  return query.general.scriptpath;
}

function documentedDifferences(): string {
  const file = join(here, '../../docs/differences.md');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function readOptions() {
  try {
    return parseArgs({
      args: process.argv.slice(2).filter(argument => argument !== '--'),
      options: {
        set: { type: 'string', default: 'a-1.43-sqlite' },
        sets: { type: 'string', default: process.env.WIKIQUERY_SETS ?? '' },
        base: { type: 'string' },
        module: { type: 'string' },
        kind: { type: 'string' },
        session: { type: 'string' },
        id: { type: 'string' },
        lenient: { type: 'boolean', default: false },
        show: { type: 'string', default: '10' },
        json: { type: 'string' },
        unmask: { type: 'string' },
        concurrency: { type: 'string', default: '2' },
        timeout: { type: 'string', default: '30000' },
      },
    }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(2);
  }
}
