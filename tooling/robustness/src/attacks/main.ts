import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readOptions } from '@wikiquery/launch/options';
import { shareOf } from '../secrets/choose.ts';
import { carryOutCommand, commandAttacks } from './commands.ts';
import { attackBesideClients } from './crowd.ts';
import { inParts, nameOf, StoredOutcomes } from './outcomes.ts';
import { describe, documentOf, tableOf } from './report.ts';
import { openAttacked } from './session.ts';
import { type Attack, carryOut, isDisturbed } from './suite.ts';

const USAGE = `usage: pnpm lab attacks [--sample 0.1] [--only PATTERN] [--jobs N] [--keep FILE] [--write]
       pnpm lab attacks --crowd [--seconds N] [--only PATTERN]
       pnpm lab attacks --import [--only PATTERN] [--jobs N] [--keep FILE]

Sends every hostile text to every parameter that takes one, at 1 KB, 10 KB, 100 KB and 2 MB, and measures the processor time of the server. PATTERN is
a regular expression for "PLACE: SHAPE", --sample a fraction of the attacks. N servers are attacked at once; default: one for each core. --keep stores
outcomes in FILE and skips attacks that are stored there; with --jobs 0 no attack runs. --write writes the table into docs/performance/attacks.md.
--crowd sends each shape for N seconds from four attackers to a server of two workers with default settings, together with light clients. Linux only.
--import imports dumps that contain the texts, and runs adopt on pages that contain them.`;

const DOCUMENT = fileURLToPath(new URL('../../../../docs/performance/attacks.md', import.meta.url));
const COMMAND_SIZES = [10_000, 100_000, 1_000_000];

const { values: options } = readOptions(USAGE, {
  sample: { type: 'string', default: '1' },
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
const isSelected = (attack: Pick<Attack, 'shape' | 'place'>): boolean => only.test(nameOf(attack));

if (options.part !== undefined) await runPart(options.part);
else if (options.crowd) await runCrowd();
else await runAll();

async function runAll(): Promise<void> {
  const stored = new StoredOutcomes(options.keep);
  const isComplete = await inParts(Number(options.jobs), outcome => {
    if (outcome.faults.length > 0) console.log(describe(outcome));
    stored.add(outcome);
  });
  const outcomes = stored.all.filter(isSelected);
  console.log(tableOf(outcomes));
  const faulty = outcomes.filter(({ faults }) => faults.length > 0).length;
  console.log(`${outcomes.length} attacks, ${faulty} with faults.`);
  const disturbed = outcomes.filter(isDisturbed).length;
  if (disturbed > 0) console.log(`${disturbed} of them ended at deadlines because the machine was busy: repeat them later.`);
  if (faulty > 0 || !isComplete) process.exitCode = 1;
  if (isComplete && options.write && !options.import) writeFileSync(DOCUMENT, documentOf(outcomes));
}

async function runCrowd(): Promise<void> {
  const wrong = await attackBesideClients(isSelected, Number(options.seconds));
  console.log(`${wrong.length} attacks with failed light requests or too much memory.`);
  if (wrong.length > 0) process.exitCode = 1;
}

/** Carries out a part of the attacks. `part`: "2/3" is the second of three parts. */
async function runPart(part: string): Promise<void> {
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  if (options.import) {
    for (const attack of missingOf(commandAttacks(), part)) process.send?.(await carryOutCommand(attack, COMMAND_SIZES));
    return;
  }
  const attacked = await openAttacked();
  try {
    const { target } = attacked;
    const missing = missingOf(attacked.attacks, part);
    const before = await target.server.memory();
    for (const attack of missing) process.send?.(await carryOut(attack, target));
    const after = await target.server.memory();
    const resident = [before, after].map(memory => `${Math.round(memory.resident / 2 ** 20)} MB`);
    console.log(`${part}: resident memory before and after: ${resident.join(', ')}`);
  } finally {
    await attacked.close();
  }
}

/** Returns the attacks of a part that have no stored outcome. Outcomes that other processes store meanwhile do not change the parts. */
function missingOf<A extends Pick<Attack, 'shape' | 'place'>>(attacks: readonly A[], part: string): A[] {
  const [number = 1, parts = 1] = part.split('/').map(Number);
  const chosen = shareOf(attacks.filter(isSelected), Number(options.sample));
  const missing = new StoredOutcomes(options.keep).missing(chosen.filter((_, i) => i % parts === number - 1));
  console.log(`${part}: ${missing.length} of ${attacks.length} attacks`);
  return missing;
}
