import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readOptions } from '@wikiquery/launch/options';
import { ADOPTION, adoptableShapes, adoptShape } from './adoptions.ts';
import { besideLightClients } from './crowd.ts';
import { IMPORT, importableShapes, importShape } from './imports.ts';
import { inParts, KeptOutcomes, nameOf } from './kept.ts';
import { describe, documentOf, tableOf } from './report.ts';
import { openAttacked } from './session.ts';
import { type Attack, carryOut, isDisturbed, type Outcome } from './suite.ts';

const USAGE = `usage: pnpm lab attacks [--share 0.1] [--only PATTERN] [--jobs N] [--keep FILE] [--write]
       pnpm lab attacks --crowd [--seconds N] [--only PATTERN]
       pnpm lab attacks --import [--only PATTERN] [--jobs N] [--keep FILE]

Sends every hostile text to every parameter that takes one, at 1 KB, 10 KB, 100 KB and 2 MB, and measures the processor time of the server. PATTERN is
a regular expression for "PLACE: SHAPE". N servers are attacked at once, one for each core when left out: only processor time counts. Outcomes are kept
in FILE, and what stands there is not tried again; with N = 0 nothing else is. --write puts the table into docs/attacks.md.
With --crowd four attackers send each shape for N seconds to a server of two workers with default settings, beside light clients. Linux only.
With --import dumps that hold the texts are imported, and adopt reads pages of them.`;

const TABLE = fileURLToPath(new URL('../../../../docs/attacks.md', import.meta.url));

const { values: options } = readOptions(USAGE, {
  share: { type: 'string', default: '1' },
  only: { type: 'string', default: '' },
  jobs: { type: 'string', default: String(availableParallelism()) },
  part: { type: 'string' },
  keep: { type: 'string' },
  write: { type: 'boolean', default: false },
  import: { type: 'boolean', default: false },
  crowd: { type: 'boolean', default: false },
  seconds: { type: 'string', default: '5' },
});
const only = new RegExp(options.only);
const isWanted = (attack: Pick<Attack, 'shape' | 'place'>): boolean => only.test(nameOf(attack));

if (options.part !== undefined) await inPart(options.part);
else if (options.crowd) await inCrowd();
else await everywhere();

async function everywhere(): Promise<void> {
  const kept = new KeptOutcomes(options.keep);
  const isComplete = await inParts(Number(options.jobs), outcome => kept.add(told(outcome)));
  const outcomes = kept.all.filter(isWanted);
  console.log(tableOf(outcomes));
  conclude(outcomes);
  if (!isComplete) process.exitCode = 1;
  else if (options.write && !options.import) writeFileSync(TABLE, documentOf(outcomes));
}

async function inCrowd(): Promise<void> {
  const wrong = await besideLightClients(isWanted, Number(options.seconds));
  console.log(`${wrong.length} attacks with failed light requests or too much memory.`);
  if (wrong.length > 0) process.exitCode = 1;
}

/** `part`: "2/3" is the second of three parts of the attacks; those that are kept are left out. */
async function inPart(part: string): Promise<void> {
  // Nobody would take what it finds.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  await (options.import ? byCommands(part) : asRequests(part));
}

async function asRequests(part: string): Promise<void> {
  const attacked = await openAttacked();
  try {
    const missing = missingOf(attacked.attacks, part);
    const before = await attacked.target.server.memory();
    for (const attack of missing) process.send?.(await carryOut(attack, attacked.target));
    const after = await attacked.target.server.memory();
    const resident = [before, after].map(memory => `${Math.round(memory.resident / 2 ** 20)} MB`);
    console.log(`${part}: resident memory before and after: ${resident.join(', ')}`);
  } finally {
    await attacked.close();
  }
}

async function byCommands(part: string): Promise<void> {
  const attacks = [
    ...importableShapes().map(shape => ({ ...shape, shape: shape.name, place: IMPORT, tryOut: importShape })),
    ...adoptableShapes().map(shape => ({ ...shape, shape: shape.name, place: ADOPTION, tryOut: adoptShape })),
  ];
  for (const attack of missingOf(attacks, part)) process.send?.(await attack.tryOut(attack, [10_000, 100_000, 1_000_000]));
}

/** Those of a part that are not kept. */
function missingOf<A extends Pick<Attack, 'shape' | 'place'>>(attacks: readonly A[], part: string): A[] {
  const [number = 1, parts = 1] = part.split('/').map(Number);
  const share = Number(options.share);
  const chosen = attacks.filter(isWanted).filter((_, i) => Math.floor(i * share) !== Math.floor((i + 1) * share));
  // What the other parts kept meanwhile changes nothing of which are this one's.
  const missing = new KeptOutcomes(options.keep).missing(chosen.filter((_, i) => i % parts === number - 1));
  console.log(`${part}: ${missing.length} of ${attacks.length} attacks`);
  return missing;
}

/** Tells of an attack that did something wrong as soon as it is known. */
function told(outcome: Outcome): Outcome {
  if (outcome.faults.length > 0) console.log(describe(outcome));
  return outcome;
}

function conclude(outcomes: readonly Outcome[]): void {
  const wrong = outcomes.filter(({ faults }) => faults.length > 0).length;
  console.log(`${outcomes.length} attacks, ${wrong} with faults.`);
  const disturbed = outcomes.filter(isDisturbed).length;
  if (disturbed > 0) console.log(`${disturbed} of them ended at deadlines because the machine was busy: try them again when it is not.`);
  process.exitCode = wrong > 0 ? 1 : 0;
}
