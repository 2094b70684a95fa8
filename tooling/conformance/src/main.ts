import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { SERVER, startServer } from '@wikiquery/launch/process';
import { readAccounts } from './accounts.ts';
import { Client } from './client.ts';
import { compare, type Result } from './comparison.ts';
import { excuse, readExcuses, USUAL_SET } from './excuses.ts';
import { recordNow, sample, serveLive } from './live.ts';
import { installedModules } from './modules.ts';
import { isUnanswered, type RecordedProbe } from './probe.ts';
import { findSet, type Recording, readRecording, saveRecording, setsIn, unpackSet, whyNotServed } from './recording.ts';
import { describeFailure, headerNotes, isFailed, percent, table, toJson } from './report.ts';
import { answerableWith, inFormat, select } from './selection.ts';
import { noteUnrepeatable, readUnrepeatable } from './unrepeatable.ts';
import { explain, type Version, versionOf } from './versions.ts';

const USAGE = `usage: pnpm lab conformance [--set NAME|PATH | --all] [--sets FOLDER] [--base URL] [--module A,B] [--kind A,B] [--session A,B]
    [--id BEGINNING] [--lenient] [--show N] [--json FILE] [--unmask CATEGORY,...] [--concurrency N] [--timeout MILLISECONDS]
    [--format NAME] [--recording NAME] [--save FILE] [--note-unrepeatable] [--mediawiki URL --database URL [--images FOLDER]] [--sample N]

Asks a server the recorded probes of a set and compares its answers with MediaWiki's. Without --base it starts apps/server
on the wiki of the set; --lenient leaves modules out that cannot be loaded. --all takes every set that can be served here, one after
the other. WIKIQUERY_SETS is the default of --sets, and ../shared/conformance/sets
where it exists. With --note-unrepeatable, --base is a MediaWiki on the database of the set: the probes that it does not answer as recorded
are written to unrepeatable.json. --mediawiki is the api.php of a MediaWiki: it is asked the probes of the set, and so is apps/server on the
same database. --sample takes only so many of the probes, and --format asks for another format than JSON; --save keeps the probes with the
answers of that MediaWiki in a file. --recording is the name of such a file in the set, to be taken for recorded.jsonl.gz.`;

const { values: options } = readOptions(USAGE, {
  set: { type: 'string', default: USUAL_SET },
  sets: { type: 'string', ...(process.env.WIKIQUERY_SETS && { default: process.env.WIKIQUERY_SETS }) },
  all: { type: 'boolean', default: false },
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
  'note-unrepeatable': { type: 'boolean', default: false },
  mediawiki: { type: 'string' },
  database: { type: 'string' },
  images: { type: 'string' },
  sample: { type: 'string' },
  format: { type: 'string' },
  recording: { type: 'string', default: 'recorded' },
  save: { type: 'string' },
});
const here = join(import.meta.dirname, '..');
const UNREPEATABLE = join(here, 'unrepeatable.json');
const shared = join(here, '../../../shared/conformance/sets');
const folders = [join(here, 'sets'), options.sets ?? (existsSync(shared) ? shared : '')].filter(folder => folder !== '');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** The result of a set: whether enough responses are equal, and descriptions of those that are not. */
interface Verdict {
  readonly passes: boolean;
  readonly failures: readonly string[];
}

async function main(): Promise<number> {
  if (!options.all) return (await judgeSet(findSet(options.set, folders))).passes ? 0 : 1;
  const failedSets: string[] = [];
  for (const set of setsIn(folders)) {
    const obstacle = whyNotServed(set);
    console.log(`\n# ${basename(set)}${obstacle ? `: left out, ${obstacle}` : ''}`);
    if (obstacle) continue;
    const { passes, failures } = await judgeSet(set);
    if (!passes) failedSets.push([`# ${basename(set)} failed`, ...failures].join('\n'));
  }
  // At the end, where the reader of a log looks first.
  for (const description of failedSets) console.log(`\n${description}`);
  return failedSets.length === 0 ? 0 : 1;
}

/** Sends the probes of a set to a server and compares its responses. */
async function judgeSet(set: string): Promise<Verdict> {
  const recording = readRecording(set, options.recording);
  const version = versionOf(recording.generator, join(here, 'versions.json'));
  if (options.mediawiki !== undefined) return judgeLive(set, recording, options.mediawiki);
  if (options.base) return report(set, recording, version, options.base);
  const wiki = unpackSet(set, version?.wiki);
  try {
    const server = await startServer(
      SERVER,
      [...wiki.flags, '--clock', recording.recorded, ...(options.lenient ? ['--lenient'] : [])],
      wiki.folder,
    );
    try {
      return await report(set, recording, version, server.api);
    } finally {
      await server.stop();
    }
  } finally {
    wiki.close();
  }
}

/** Asks a MediaWiki and the server on the same database. */
async function judgeLive(set: string, recording: Recording, api: string): Promise<Verdict> {
  if (options.database === undefined) throw new Error('--mediawiki needs --database, the database of that wiki.');
  const wiki = serveLive({ api, database: options.database, images: options.images });
  try {
    const server = await startServer(SERVER, wiki.flags, wiki.folder);
    try {
      const canAnswer = answerableWith(await modulesOf(server.api), recording.probes);
      const asked = chosenOf(recording).filter(({ probe }) => canAnswer(probe));
      const live = await recordNow(asked, api, {
        accounts: readAccounts(join(set, 'accounts.json')),
        concurrency: Number(options.concurrency),
        timeout: Number(options.timeout),
      });
      if (options.save !== undefined) saveRecording(options.save, live);
      return await report(set, live, versionOf(live.generator, join(here, 'versions.json')), server.api);
    } finally {
      await server.stop();
    }
  } finally {
    wiki.close();
  }
}

