import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ended, runCommand } from '@wikiquery/launch/command';
import { Stand } from '@wikiquery/launch/stand';
import { writeXml } from '@wikiquery/wiki-builder';
import { slopeByDoubling, steepest } from './growth.ts';
import { type Shape, shapesOf, TEMPLATES } from './shapes/index.ts';
import { LIMITS, type Outcome } from './suite.ts';

/** Milliseconds after which a command is killed. */
const TIMEOUT = 120_000;
/** Processor time in milliseconds after which no larger size is tried. */
const ENOUGH = 20_000;
/** Milliseconds by which two runs with minimal input may differ. */
const NOISE = 400;

/** A command that reads a hostile text. */
export interface CommandAttack extends Pick<Outcome, 'shape' | 'place'> {
  /** Expected exit code of the command. */
  readonly code: number;
  run(size: number): Promise<Ended>;
  /** Runs the command with minimal input. */
  idle(): Promise<Ended>;
}

/** Returns attacks on `import` with dumps, and on `adopt` with pages, that contain hostile texts. */
export const commandAttacks = (): CommandAttack[] => [
  ...shapesOf(['wikitext', 'difference', 'characters'])
    .filter(({ make }) => isXmlText(make(100)))
    .map(({ name, make }) => ({ ...attackBy(importDump, make), shape: name, place: 'an import', code: 0 })),
  // None of these pages specifies the entry point of a wiki, so `adopt` must exit with code 2.
  ...shapesOf(['page', 'printed']).map(({ name, make }) => ({
    ...attackBy(adopt, make),
    shape: name,
    place: 'a page that adopt reads',
    code: 2,
  })),
];

const isXmlText = (text: string): boolean => text.isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(text);

const attackBy = (command: (text: string) => Promise<Ended>, make: Shape['make']): Pick<CommandAttack, 'run' | 'idle'> => ({
  run: size => command(make(size)),
  idle: () => command('Nothing'),
});

async function adopt(page: string): Promise<Ended> {
  await using stand = new Stand();
  const origin = await stand.peer((_, response) => response.end(page));
  return await runCommand(['adopt', `${origin}/`], { folder: stand.folder(), timeout: TIMEOUT });
}

async function importDump(text: string): Promise<Ended> {
  await using stand = new Stand();
  const folder = stand.folder();
  const dump = join(folder, 'dump.xml');
  const pages = Object.entries({ ...TEMPLATES, Hostile: text }).map(([title, text], i) => ({
    id: i + 1,
    title,
    namespace: title.startsWith('Template:') ? 10 : 0,
    revisions: [{ id: i + 1, timestamp: '20240101000000', user: '192.0.2.1', comment: '', text }],
  }));
  await writeFile(dump, writeXml({ pages }));
  return await runCommand(['import', dump, '--database', `sqlite:${join(folder, 'wiki.sqlite')}`], { folder, timeout: TIMEOUT });
}

/** Runs a command with a text of each size. */
export async function carryOutCommand({ shape, place, code, run, idle }: CommandAttack, sizes: readonly number[]): Promise<Outcome> {
  const nothing = await idle();
  // A killed command does not report its processor time.
  const own = ({ processorTime, milliseconds }: Ended): number => Math.max(0, (processorTime || milliseconds) - nothing.processorTime);
  const effects: Outcome['effects'][number][] = [];
  const faults: string[] = [];
  for (const size of sizes) {
    const cost = await run(size);
    const outcome = cost.code === null ? 'does not end' : cost.code === code ? 'ended' : `exit code ${cost.code}`;
    const growth = Math.max(0, (cost.memory || 0) - nothing.memory);
    effects.push({ size, effect: { processorTime: own(cost), block: 0, growth, milliseconds: cost.milliseconds, waited: 0, outcome } });
    if (outcome !== 'ended') faults.push(outcome);
    if (growth > LIMITS.growth) faults.push('takes too much memory');
    if (outcome !== 'ended' || own(cost) > ENOUGH) break;
  }
  const samples = effects.map(({ size, effect }) => ({ size, cost: effect.processorTime }));
  const seen = steepest(samples, NOISE);
  const grows = seen !== undefined && seen.slope > LIMITS.slope && seen.to.cost > 3 * NOISE;
  const measure = async (size: number): Promise<number> => own(await run(size));
  const slope = grows && seen.to.cost < ENOUGH ? await slopeByDoubling(measure, seen.to.size, 1, NOISE) : (seen?.slope ?? 0);
  if (grows && slope > LIMITS.slope) faults.push(`grows by the power ${slope.toFixed(1)}`);
  return { shape, place, effects, slope, faults };
}
