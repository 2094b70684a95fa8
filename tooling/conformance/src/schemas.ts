import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readOptions } from '@wikiquery/launch/options';
import { readSite } from '@wikiquery/site';
import { answersOf, fullOffer, type RecordedAnswer, SchemaJudge } from './answers.ts';
import { findSet, readRecording, setFolders, setsIn } from './recording.ts';

const USAGE = `usage: pnpm lab schemas [--set NAME|PATH ...] [--sets FOLDER] [--module NAME] [--mutations N] [--show N]

Judges the recorded answers of MediaWiki, of every set unless some are named, by the schemas of apps/server in the strict mode of Ajv. Then
in every 50th answer (--mutations) a required property is dropped, one renamed and one given another type: none may be valid then.`;

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
  const tally = { valid: 0, marked: 0 };
  const survivors = new Map<string, { tried: number; survived: number; example: string }>();
  for (const recorded of readRecording(set).probes) {
    if (options.module && recorded.probe.module !== options.module) continue;
    for (const given of answersOf(recorded)) {
      // Unknown actions return the common envelope.
      const answer = judge.knows(given.action) ? given : { ...given, action: 'query' };
      const problem = judge.problemOf(answer);
      if (problem !== undefined && answer.isMarked) tally.marked++;
      else if (problem !== undefined) {
        const place = `formatversion=${answer.version} ${problem.replaceAll(/\/\d+/g, '/N')}`;
        problems.set(place, [...(problems.get(place) ?? []), answer.id]);
      } else {
        tally.valid++;
        if (tally.valid % Number(options.mutations) === 0) mutate(judge, answer, survivors);
      }
    }
  }
  const most = Number(options.show);
  for (const [problem, ids] of [...problems].sort(([, a], [, b]) => b.length - a.length).slice(0, most))
    console.log(`${String(ids.length).padStart(6)}  ${problem}  (${ids[0]})`);
  const invalid = [...problems.values()].reduce((sum, ids) => sum + ids.length, 0);
  console.log(
    `${basename(set)}: ${tally.valid} answers are as declared, ${invalid} are not; ${tally.marked} that the recorder cut are left out`,
  );
  for (const [kind, { tried, survived, example }] of survivors)
    console.log(
      `${basename(set)}: of ${tried} answers with a property ${kind}, ${survived} are still valid${survived > 0 ? `, as ${example}` : ''}`,
    );
  const unnoticed = ['dropped', 'renamed', 'retyped'].some(kind => (survivors.get(kind)?.survived ?? 0) > 0);
  if (invalid > 0 || unnoticed) process.exitCode = 1;
}

function mutate(
  judge: SchemaJudge,
  answer: RecordedAnswer,
  survivors: Map<string, { tried: number; survived: number; example: string }>,
): void {
  for (const { kind, path, body } of judge.mutationsOf(answer)) {
    const count = survivors.get(kind) ?? { tried: 0, survived: 0, example: '' };
    count.tried++;
    if (judge.problemOf({ ...answer, body }) === undefined) {
      count.survived++;
      count.example = `${path} of ${answer.id}`;
    }
    survivors.set(kind, count);
  }
}
