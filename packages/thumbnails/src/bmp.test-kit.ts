import sharp from 'sharp';

/** Returns an uncompressed bitmap of a circle with 24 bits, or with 8 bits and a palette of gray. */
export async function bmp(depth: 8 | 24, width = 200, height = 133): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><circle cx="50" cy="50" r="40" fill="#d33"/></svg>`;
  const image = sharp(Buffer.from(drawing)).flatten({ background: '#eaecf0' });
  const pixels = await (depth === 8 ? image.grayscale().toColourspace('b-w') : image).raw().toBuffer();
  const stride = Math.ceil((width * depth) / 32) * 4;
  const start = 54 + (depth === 8 ? 1024 : 0);
  const bytes = Buffer.alloc(start + stride * height);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  for (const [at, value] of [
    [10, start],
    [14, 40],
    [18, width],
    [22, height],
    [34, stride * height],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(depth, 28);
  if (depth === 8) for (let at = 0; at < 256; at++) bytes.fill(at, 54 + at * 4, 57 + at * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const to = start + stride * (height - 1 - y) + (x * depth) / 8;
      const from = (y * width + x) * (depth / 8);
      if (depth === 8) bytes[to] = pixels[from]!;
      else [bytes[to], bytes[to + 1], bytes[to + 2]] = [pixels[from + 2]!, pixels[from + 1]!, pixels[from]!];
    }
  return bytes;
}
