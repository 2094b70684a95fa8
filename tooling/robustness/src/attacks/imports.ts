import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER } from '@wikiquery/launch/process';
import { writeXml, type XmlPage } from '@wikiquery/wiki-builder';
import { slopeByDoubling, steepest } from './growth.ts';
import { type Shape, shapesOf, TEMPLATES } from './shapes/index.ts';
import { LIMITS, type Outcome } from './suite.ts';

/** As a place. */
export const IMPORT = 'an import';

/** Milliseconds after which an import is ended, and of processor time after which no greater page is tried. */
const PATIENCE = 120_000;
const ENOUGH = 20_000;
/** What one import differs from another by, though nothing is in it. */
const NOISE = 400;

const TELLS_COSTS = fileURLToPath(new URL('./tell-costs.ts', import.meta.url));

/** Shapes that a page of a dump may hold: XML has no control characters. */
export const importableShapes = (): Shape[] =>
  shapesOf(['wikitext', 'difference', 'characters']).filter(({ make }) => make(100).isWellFormed() && !/[^\P{Cc}\t\n\r]/u.test(make(100)));

/** Imports dumps with a page of each size, each into a file of its own, in the way of `serve --import`. */
export async function importShape({ name, make }: Shape, sizes: readonly number[]): Promise<Outcome> {
  const nothing = await importOf('Nothing');
  const effects: Outcome['effects'][number][] = [];
  const faults: string[] = [];
  const cost = async (size: number): Promise<number> => Math.max(0, (await importOf(make(size))).processorTime - nothing.processorTime);
  for (const size of sizes) {
    const { outcome, processorTime, memory, milliseconds } = await importOf(make(size));
    const own = Math.max(0, processorTime - nothing.processorTime);
    const growth = Math.max(0, memory - nothing.memory);
    effects.push({ size, effect: { processorTime: own, block: 0, growth, milliseconds, waited: 0, outcome } });
    if (outcome !== 'imported') faults.push(outcome);
    if (growth > LIMITS.growth) faults.push('takes too much memory');
    if (outcome !== 'imported' || own > ENOUGH) break;
  }
  const seen = steepest(
    effects.map(({ size, effect }) => ({ size, cost: effect.processorTime })),
    NOISE,
  );
  const grows = seen !== undefined && seen.slope > LIMITS.slope && seen.to.cost > 3 * NOISE;
  const slope = grows && seen.to.cost < ENOUGH ? await slopeByDoubling(cost, seen.to.size, 1, NOISE) : (seen?.slope ?? 0);
  if (grows && slope > LIMITS.slope) faults.push(`grows by the power ${slope.toFixed(1)}`);
  return { shape: name, place: IMPORT, effects, slope, faults };
}

interface Imported {
  readonly outcome: string;
  /** Milliseconds. */
  readonly processorTime: number;
  readonly milliseconds: number;
  /** The most bytes that the process had. */
  readonly memory: number;
}

async function importOf(text: string): Promise<Imported> {
  const folder = await mkdtemp(join(tmpdir(), 'wikiquery-attacked-import-'));
  try {
    const dump = join(folder, 'dump.xml');
    await writeFile(dump, writeXml({ pages: pagesWith(text) }));
    const begun = performance.now();
    const args = ['--import', TELLS_COSTS, ...SERVER, 'import', dump, '--database', `sqlite:${join(folder, 'wiki.sqlite')}`];
    const child = spawn(process.execPath, args, {
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
    const outcome = signal === null ? (code === 0 ? 'imported' : `exit code ${code}`) : 'does not end';
    return { outcome, processorTime: Number(told('processor time') ?? milliseconds), milliseconds, memory: Number(told('memory') ?? 0) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function pagesWith(text: string): XmlPage[] {
  const all = [...Object.entries(TEMPLATES), ['Hostile', text]] as const;
  return all.map(([title, text], i) => ({
    id: i + 1,
    title,
    namespace: title.startsWith('Template:') ? 10 : 0,
    revisions: [{ id: i + 1, timestamp: '20240101000000', user: '192.0.2.1', comment: '', text }],
  }));
}
