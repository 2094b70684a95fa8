/** What one size of an attack cost. */
export interface Sample {
  /** Characters. */
  readonly size: number;
  /** Any unit of work, for example milliseconds of processor time. */
  readonly cost: number;
}

/** Below this there is more noise than work: milliseconds. */
const FLOOR = 15;

/**
 * By which power of its size the cost grows from one sample to the next: 1 is linear, 2 is quadratic. Costs below the floor count as the floor, so that
 * only what is worth measuring can be steep.
 */
export function slope(from: Sample, to: Sample, floor = FLOOR): number {
  return Math.log(Math.max(to.cost, floor) / Math.max(from.cost, floor)) / Math.log(to.size / from.size);
}

/** The steepest step between neighbours, with the sample that it ends at. */
export function steepest(samples: readonly Sample[], floor = FLOOR): { readonly slope: number; readonly to: Sample } | undefined {
  const steps = samples.slice(1).map((to, i) => ({ to, slope: slope(samples[i] as Sample, to, floor) }));
  return steps.toSorted((a, b) => b.slope - a.slope)[0];
}

/**
 * The slope by doubling: the cost of a quarter, a half and the whole size, each the least of several times, because whatever disturbs makes it more. The lesser of the
 * two doublings counts: a step that does not repeat is a limit that was passed, or noise.
 */
export async function slopeByDoubling(measure: (size: number) => Promise<number>, size: number, times = 3, floor = FLOOR): Promise<number> {
  const samples: Sample[] = [];
  for (const part of [4, 2, 1]) {
    const costs: number[] = [];
    for (let time = 0; time < times; time++) costs.push(await measure(Math.round(size / part)));
    samples.push({ size: size / part, cost: Math.min(...costs) });
  }
  const [quarter, half, whole] = samples as [Sample, Sample, Sample];
  return Math.min(slope(quarter, half, floor), slope(half, whole, floor));
}
