import sharp from 'sharp';
import { expect, it } from 'vitest';
import { bmp } from './bmp.test-kit.ts';
import { decodeBmp, type Pixels } from './bmp.ts';

it.each([24, 8] as const)('decodes bitmaps with %i bits', async depth => {
  const pixels = decodeBmp(await bmp(depth), 1e6) as Pixels;
  expect(pixels).toMatchObject({ width: 200, height: 133, channels: 3 });
  const { data } = await sharp(pixels.data, { raw: pixels }).raw().toBuffer({ resolveWithObject: true });
  const [red, green, blue] = data.subarray((50 * 200 + 50) * 3);
  expect([red, green, blue]).toEqual(depth === 8 ? [red, red, red] : [0xdd, 0x33, 0x33]);
  expect([...data.subarray(0, 3)]).toEqual(depth === 8 ? [data[0], data[0], data[0]] : [0xea, 0xec, 0xf0]);
});

it('decodes bit fields', () => {
  const bytes = Buffer.alloc(54 + 12 + 4);
  bytes.write('BM');
  for (const [at, value] of [
    [10, 66],
    [14, 40],
    [18, 1],
    [22, 1],
    [30, 3],
    [54, 0xf800],
    [58, 0x7e0],
    [62, 0x1f],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeUInt16LE(16, 28);
  bytes.writeUInt16LE(0xf81f, 66);
  expect(decodeBmp(bytes, 100)).toEqual({ data: Uint8Array.of(255, 0, 255), width: 1, height: 1, channels: 3 });
});

it('refuses damaged bitmaps, those with a compression, and those that need too much memory', async () => {
  const good = await bmp(24);
  const changed = (at: number, value: number): Buffer => {
    const copy = Buffer.from(good);
    copy.writeUInt32LE(value, at);
    return copy;
  };
  expect(decodeBmp(good.subarray(0, 500), 1e6)).toBe('damaged');
  expect(decodeBmp(good.subarray(0, 20), 1e6)).toBe('damaged');
  expect(decodeBmp(changed(18, 0), 1e6)).toBe('damaged');
  expect(decodeBmp(changed(10, 0xfffffff0), 1e6)).toBe('damaged');
  expect(decodeBmp(changed(30, 1), 1e6)).toBe('unsupported');
  expect(decodeBmp(changed(14, 12), 1e6)).toBe('unsupported');
  expect(decodeBmp(changed(18, 30_000), 1e6)).toBe('too-big');
  for (let at = 0; at < 70; at++) for (const value of [0, 0x7fffffff, 0xffffffff]) decodeBmp(changed(at, value), 1e6);
});