function modulesOf(base: string): Promise<ReadonlySet<string>> {
  return installedModules(new Client(base, { timeout: Number(options.timeout), keepsCookies: false }));
}

function chosenOf({ probes }: Recording): RecordedProbe[] {
  const asked = options.format === undefined ? probes : inFormat(probes, options.format);
  const chosen = select(asked, {
    ...(options.module && { modules: options.module.split(',') }),
    ...(options.kind && { kinds: options.kind.split(',') }),
    ...(options.session && { sessions: options.session.split(',') }),
    ...(options.id && { id: options.id }),
  });
  return options.sample === undefined ? chosen : sample(chosen, Number(options.sample));
}

/** Compares, and prints what differs and a table. */
async function report(set: string, recording: Recording, version: Version | undefined, base: string): Promise<Verdict> {
  const timeout = Number(options.timeout);
  const canAnswer = answerableWith(await modulesOf(base), recording.probes);
  const chosen = chosenOf(recording);
  const asked = chosen.filter(({ probe }) => canAnswer(probe));
  const { results, problems } = await compare(asked, recording, {
    base,
    timeout,
    accounts: readAccounts(join(set, 'accounts.json')),
    concurrency: Number(options.concurrency),
    unmask: new Set(options.unmask?.split(',')),
    complete: version !== undefined,
  });
  if (options['note-unrepeatable']) noteUnrepeatable(UNREPEATABLE, basename(set), results);
  const unrepeatable = readUnrepeatable(UNREPEATABLE, basename(set));
  const outcomes = results.map(result => ({ id: result.row.id, failed: isFailed(result) }));
  const excused = excuse(readExcuses(join(here, 'expected-differences.json')), outcomes, documentedDifferences(), basename(set));
  for (const { id, failed } of outcomes) if (failed && unrepeatable.has(id)) excused.ids.add(id);
  const differing = results.filter(result => isFailed(result) && !excused.ids.has(result.row.id));
  const rows = version && rowsOf(version, differing);
  const failed = rows ? differing.filter(({ row }) => !rows.explained.has(row.id)) : differing;

  for (const problem of problems) console.log(`warning: ${problem}`);
  const failures = failed.slice(0, Number(options.show)).map(describeFailure);
  for (const failure of failures) console.log(failure);
  console.log(table(results, excused.ids));
  const notes = headerNotes(results);
  if (notes) console.log(`headers that differ, not counted: ${notes}`);
  const leftOut = chosen.length - asked.length;
  if (leftOut > 0) console.log(`left out: ${leftOut} probes need modules that are not installed`);
  if (excused.ids.size > 0) console.log(`excused: ${excused.ids.size} probes, see expected-differences.json and unrepeatable.json`);
  // Of a part of the probes, or in another format, not every excuse is needed.
  const isWhole = options.sample === undefined && options.format === undefined;
  const idle = isWhole ? excused.problems : [];
  for (const problem of idle) console.log(`expected-differences.json: ${problem}`);
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ base, leftOut, ...(toJson(results, excused.ids) as object) }, null, 1)}\n`);

  const passed = results.length - differing.length - excused.ids.size;
  const exact = exactOf(results);
  console.log(
    `${passed} passed, ${failed.length} failed (${exact} exact, ${passed - exact} semantic only) of ${results.length}: ${percent(exact, results.length)} exact`,
  );
  if (rows) {
    console.log(`${rows.explained.size} differ as versions.json says:`);
    for (const [row, count] of rows.counts) console.log(`${String(count).padStart(6)}  ${row}`);
    console.log(`${failed.length} probes are left over: ${percent(failed.length, results.length)}`);
  }
  const firm = results.filter(({ row }) => !isUnanswered(row) && !unrepeatable.has(row.id));
  console.log(
    `${percent(exactOf(firm), firm.length)} exact of the ${firm.length} that MediaWiki answers, and answers so again (unrepeatable.json)`,
  );
  return { passes: isEnough(set, results.length, failed.length) && idle.length === 0, failures: [...failures, ...idle] };
}

function exactOf(results: readonly Result[]): number {
  return results.filter(({ level }) => level === 'exact').length;
}

/** The usual set must be answered as recorded; of those of other engines and versions nearly all probes. */
function isEnough(set: string, asked: number, failed: number): boolean {
  return failed === 0 || (basename(set) !== USUAL_SET && failed < asked / 100);
}

/** The probes that differ as is known of the version, and how many do by what is known. */
function rowsOf(version: Version, differing: readonly Result[]) {
  const explained = new Set<string>();
  const counts = new Map<string, number>();
  for (const { row, differences } of differing) {
    const rows = explain(version, row.probe, differences);
    if (!rows) continue;
    explained.add(row.id);
    for (const name of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return { explained, counts: [...counts].sort(([, a], [, b]) => b - a) };
}

function documentedDifferences(): string {
  const file = join(here, '../../docs/differences.md');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
