/** The cost of an attack at one size. */
export interface Sample {
  /** Size of the text in bytes. */
  readonly size: number;
  /** Processor time in milliseconds. */
  readonly cost: number;
}

/** Cost in milliseconds below which noise prevails. */
const FLOOR = 15;

/** Returns the power of the size by which the cost grows: 1 is linear, 2 is quadratic. Costs below the floor count as the floor. */
export function slope(from: Sample, to: Sample, floor = FLOOR): number {
  return Math.log(Math.max(to.cost, floor) / Math.max(from.cost, floor)) / Math.log(to.size / from.size);
}

/** Returns the steepest slope between two successive samples, and the second of these samples. */
export function steepest(samples: readonly Sample[], floor = FLOOR): { readonly slope: number; readonly to: Sample } | undefined {
  const steps = samples.slice(1).map((to, i) => ({ to, slope: slope(samples[i] as Sample, to, floor) }));
  return steps.toSorted((a, b) => b.slope - a.slope)[0];
}

/**
 * Measures the cost at a quarter, a half and the whole of a size. Returns the smaller of the two slopes: a single steep step is
 * noise, or a limit that was exceeded.
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
