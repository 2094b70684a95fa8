import { describe, expect, it } from 'vitest';
import { areaOf, boxAround, cellOf, cellsOf, centerOf, distance, readBox, readPoint } from './index.ts';

const at = (lat: number, lon: number, globe = 'earth') => ({ lat, lon, globe });

describe('distances', () => {
  it.each([
    // A degree of a meridian, a degree of the equator, a quarter circle, antipodes, cities.
    [at(0, 0), at(1, 0), 111_195],
    [at(0, 179.5), at(0, -179.5), 111_195],
    [at(0, 0), at(90, 0), 10_007_559],
    [at(0, 0), at(0, 180), 20_015_118],
    [at(52.5200066, 13.404954), at(48.856614, 2.3522219), 877_464],
    [at(0, 0, 'moon'), at(1, 0, 'moon'), 30_318],
  ])('between %o and %o are %i metres', (a, b, metres) => expect(Math.round((distance(a, b) ?? 0) / 10)).toBe(Math.round(metres / 10)));
  it('are undefined between different globes and on globes without a radius', () => {
    expect(distance(at(0, 0), at(0, 0, 'moon'))).toBeUndefined();
    expect(distance(at(0, 0, 'phobos'), at(1, 0, 'phobos'))).toBeUndefined();
  });
});

it('parses points and rejects those outside the range of the globe', () => {
  expect(readPoint(' 1e1|-.5', 'earth')).toEqual(at(10, -0.5));
  for (const text of ['91|0', '0|181', '1', '1|2|3', 'x|1', '0x1|1', '|']) expect(readPoint(text, 'earth')).toBeUndefined();
  expect(readPoint('0|-1', 'mars')).toBeUndefined();
  expect(readPoint('0|359', 'mars')).toEqual(at(0, 359, 'mars'));
});

it('computes boxes around points, also across the antimeridian', () => {
  const { south, north, west, east } = boxAround(at(0, 0), 10_000);
  for (const edge of [-south, north, -west, east]) expect(edge).toBeCloseTo(0.08993, 4);
  const edge = boxAround(at(60, 179.95), 10_000);
  expect(edge.west).toBeCloseTo(179.77, 2);
  expect(edge.east).toBeCloseTo(-179.87, 2);
  expect(cellsOf(edge)).toEqual({ lat: [599, 600, 601], lon: [-1800, -1799, 1798, 1799, 1800] });
  expect(boxAround(at(90, 0), 10)).toMatchObject({ north: 90, west: -0.1, east: 0.1 });
});

it('parses boxes and computes their center and area', () => {
  const box = readBox('1|-1|-1|1', 'earth');
  expect(box && centerOf(box)).toEqual(at(0, 0));
  expect(box && Math.round(areaOf(box) / 1e9)).toBe(49);
  const over = readBox('1|179|-1|-179', 'earth');
  expect(over && centerOf(over)).toEqual(at(0, -180));
  for (const text of ['-1|0|1|1', '1|0|0', '1|0|1|1', 'a|0|0|0']) expect(readBox(text, 'earth')).toBeUndefined();
});

it('rounds halves away from zero to grid cells, like PHP', () => expect([0.05, -0.05, 52.52, -0.04].map(cellOf)).toEqual([1, -1, 525, 0]));
