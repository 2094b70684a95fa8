import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { SERVER } from '@wikiquery/launch/process';
import { slopeByDoubling, steepest } from './growth.ts';
import { LIMITS, type Outcome } from './suite.ts';

/** Milliseconds after which a command is ended, and of processor time after which no greater size is tried. */
const PATIENCE = 120_000;
const ENOUGH = 20_000;
/** Differences between two runs with empty input: noise of the measurement. */
const NOISE = 400;

const TELLS_COSTS = fileURLToPath(new URL('./tell-costs.ts', import.meta.url));

/** Cost of one run of a command. */
export interface CommandCost {
  readonly code: number | null;
  /** It was ended because it took too long. */
  readonly isKilled: boolean;
  /** Milliseconds. */
  readonly processorTime: number;
  readonly milliseconds: number;
  /** The most bytes that the process had. */
  readonly memory: number;
}

/** Runs a command of the server in a folder. */
export async function costOf(command: readonly string[], folder: string): Promise<CommandCost> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['--import', TELLS_COSTS, ...SERVER, ...command], {
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: folder,
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  const milliseconds = performance.now() - begun;
  const all = Buffer.concat(output).toString();
  const told = (what: string): string | undefined => new RegExp(`^${what}: (\\d+)$`, 'm').exec(all)?.[1];
  return {
    ...{ code, isKilled: signal !== null, milliseconds },
    processorTime: Number(told('processor time') ?? milliseconds),
    memory: Number(told('memory') ?? 0),
  };
}

export interface CommandAttack extends Pick<Outcome, 'shape' | 'place'> {
  /** The exit code that a command has that comes to its end. */
  readonly code: number;
  /** Runs the command with a text of about so many bytes. */
  run(size: number): Promise<CommandCost>;
  /** The same with next to nothing. */
  idle(): Promise<CommandCost>;
}

/** Tries an attack at each size. */
export async function attackCommand({ shape, place, code, run, idle }: CommandAttack, sizes: readonly number[]): Promise<Outcome> {
  const nothing = await idle();
  const own = ({ processorTime }: CommandCost): number => Math.max(0, processorTime - nothing.processorTime);
  const effects: Outcome['effects'][number][] = [];
  const faults: string[] = [];
  for (const size of sizes) {
    const cost = await run(size);
    const outcome = cost.isKilled ? 'does not end' : cost.code === code ? 'ended' : `exit code ${cost.code}`;
    const growth = Math.max(0, cost.memory - nothing.memory);
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
