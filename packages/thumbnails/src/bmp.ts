/** A decoded image with 8 bits per channel. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/**
 * Decodes an uncompressed Windows bitmap. Returns a reason if it is damaged, has a compression, or if its pixels have more than `most`
 * bytes.
 */
export function decodeBmp(bytes: Buffer, most: number): Pixels | 'damaged' | 'too-big' | 'unsupported' {
  if (bytes.length < SMALLEST || bytes.toString('latin1', 0, 2) !== 'BM') return 'damaged';
  const start = bytes.readUInt32LE(10);
  const headerSize = bytes.readUInt32LE(14);
  // The header of OS/2 has other fields.
  if (headerSize < INFO_HEADER) return 'unsupported';
  const [width, signedHeight] = [bytes.readInt32LE(18), bytes.readInt32LE(22)];
  const height = Math.abs(signedHeight);
  const depth = bytes.readUInt16LE(28);
  const compression = bytes.readUInt32LE(30);
  if (width <= 0 || height === 0) return 'damaged';
  if (width * height * 4 > most) return 'too-big';
  const masks = masksOf(bytes, depth, compression, headerSize);
  if (!masks && !(compression === 0 && DEPTHS.has(depth))) return 'unsupported';
  const stride = Math.ceil((width * depth) / 32) * 4;
  if (start + stride * height > bytes.length) return 'damaged';
  const colors = depth <= 8 ? paletteOf(bytes, depth, headerSize) : undefined;

  const channels = masks && masks[3] !== 0 ? 4 : 3;
  const data = new Uint8Array(width * height * channels);
  for (let y = 0, to = 0; y < height; y++) {
    const row = start + stride * (signedHeight < 0 ? y : height - 1 - y);
    for (let x = 0; x < width; x++, to += channels) {
      if (colors) {
        const bit = x * depth;
        const index = (bytes[row + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
        data.set(colors.subarray(index * 4, index * 4 + 3), to);
      } else if (masks) {
        const value = depth === 16 ? bytes.readUInt16LE(row + x * 2) : bytes.readUInt32LE(row + x * 4);
        for (let channel = 0; channel < channels; channel++) data[to + channel] = valueIn(value, masks[channel]!);
      } else {
        const at = row + x * (depth >> 3);
        [data[to], data[to + 1], data[to + 2]] = [bytes[at + 2]!, bytes[at + 1]!, bytes[at]!];
      }
    }
  }
  return { data, width, height, channels };
}

/** Bytes of the file header and the smallest header of the image. */
const SMALLEST = 54;
const INFO_HEADER = 40;
const DEPTHS: ReadonlySet<number> = new Set([1, 4, 8, 24, 32]);
const BIT_FIELDS = 3;
const WITH_ALPHA = 56;

/** Bit masks of red, green, blue and alpha. */
type Masks = readonly [number, number, number, number];

/** Returns the bit masks of 16-bit images and of those that declare masks. Undefined for other images. */
function masksOf(bytes: Buffer, depth: number, compression: number, headerSize: number): Masks | undefined {
  if (depth === 16 && compression === 0) return [0x7c00, 0x3e0, 0x1f, 0];
  if (compression !== BIT_FIELDS || (depth !== 16 && depth !== 32) || bytes.length < SMALLEST + 16) return undefined;
  const [red, green, blue, alpha] = [54, 58, 62, 66].map(at => bytes.readUInt32LE(at)) as [number, number, number, number];
  return [red, green, blue, headerSize >= WITH_ALPHA ? alpha : 0];
}

/** Returns the colors of an image with a palette: four bytes each, in the order red, green, blue. Missing colors are black. */
function paletteOf(bytes: Buffer, depth: number, headerSize: number): Uint8Array {
  const colors = new Uint8Array((1 << depth) * 4);
  const given = bytes.readUInt32LE(46) || 1 << depth;
  for (let at = 0, from = 14 + headerSize; at < Math.min(given, 1 << depth) * 4 && from + 3 <= bytes.length; at += 4, from += 4)
    colors.set([bytes[from + 2]!, bytes[from + 1]!, bytes[from]!], at);
  return colors;
}

/** Returns the part of a value that a mask selects, scaled to 8 bits. */
function valueIn(value: number, mask: number): number {
  if (mask === 0) return 0;
  const shift = Math.clz32(mask & -mask) ^ 31;
  const most = mask >>> shift;
  return Math.round((((value & mask) >>> shift) * 255) / most);
}
