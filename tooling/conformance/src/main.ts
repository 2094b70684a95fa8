import { basename } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import type { Result } from './comparison.ts';
import { DEFAULT_SET } from './excuses.ts';
import { isUnanswered } from './probe.ts';
import { findSet, readRecording, setFolders, setsIn, whyNotServed } from './recording.ts';
import { describeFailure, headerNotes, percent, table } from './report.ts';
import { judgeSet } from './set-judge.ts';

const USAGE = `usage: pnpm lab conformance [--set NAME|PATH | --all] [--sets FOLDER] [--base URL] [--module A,B] [--kind A,B] [--session A,B]
    [--id BEGINNING] [--show N] [--concurrency N] [--timeout MILLISECONDS]

Sends the recorded requests of a set to a server and compares the responses with MediaWiki's. Without --base it starts apps/server
on the wiki of the set. --all takes each set that can be served on this machine. The default of --sets is WIKIQUERY_SETS,
or ../shared/conformance/sets if it exists.`;

const { values: options } = readOptions(USAGE, {
  set: { type: 'string', default: DEFAULT_SET },
  sets: { type: 'string' },
  all: { type: 'boolean', default: false },
  base: { type: 'string' },
  module: { type: 'string' },
  kind: { type: 'string' },
  session: { type: 'string' },
  id: { type: 'string' },
  show: { type: 'string', default: '10' },
  concurrency: { type: 'string', default: '2' },
  timeout: { type: 'string', default: '30000' },
});
/** Number of sets that are judged at once: while the server of one responds, the responses of another are compared. */
const AT_ONCE = 2;

const folders = setFolders(options.sets);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

interface Report {
  readonly lines: readonly string[];
  readonly passes: boolean;
  readonly failures: readonly string[];
}

async function main(): Promise<number> {
  if (!options.all) {
    const { lines, passes } = await report(findSet(options.set, folders));
    for (const line of lines) console.log(line);
    return passes ? 0 : 1;
  }
  const failedSets: string[] = [];
  const waiting = setsIn(folders).values();
  const judgeWaiting = async (): Promise<void> => {
    for (const set of waiting) {
      const obstacle = whyNotServed(set);
      if (obstacle) {
        console.log(`\n# ${basename(set)}: skipped, ${obstacle}`);
        continue;
      }
      const { lines, passes, failures } = await report(set);
      console.log(`\n# ${basename(set)}\n${lines.join('\n')}`);
      if (!passes) failedSets.push([`# ${basename(set)} failed`, ...failures].join('\n'));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judgeWaiting));
  // The failures are repeated here, because CI shows the end of a log.
  for (const description of failedSets) console.log(`\n${description}`);
  return failedSets.length === 0 ? 0 : 1;
}

/** Judges a set. Returns its differences and a table of results by module. */
async function report(set: string): Promise<Report> {
  const { base, id } = options;
  const { results, failed, excused, explained, ...verdict } = await judgeSet(set, readRecording(set), {
    ...(base !== undefined && { base }),
    ...(id !== undefined && { id }),
    ...(options.module !== undefined && { modules: options.module.split(',') }),
    ...(options.kind !== undefined && { kinds: options.kind.split(',') }),
    ...(options.session !== undefined && { sessions: options.session.split(',') }),
    concurrency: Number(options.concurrency),
    timeout: Number(options.timeout),
  });
  const lines = verdict.warnings.map(warning => `warning: ${warning}`);
  const failures = failed.slice(0, Number(options.show)).map(describeFailure);
  lines.push(...failures, table(results, excused));
  const notes = headerNotes(results);
  if (notes) lines.push(`headers that differ, not counted: ${notes}`);
  if (verdict.leftOut > 0) lines.push(`skipped: ${verdict.leftOut} probes need modules that are not installed`);
  if (excused.size > 0) lines.push(`excused: ${excused.size} probes, see expected-differences.json and unrepeatable.json`);
  for (const problem of verdict.problems) lines.push(`expected-differences.json: ${problem}`);

  const known = new Set(explained && [...explained.values()].flat());
  const passed = results.length - failed.length - known.size - excused.size;
  const exact = exactOf(results);
  lines.push(
    `${passed} passed, ${failed.length} failed (${exact} exact, ${passed - exact} semantic only) of ${results.length}: ${percent(exact, results.length)} exact`,
  );
  if (explained) {
    lines.push(`${known.size} differ as listed in versions.json:`);
    for (const [row, { length }] of explained) lines.push(`${String(length).padStart(6)}  ${row}`);
    lines.push(`${failed.length} other probes differ: ${percent(failed.length, results.length)}`);
  }
  const firm = results.filter(({ row }) => !isUnanswered(row) && !verdict.unrepeatable.has(row.id));
  lines.push(
    `${percent(exactOf(firm), firm.length)} exact of the ${firm.length} with repeatable responses of MediaWiki (unrepeatable.json)`,
  );
  return { lines, passes: verdict.passes, failures: [...failures, ...verdict.problems] };
}

function exactOf(results: readonly Result[]): number {
  return results.filter(({ level }) => level === 'exact').length;
}
