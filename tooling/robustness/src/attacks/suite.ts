import type { Sending } from '../visitor.ts';
import type { Effect, Target } from './attack.ts';
import { slopeByDoubling, steepest } from './growth.ts';
import type { Place } from './places.ts';
import { HTTP, shapesOf } from './shapes/index.ts';
import { slowness } from './slowness.ts';

/** One shape in one place. */
export interface Attack {
  readonly shape: string;
  readonly place: string;
  readonly sizes: readonly number[];
  /** The text is a program, whose steps are its own: what ends it is a limit, however its cost grows. */
  readonly isProgram?: boolean;
  request(size: number): Sending | Promise<Sending>;
}

/** What an attack did. */
export interface Outcome extends Pick<Attack, 'shape' | 'place'> {
  readonly effects: readonly { readonly size: number; readonly effect: Effect }[];
  /** By which power of the size its cost grows at worst, as far as it was seen. */
  readonly slope: number;
  readonly faults: readonly string[];
}

/** Milliseconds of waiting that let a deadline end what would have been done on a machine with nothing else to do. */
const MUCH = 1000;

/** Whether other programs kept an attack from showing what it costs: it is to be tried again. */
export const isDisturbed = ({ effects }: Outcome): boolean =>
  effects.some(({ effect }) => effect.waited > MUCH && effect.outcome.endsWith(' timeout'));

/** 1 KB, 10 KB, 100 KB, 2 MB. */
export const SIZES = [1000, 10_000, 100_000, 2_000_000];

/** Milliseconds of processor time are those of a usual machine: a slower one has as many more. */
export const LIMITS = {
  /** Linear work that fills caches, and the noise of a busy machine. */
  slope: 1.3,
  /** Milliseconds of processor time: work that never takes more is bounded, however it grows. */
  bounded: 300,
  /** Milliseconds of processor time of a program with all that is around it: it ends at the deadline, after 10 seconds. */
  program: 12_000,
  /** Milliseconds of processor time of the main thread in one piece. */
  block: 50,
  /** Bytes that one request may take. */
  growth: 256 * 2 ** 20,
};

/** Every shape in every place that takes it, and requests that are shapes themselves. */
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

/** Milliseconds of processor time after which no greater size is tried: what is wrong shows. */
const ENOUGH = 3000;
/** Milliseconds that no noise makes: what takes longer need not be measured again. */
const CERTAIN = 1000;

/** Tries an attack at each size, and once more where something looks wrong: a fault is what repeats. */
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
  // A single costly request may have met a busy machine. What grows too fast shows at a quarter of its size, too.
  if (grows) worst = await slopeByDoubling(cost, seen.to.cost < ENOUGH ? seen.to.size : seen.to.size / 4);
  if (grows && worst > LIMITS.slope) faults.add(`grows by the power ${worst.toFixed(1)}`);
  for (const { size, effect } of effects) {
    if (effect.problem !== undefined) faults.add(effect.problem);
    const blocks =
      effect.block > CERTAIN || (effect.block > LIMITS.block && (await least(2, () => block(size))) > LIMITS.block * slowness());
    if (blocks) faults.add('blocks the main thread');
    if (effect.growth > LIMITS.growth) faults.add('takes too much memory');
    if (isProgram && effect.processorTime > LIMITS.program) faults.add('is not ended');
  }
  return { shape, place, effects, slope: worst, faults: [...faults] };
}

/** The least of several tries: whatever disturbs makes it more. */
async function least(times: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time++) least = Math.min(least, await measure());
  return least;
}
