import { expect, it } from 'vitest';
import { exifOf } from './exif.ts';

const ASCII = 2;
const LONG = 4;
const RATIONAL = 5;

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: number;
}

/** Returns a little-endian TIFF directory: entries of twelve bytes, then the offset 0 of the next directory. */
function directory(entries: readonly Entry[]): Buffer {
  const bytes = Buffer.alloc(2 + 12 * entries.length + 4);
  bytes.writeUInt16LE(entries.length, 0);
  for (const [i, { tag, type, count, value }] of entries.entries()) {
    const at = 2 + 12 * i;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  return bytes;
}

/** Returns a JPEG file with Exif data: made by "Reed", with an exposure time of 1/250 s. */
function jpeg(): Buffer {
  const [first, second, make, time] = [8, 38, 56, 64];
  const tiff = Buffer.alloc(72);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(first, 4);
  directory([
    { tag: 0x010f, type: ASCII, count: 5, value: make },
    { tag: 0x8769, type: LONG, count: 1, value: second },
  ]).copy(tiff, first);
  directory([{ tag: 0x829a, type: RATIONAL, count: 1, value: time }]).copy(tiff, second);
  tiff.write('Reed\0', make, 'latin1');
  tiff.writeUInt32LE(1, time);
  tiff.writeUInt32LE(250, time + 4);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(2 + 6 + tiff.length);
  return Buffer.concat([Buffer.from('ffd8ffe1', 'hex'), length, Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('ffd9', 'hex')]);
}

it('exifOf returns fractions as text', () => {
  expect(exifOf(jpeg())).toEqual({ Make: 'Reed', ExposureTime: '1/250' });
});

it('exifOf returns no data for an unreadable file', () => {
  expect(exifOf(jpeg().subarray(0, 20))).toEqual({});
  expect(exifOf(Buffer.from('no picture'))).toEqual({});
});
