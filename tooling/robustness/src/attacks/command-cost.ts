import { type Ended, runCommand } from '@wikiquery/launch/command';
import { slopeByDoubling, steepest } from './growth.ts';
import { LIMITS, type Outcome } from './suite.ts';

/** Milliseconds after which a command is ended, and of processor time after which no greater size is tried. */
const PATIENCE = 120_000;
const ENOUGH = 20_000;
/** Differences between two runs with empty input: noise of the measurement. */
const NOISE = 400;

export const costOf = (command: readonly string[], folder: string): Promise<Ended> => runCommand(command, { folder, timeout: PATIENCE });

export interface CommandAttack extends Pick<Outcome, 'shape' | 'place'> {
  /** The exit code that a command has that comes to its end. */
  readonly code: number;
  /** Runs the command with a text of about so many bytes. */
  run(size: number): Promise<Ended>;
  /** The same with next to nothing. */
  idle(): Promise<Ended>;
}

/** Tries an attack at each size. */
export async function attackCommand({ shape, place, code, run, idle }: CommandAttack, sizes: readonly number[]): Promise<Outcome> {
  const nothing = await idle();
  // A command that was killed has used its time.
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
  const seen = steepest(
    effects.map(({ size, effect }) => ({ size, cost: effect.processorTime })),
    NOISE,
  );
  const grows = seen !== undefined && seen.slope > LIMITS.slope && seen.to.cost > 3 * NOISE;
  const measure = async (size: number): Promise<number> => own(await run(size));
  const slope = grows && seen.to.cost < ENOUGH ? await slopeByDoubling(measure, seen.to.size, 1, NOISE) : (seen?.slope ?? 0);
  if (grows && slope > LIMITS.slope) faults.push(`grows by the power ${slope.toFixed(1)}`);
  return { shape, place, effects, slope, faults };
}
