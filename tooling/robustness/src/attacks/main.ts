import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type CrowdReport, crowd, lightReport } from './crowd.ts';
import { importableShapes, importShape } from './imports.ts';
import { crowdTable, describe, documentOf, tableOf } from './report.ts';
import { openAttacked, openCrowded } from './session.ts';
import { type Attack, carryOut, type Outcome } from './suite.ts';

const USAGE = `usage: pnpm attacks [--share 0.1] [--only PATTERN] [--write]
       pnpm attacks --crowd [--seconds N] [--size BYTES] [--upstream] [--one] [--only PATTERN]
       pnpm attacks --import [--only PATTERN]

Sends every hostile text to every parameter that takes one, at 1 KB, 10 KB, 100 KB and 2 MB, and measures the processor time of the server. PATTERN is
a regular expression for "PLACE: SHAPE". --write puts the table into docs/attacks.md.
With --crowd four attackers send each kind of attack for N seconds to a server with two workers and default settings, beside light clients; with --one
it is one with 50 connections.
With --import dumps that hold the texts are imported.`;

const TABLE = fileURLToPath(new URL('../../../../docs/attacks.md', import.meta.url));

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter(argument => argument !== '--'),
  options: {
    share: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    crowd: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    size: { type: 'string', default: '100000' },
    one: { type: 'boolean', default: false },
    upstream: { type: 'boolean', default: false },
    import: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const only = new RegExp(options.only);
const isWanted = ({ shape, place }: Pick<Attack, 'shape' | 'place'>): boolean => only.test(`${place}: ${shape}`);

if (options.help) console.log(USAGE);
else if (options.crowd) await besideLightClients();
else if (options.import) await asDumps();
else await everywhere();

async function everywhere(): Promise<void> {
  const attacked = await openAttacked();
  try {
    const wanted = attacked.attacks.filter(isWanted);
    const share = Number(options.share);
    const chosen = wanted.filter((_, i) => Math.floor(i * share) !== Math.floor((i + 1) * share));
    console.log(`${chosen.length} of ${attacked.attacks.length} attacks`);
    const before = await attacked.target.server.memory();
    const outcomes: Outcome[] = [];
    for (const attack of chosen) outcomes.push(told(await carryOut(attack, attacked.target)));
    const after = await attacked.target.server.memory();
    console.log(tableOf(outcomes));
    const resident = [before, after].map(memory => `${Math.round(memory.resident / 2 ** 20)} MB`);
    console.log(`resident memory before and after: ${resident.join(', ')}`);
    conclude(outcomes);
    if (options.write) writeFileSync(TABLE, documentOf(outcomes));
  } finally {
    await attacked.close();
  }
}

async function asDumps(): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const shape of importableShapes()) {
    if (isWanted({ shape: shape.name, place: 'an import' })) outcomes.push(told(await importShape(shape, [10_000, 100_000, 1_000_000])));
  }
  console.log(tableOf(outcomes));
  conclude(outcomes);
}

async function besideLightClients(): Promise<void> {
  const crowded = await openCrowded({ upstream: options.upstream });
  const seconds = Number(options.seconds);
  try {
    const { requests, p50, p99, longest } = await lightReport(crowded.server.api, seconds);
    console.log(`alone: ${requests} light requests, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`);
    const reports: CrowdReport[] = [];
    for (const attack of crowded.attacks.filter(isWanted)) {
      const report = await crowd({
        server: crowded.server,
        attack,
        size: Number(options.size),
        attackers: options.one ? 50 : 4,
        isOne: options.one,
        seconds,
      });
      reports.push(report);
      console.log(crowdTable([report]).split('\n').at(-1));
    }
    console.log(crowdTable(reports));
  } finally {
    await crowded.close();
  }
}

/** Tells of an attack that did something wrong as soon as it is known. */
function told(outcome: Outcome): Outcome {
  if (outcome.faults.length > 0) console.log(describe(outcome));
  return outcome;
}

function conclude(outcomes: readonly Outcome[]): void {
  const wrong = outcomes.filter(({ faults }) => faults.length > 0).length;
  console.log(`${outcomes.length} attacks, ${wrong} with faults.`);
  process.exitCode = wrong > 0 ? 1 : 0;
}
