import type { Memory } from './inside-server.ts';
import type { ServerProcess } from './server-process.ts';

/** By how much a straight line rises from the first look to the last. */
export type Rise = Readonly<Record<'resident' | 'descriptors', number>>;

/** Of a long run: after its first tenth a server has reached its size. The young generations of its heaps come and go. */
const MOST_RISE: Rise = { resident: 64 * 2 ** 20, descriptors: 8 };
/** Requests below which caches still fill, and connections come, so that these tell nothing. */
const LONG: Rise = { resident: 100_000, descriptors: 10_000 };

/** Looks at a server during a run, after its first tenth. */
export class Looks {
  readonly #server: Pick<ServerProcess, 'memory'>;
  readonly #requests: number;
  readonly #step: number;
  readonly #seen: (readonly [done: number, memory: Memory])[] = [];

  constructor(server: Pick<ServerProcess, 'memory'>, requests: number, looks: number) {
    this.#server = server;
    this.#requests = requests;
    this.#step = looks === 0 ? Number.POSITIVE_INFINITY : Math.ceil((requests * 0.9) / looks);
  }

  /** How many requests are done at the next look. */
  nextAfter(done: number): number {
    const first = Math.floor(this.#requests / 10);
    return done < first ? first : first + (Math.floor((done - first) / this.#step) + 1) * this.#step || this.#requests;
  }

  async at(done: number): Promise<void> {
    if (Number.isFinite(this.#step) && done >= Math.floor(this.#requests / 10)) this.#seen.push([done, await this.#server.memory()]);
  }

  rise(): Rise | undefined {
    if (this.#seen.length < 3) return undefined;
    const of = (kind: keyof Rise): number =>
      this.#requests < LONG[kind] ? 0 : riseOf(this.#seen.map(([done, memory]) => [done, memory[kind]]));
    return { resident: of('resident'), descriptors: of('descriptors') };
  }
}

/** The slope of the regression line times the width of what was seen. */
export function riseOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [middle, height] = [mean(0), mean(1)];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - middle) * (y - height), 0);
  const variance = points.reduce((sum, [x]) => sum + (x - middle) ** 2, 0);
  return variance === 0 ? 0 : (covariance / variance) * ((points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0));
}

/** What rises too much. */
export const steepIn = (rise: Rise): string[] =>
  (Object.keys(MOST_RISE) as (keyof Rise)[]).filter(kind => rise[kind] > MOST_RISE[kind]).map(kind => `rises all the time (${kind})`);
