import sharp from 'sharp';

/** The first frame of an image on a white ground, as shades of gray. */
interface Shades {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Decodes an image. */
export async function shadesOf(image: Buffer | string): Promise<Shades> {
  const { data, info } = await sharp(image)
    .toColourspace('srgb')
    .flatten({ background: '#fff' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const channels = info.channels as number;
  const shades = channels === 1 ? data : data.filter((_, at) => at % channels === 0);
  return { width: info.width, height: info.height, data: shades };
}

/**
 * Returns the structural similarity of two images of the same size, from 0 to 1 (Wang et al., 2004). It is the mean over windows of 8 × 8
 * pixels at a distance of 4 pixels.
 */
export function similarityOf(a: Shades, b: Shades): number {
  let [sum, windows] = [0, 0];
  const [right, bottom] = [Math.max(1, a.width - WINDOW + 1), Math.max(1, a.height - WINDOW + 1)];
  for (let top = 0; top < bottom; top += DISTANCE)
    for (let left = 0; left < right; left += DISTANCE) {
      sum += windowSimilarity(a, b, left, top);
      windows++;
    }
  return sum / windows;
}

const WINDOW = 8;
const DISTANCE = 4;
/** Constants of the definition, for 255 shades. */
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

function windowSimilarity(a: Shades, b: Shades, left: number, top: number): number {
  const [right, bottom] = [Math.min(a.width, left + WINDOW), Math.min(a.height, top + WINDOW)];
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const [p, q] = [a.data[y * a.width + x]!, b.data[y * b.width + x]!];
      sumA += p;
      sumB += q;
      squareA += p * p;
      squareB += q * q;
      product += p * q;
    }
  const count = (right - left) * (bottom - top);
  const [meanA, meanB] = [sumA / count, sumB / count];
  const [varianceA, varianceB] = [squareA / count - meanA ** 2, squareB / count - meanB ** 2];
  const covariance = product / count - meanA * meanB;
  return ((2 * meanA * meanB + C1) * (2 * covariance + C2)) / ((meanA ** 2 + meanB ** 2 + C1) * (varianceA + varianceB + C2));
}
