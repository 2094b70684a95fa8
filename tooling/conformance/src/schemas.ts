import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { readSite } from '@wikiquery/site';
import { answersOf, fullOffer, SchemaJudge } from './answers.ts';
import { findSet, readRecording, setFolders, setsIn } from './recording.ts';

const USAGE = `usage: pnpm lab schemas [--set NAME|PATH ...] [--sets FOLDER] [--module NAME] [--mutations N] [--show N]

Validates the recorded responses of MediaWiki, by default of all sets, by the schemas of apps/server in the strict mode of Ajv. In every 50th
response (--mutations) it then drops a required property, renames one and changes the type of one: none may be valid.`;

const { values: options } = readOptions(USAGE, {
  set: { type: 'string', multiple: true },
  sets: { type: 'string' },
  module: { type: 'string' },
  mutations: { type: 'string', default: '50' },
  show: { type: 'string', default: '10' },
});
const folders = setFolders(options.sets);
for (const set of options.set?.map(name => findSet(name, folders)) ?? setsIn(folders)) await judgeSet(set);

async function judgeSet(set: string): Promise<void> {
  const site = readSite(JSON.parse(readFileSync(join(set, 'site.json'), 'utf8')));
  const judge = new SchemaJudge(await fullOffer(site));
  const problems = new Map<string, string[]>();
  const tally = { valid: 0, marked: 0, changed: 0 };
  const survivors: string[] = [];
  for (const recorded of readRecording(set).probes) {
    if (options.module && recorded.probe.module !== options.module) continue;
    for (const response of answersOf(recorded)) {
      // MediaWiki responds to an unknown action with the common envelope, which the schema of `query` includes.
      const answer = judge.knows(response.action) ? response : { ...response, action: 'query' };
      const problem = judge.problemOf(answer);
      if (problem !== undefined && answer.isMarked) tally.marked++;
      else if (problem !== undefined) {
        const key = `formatversion=${answer.version} ${problem.replaceAll(/\/\d+/g, '/N')}`;
        problems.set(key, [...(problems.get(key) ?? []), answer.id]);
      } else {
        tally.valid++;
        if (tally.valid % Number(options.mutations) !== 0) continue;
        for (const { kind, path, body } of judge.mutationsOf(answer)) {
          tally.changed++;
          if (judge.problemOf({ ...answer, body }) === undefined) survivors.push(`${kind} ${path} of ${answer.id}`);
        }
      }
    }
  }
  const most = Number(options.show);
  for (const [problem, ids] of [...problems].sort(([, a], [, b]) => b.length - a.length).slice(0, most))
    console.log(`${String(ids.length).padStart(6)}  ${problem}  (${ids[0]})`);
  const invalid = [...problems.values()].reduce((sum, ids) => sum + ids.length, 0);
  console.log(
    `${basename(set)}: ${tally.valid} responses match their schemas, ${invalid} do not; ${tally.marked} truncated by the recorder are skipped`,
  );
  console.log(`${basename(set)}: of ${tally.changed} changed responses, ${survivors.length} are still valid`);
  for (const survivor of survivors.slice(0, most)) console.log(`  ${survivor}`);
  if (invalid > 0 || survivors.length > 0) process.exitCode = 1;
}
