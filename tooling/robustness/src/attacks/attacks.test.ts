import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServedSet, unpackSet } from '@wikiquery/conformance/recording';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServerProcess } from '../server-process.ts';
import { adoptableShapes, adoptShape } from './adoptions.ts';
import { Target } from './attack.ts';
import { slope, slopeByDoubling, steepest } from './growth.ts';
import { sending } from './places.ts';
import { type Attacked, openAttacked } from './session.ts';
import { HTTP, SHAPES } from './shapes/index.ts';
import { carryOut } from './suite.ts';

describe('growth', () => {
  const samplesOf = (cost: (size: number) => number) => [1000, 10_000, 100_000].map(size => ({ size, cost: cost(size) }));

  it('is the power of the size', () => {
    expect(steepest(samplesOf(size => size))?.slope).toBeCloseTo(1);
    expect(steepest(samplesOf(size => size ** 2))?.slope).toBeCloseTo(2);
    expect(steepest(samplesOf(size => 100 + size / 1000))?.slope).toBeLessThan(0.5);
  });

  it('takes what is too little to measure for nothing', () => {
    expect(slope({ size: 10, cost: 0.01 }, { size: 100, cost: 10 })).toBe(0);
    expect(slope({ size: 10, cost: 0.01 }, { size: 100, cost: 1500 })).toBeCloseTo(2);
  });

  it('is told apart by doubling, whatever disturbs', async () => {
    let turn = 0;
    const disturbed = (cost: (size: number) => number) => async (size: number) => cost(size) * (turn++ % 3 === 0 ? 3 : 1);
    expect(
      await slopeByDoubling(
        disturbed(size => size ** 2),
        1000,
      ),
    ).toBeCloseTo(2);
    expect(
      await slopeByDoubling(
        disturbed(size => size * 7),
        1000,
      ),
    ).toBeCloseTo(1);
    // A limit that was passed between two sizes.
    expect(
      await slopeByDoubling(
        disturbed(size => (size > 500 ? 2000 : 20)),
        1000,
      ),
    ).toBe(0);
  });
});

it('has many shapes, each of about its size', () => {
  expect(SHAPES.length).toBeGreaterThan(150);
  expect(new Set(SHAPES.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(SHAPES.length);
  for (const { name, make } of SHAPES) {
    const length = Buffer.byteLength(make(10_000));
    expect({ name, isAbout: length > 3000 && length < 20_000 }).toEqual({ name, isAbout: true });
  }
  expect(HTTP.length).toBeGreaterThan(30);
});

/** What must be found is found: a module that takes as long as somebody wishes. */
describe('a server that can be attacked', { timeout: 120_000 }, () => {
  let target: Target;
  let wiki: ServedSet;
  beforeAll(async () => {
    const app = fileURLToPath(new URL('./weak-app.ts', import.meta.url));
    wiki = unpackSet(join(import.meta.dirname, '../../../conformance/sets/a-1.43-sqlite'));
    const { flags, folder } = wiki;
    target = await Target.of(() => startServerProcess(app, [...flags, '--deadline', '30000'], folder), 30_000);
  }, 30_000);
  afterAll(async () => {
    await target?.stop();
    wiki?.close();
  }, 30_000);

  const attack = (how: string, sizes: readonly number[], on = target) =>
    carryOut({ shape: 'letters', place: how, sizes, request: size => sending({ list: 'weak', wkhow: how, wktext: 'a'.repeat(size) }) }, on);

  it('shows work that is quadratic', async () => {
    // What a process does for the first time takes longer.
    await attack('quadratic', [1000, 1000, 4000]);
    const faults: string[] = [];
    // Whatever else the machine does may hide it once.
    for (let time = 0; time < 3 && faults.length === 0; time++) faults.push(...(await attack('quadratic', [1000, 4000, 16_000])).faults);
    expect(faults).toContainEqual(expect.stringMatching(/^grows by the power (?:1\.[6-9]|2)/));
  });

  it('shows a thread that is held up', async () => {
    expect((await attack('block', [1000])).faults).toEqual(['blocks the main thread']);
  });

  it('shows memory that is taken', async () => {
    expect((await attack('memory', [1000])).faults).toContain('takes too much memory');
  });

  it('shows a failure, and that nobody answers', async () => {
    expect((await attack('failure', [1000])).faults).toEqual(['200 internal_api_error_Error']);
    // What never comes need not be waited for as long as what takes its time.
    const hasty = await Target.of(async () => target.server, 200);
    expect((await attack('silence', [1000], hasty)).faults).toEqual(['outlasts its deadline']);
    hasty.visitor.close();
  });

  it('shows nothing where nothing is wrong', async () => {
    expect((await attack('nothing', [1000, 10_000, 100_000])).faults).toEqual([]);
  });
});

/** A small share of `pnpm lab attacks`. */
describe('the server', { timeout: 120_000 }, () => {
  let attacked: Attacked;
  beforeAll(async () => {
    attacked = await openAttacked([1000, 10_000, 100_000]);
  }, 60_000);
  afterAll(() => attacked?.close(), 30_000);

  it('is reached in the places that read what was saved', async () => {
    const { attacks, target } = attacked;
    const reading = attacks.filter(({ place }) => /^(?:a page|comments), /.test(place));
    const refused: string[] = [];
    for (const [place, [attack]] of Map.groupBy(reading, each => each.place)) {
      const { outcome } = await target.hit(await attack!.request(1000));
      if (outcome !== '200') refused.push(`${place}: ${outcome}`);
    }
    expect(reading.length).toBeGreaterThan(100);
    expect(refused).toEqual([]);
  });

  it('holds', async () => {
    const { attacks, target } = attacked;
    const step = Math.ceil(attacks.length / (process.env.CI ? 150 : 60));
    const wrong: string[] = [];
    for (const attack of attacks.filter((_, i) => i % step === 0)) {
      const { place, shape, faults } = await carryOut(attack, target);
      if (faults.length > 0) wrong.push(`${place}, ${shape}: ${faults.join(', ')}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** The whole of it is `pnpm lab attacks --import`. */
it('adopt reads links of a head that are not closed in linear time', { timeout: 300_000 }, async () => {
  const shape = adoptableShapes().find(({ name }) => name === 'links of a head not closed');
  expect(await adoptShape(shape!, [100_000, 1_000_000])).toMatchObject({ faults: [] });
});
