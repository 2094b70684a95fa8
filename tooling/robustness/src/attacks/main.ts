/** Carries out the attacks and tells what they did: see USAGE. */
import { parseArgs } from 'node:util';
import { readOffer } from '../modules.ts';
import { Target } from './attack.ts';
import { openAttackedWiki } from './attacked-wiki.ts';
import { fileURLToPath } from 'node:url';
import { startServerProcess } from '../server-process.ts';
import { storedPlaces } from './stored.ts';
const APP = fileURLToPath(new URL('../../../../apps/server/src/main.ts', import.meta.url));
import { findPlaces } from './places.ts';
import { attacksOn, carryOut, type Outcome, SIZES } from './suite.ts';

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter(argument => argument !== '--'),
  options: {
    share: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});
const DEADLINE = 5000;
const set = await openAttackedWiki(SIZES);
const target = await Target.of(() => startServerProcess(APP, [...set.flags, '--deadline', String(DEADLINE)], set.folder), DEADLINE);
const offer = await readOffer(params => target.visitor.json(params));
const places = [...storedPlaces(set.wiki), ...(await findPlaces(offer, target.visitor))];
const only = new RegExp(options.only);
const all = attacksOn(places).filter(({ shape, place }) => only.test(`${place}: ${shape}`));
const share = Number(options.share);
const chosen = all.filter((_, i) => Math.floor(i * share) !== Math.floor((i + 1) * share));
console.log(`${chosen.length} of ${all.length} attacks in ${places.length} places`);
const outcomes: Outcome[] = [];
for (const [i, attack] of chosen.entries()) {
  const outcome = await carryOut(attack, target);
  outcomes.push(outcome);
  if (outcome.faults.length > 0) console.log(i, line(outcome));
  if (i % 10 === 0) console.log(i, Math.round(performance.now() / 1000), await target.server.memory());
}
const { writeFileSync } = await import('node:fs');
writeFileSync(`/tmp/attacks/outcomes-${process.env.RUN}.json`, JSON.stringify(outcomes));
await target.stop();
await set.close();

function line({ place, shape, effects, slope, faults }: Outcome): string {
  const costs = effects.map(({ size, effect: { processorTime, block, growth, outcome } }) => `${size}: ${processorTime.toFixed(0)}/${block.toFixed(0)}/${(growth / 2 ** 20).toFixed(0)}M ${outcome}`);
  return `${place}: ${shape}: ${faults.join(', ')} (slope ${slope.toFixed(2)}; ${costs.join('; ')})`;
}
