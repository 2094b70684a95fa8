import type { Sending } from '../visitor.ts';
import type { Effect, Target } from './attack.ts';
import { slopeByDoubling, steepest } from './growth.ts';
import type { Place } from './places.ts';
import { HTTP, shapesOf } from './shapes/index.ts';
import { slowness } from './slowness.ts';

/** A shape that is sent to a place. */
export interface Attack {
  readonly shape: string;
  readonly place: string;
  readonly sizes: readonly number[];
  /** Whether the text is a program. Growth of its cost is not a fault, because a time limit ends it. */
  readonly isProgram?: boolean;
  request(size: number): Sending | Promise<Sending>;
}

/** The effects and faults of an attack. */
export interface Outcome extends Pick<Attack, 'shape' | 'place'> {
  readonly effects: readonly { readonly size: number; readonly effect: Effect }[];
  /** Highest power of the size by which the cost grows. */
  readonly slope: number;
  readonly faults: readonly string[];
}

/** Milliseconds of waiting for a processor, above which the waiting may have caused a timeout. */
const MUCH = 1000;

/** Whether other programs caused a timeout, so that the attack must be repeated. */
export const isDisturbed = ({ effects }: Outcome): boolean =>
  effects.some(({ effect }) => effect.waited > MUCH && effect.outcome.endsWith(' timeout'));

/** Sizes of the texts in bytes: 1 KB, 10 KB, 100 KB, 2 MB. */
export const SIZES = [1000, 10_000, 100_000, 2_000_000];

/** Limits of the effect of an attack. Milliseconds apply to the reference machine; a slower machine gets proportionally more. */
export const LIMITS = {
  /** Maximum power of the size. It exceeds 1 because of caches and noise. */
  slope: 1.3,
  /** Processor time in milliseconds below which growth does not matter. */
  bounded: 300,
  /** Maximum processor time of a program in milliseconds. The deadline of programs is 10 seconds. */
  program: 12_000,
  /** Maximum processor time of the main thread in one event-loop tick in milliseconds. */
  block: 50,
  /** Maximum growth of the memory in bytes. */
  growth: 256 * 2 ** 20,
};

/** Returns every shape in every place that accepts it, and hostile HTTP requests. */
export function attacksOn(places: readonly Place[], sizes: readonly number[] = SIZES): Attack[] {
  const inPlaces = places.flatMap(place =>
    shapesOf(place.takes).map(
      (shape): Attack => ({
        ...{ shape: shape.name, place: place.name, sizes, isProgram: place.takes.includes('module') },
        request: size => place.request(shape.make(size), size),
      }),
    ),
  );
  const ofHttp = HTTP.map(({ name, most = Number.POSITIVE_INFINITY, make }): Attack => {
    const smaller = sizes.filter(size => size < most);
    return { shape: name, place: 'HTTP', sizes: [...smaller, ...(smaller.length < sizes.length ? [most] : [])], request: make };
  });
  return [...inPlaces, ...ofHttp];
}

/** Processor time in milliseconds after which no larger size is tried. */
const ENOUGH = 3000;
/** Length of a block in milliseconds that noise never causes. */
const CERTAIN = 1000;

/** Carries out an attack at each size, and repeats suspicious measurements: only a repeatable fault counts. */
export async function carryOut({ shape, place, sizes, isProgram = false, request }: Attack, target: Target): Promise<Outcome> {
  const effects: { size: number; effect: Effect }[] = [];
  for (const size of sizes) {
    const effect = await target.hit(await request(size));
    effects.push({ size, effect });
    if (effect.processorTime > ENOUGH || effect.problem === 'the server hangs') break;
  }
  const block = async (size: number): Promise<number> => (await target.hit(await request(size))).block;
  const cost = async (size: number): Promise<number> => (await target.hit(await request(size))).processorTime;
  const samples = effects.map(({ size, effect }) => ({ size, cost: effect.processorTime }));
  const seen = steepest(samples);
  const faults = new Set<string>();
  let worst = seen?.slope ?? 0;
  const grows =
    !isProgram &&
    seen !== undefined &&
    seen.slope > LIMITS.slope &&
    seen.to.cost > LIMITS.bounded &&
    seen.to.cost > LIMITS.bounded * slowness();
  // A single expensive request may be noise. Superlinear growth is also visible at a quarter of the size.
  if (grows) worst = await slopeByDoubling(cost, seen.to.cost < ENOUGH ? seen.to.size : seen.to.size / 4);
  if (grows && worst > LIMITS.slope) faults.add(`grows by the power ${worst.toFixed(1)}`);
  for (const { size, effect } of effects) {
    if (effect.problem !== undefined) faults.add(effect.problem);
    const blocks =
      effect.block > CERTAIN || (effect.block > LIMITS.block && (await least(2, () => block(size))) > LIMITS.block * slowness());
    if (blocks) faults.add('blocks the main thread');
    if (effect.growth > LIMITS.growth) faults.add('takes too much memory');
    if (isProgram && effect.processorTime > LIMITS.program) faults.add('is not cancelled');
  }
  return { shape, place, effects, slope: worst, faults: [...faults] };
}

/** Returns the smallest measurement, because noise only makes measurements larger. */
async function least(times: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time++) least = Math.min(least, await measure());
  return least;
}
