import { unpackSet } from '@wikiquery/conformance/recording';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTY_APP, SET, startServerProcess } from '../server-process.ts';
import { useStand } from '../stand.test-kit.ts';
import { Target } from './attack.ts';
import { carryOutCommand, commandAttacks } from './commands.ts';
import { slope, slopeByDoubling, steepest } from './growth.ts';
import { sending } from './places.ts';
import { type Attacked, openAttacked } from './session.ts';
import { HTTP, SHAPES } from './shapes/index.ts';
import { carryOut } from './suite.ts';

describe('the measurement of growth', () => {
  const samplesOf = (cost: (size: number) => number) => [1000, 10_000, 100_000].map(size => ({ size, cost: cost(size) }));

  it('expresses growth as a power of the size', () => {
    expect(steepest(samplesOf(size => size))?.slope).toBeCloseTo(1);
    expect(steepest(samplesOf(size => size ** 2))?.slope).toBeCloseTo(2);
    expect(steepest(samplesOf(size => 100 + size / 1000))?.slope).toBeLessThan(0.5);
  });

  it('ignores costs below the floor', () => {
    expect(slope({ size: 10, cost: 0.01 }, { size: 100, cost: 10 })).toBe(0);
    expect(slope({ size: 10, cost: 0.01 }, { size: 100, cost: 1500 })).toBeCloseTo(2);
  });

  it('measures growth by doubling the size, despite noise', async () => {
    let turn = 0;
    const slopeOf = (cost: (size: number) => number) => slopeByDoubling(async size => cost(size) * (turn++ % 3 === 0 ? 3 : 1), 1000);
    expect(await slopeOf(size => size ** 2)).toBeCloseTo(2);
    expect(await slopeOf(size => size * 7)).toBeCloseTo(1);
    // A limit between two sizes results in a single step.
    expect(await slopeOf(size => (size > 500 ? 2000 : 20))).toBe(0);
  });
});

it('every shape has about the requested size', () => {
  expect(SHAPES.length).toBeGreaterThan(150);
  expect(new Set(SHAPES.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(SHAPES.length);
  for (const { name, make } of SHAPES) {
    const length = Buffer.byteLength(make(10_000));
    expect({ name, isAbout: length > 3000 && length < 20_000 }).toEqual({ name, isAbout: true });
  }
  expect(HTTP.length).toBeGreaterThan(30);
});

describe('the measurement of a server with faults', { timeout: 120_000 }, () => {
  const stand = useStand();
  let target: Target;
  beforeAll(async () => {
    const { flags, folder } = stand.use(unpackSet(SET));
    target = stand.use(await Target.of(() => startServerProcess(FAULTY_APP, [...flags, '--deadline', '30s'], folder), 30_000));
  }, 30_000);

  const faultsOf = async (how: string, sizes: readonly number[], on = target) => {
    const request = (size: number) => sending({ list: 'weak', wkhow: how, wktext: 'a'.repeat(size) });
    return (await carryOut({ shape: 'letters', place: how, sizes, request }, on)).faults;
  };

  it('reports quadratic work', async () => {
    // The first requests take longer, until their code is compiled.
    await faultsOf('quadratic', [1000, 1000, 4000]);
    const reported = /^grows by the power (?:1\.[6-9]|2)/;
    const faults: string[] = [];
    // Noise may hide the growth, or a part of it.
    for (let time = 0; time < 5 && !faults.some(fault => reported.test(fault)); time++)
      faults.push(...(await faultsOf('quadratic', [1000, 4000, 16_000])));
    expect(faults).toContainEqual(expect.stringMatching(reported));
  });

  it('reports a blocked main thread', async () => {
    expect(await faultsOf('block', [1000])).toEqual(['blocks the main thread']);
  });

  it('reports that a request takes too much memory', async () => {
    expect(await faultsOf('memory', [1000])).toContain('takes too much memory');
  });

  it('reports internal errors and missing responses', async () => {
    expect(await faultsOf('failure', [1000])).toEqual(['200 internal_api_error_Error']);
    const impatient = await Target.of(async () => target.server, 200);
    expect(await faultsOf('silence', [1000], impatient)).toEqual(['exceeds its deadline']);
    impatient.visitor.close();
  });

  it('reports no fault for a request that triggers none', async () => {
    expect(await faultsOf('nothing', [1000, 10_000, 100_000])).toEqual([]);
  });
});

/** Runs a small sample of the attacks of `pnpm lab attacks`. */
describe('apps/server', { timeout: 120_000 }, () => {
  let attacked: Attacked;
  beforeAll(async () => {
    attacked = await openAttacked([1000, 10_000, 100_000]);
  }, 60_000);
  afterAll(() => attacked?.close(), 30_000);

  it('accepts every request that reads a stored text', async () => {
    const { attacks, target } = attacked;
    const reading = attacks.filter(({ place }) => /^(?:a page|comments), /.test(place));
    const rejected: string[] = [];
    for (const [place, [attack]] of Map.groupBy(reading, each => each.place)) {
      const { outcome } = await target.hit(await attack!.request(1000));
      if (outcome !== '200') rejected.push(`${place}: ${outcome}`);
    }
    expect(reading.length).toBeGreaterThan(100);
    expect(rejected).toEqual([]);
  });

  it('withstands a sample of all attacks', async () => {
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

/** Runs one of the attacks of `pnpm lab attacks --import`. */
it('adopt reads unclosed links of a page in linear time', { timeout: 300_000 }, async () => {
  const attack = commandAttacks().find(({ shape }) => shape === 'links of a head not closed');
  expect(await carryOutCommand(attack!, [100_000, 1_000_000])).toMatchObject({ faults: [] });
});
