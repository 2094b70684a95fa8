/** Renders thumbnails in a process of its own, because damaged files can exhaust the memory of libvips or make it fail. */

import { readFile, stat } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { decodeBmp } from './bmp.ts';

/** A thumbnail to render. Sizes are in pixels. */
export interface RenderJob {
  readonly source: string;
  /** Path of the new file. */
  readonly output: string;
  readonly format: 'gif' | 'jpeg' | 'png';
  /** Kind of the source. Raster images are recognized by their content. */
  readonly kind: 'bmp' | 'drawing' | 'raster';
  readonly width: number;
  readonly height: number;
  /** Size of the source according to the database. */
  readonly sourceWidth: number;
  readonly sourceHeight: number;
  /** Page of a multi-page image, from 1. */
  readonly page: number;
  /** JPEG quality from 1 to 100. */
  readonly quality: number;
  /** Language of a multilingual drawing. */
  readonly language: string;
}

/** Result of a job: undefined for success, otherwise the reason for the failure. */
export type RenderProblem = 'damaged' | 'too-big' | 'unsupported' | undefined;

sharp.cache(false);
sharp.concurrency(1);
// All other formats are never needed, and their decoders are less tested.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff', 'Svg'].map(format => `VipsForeignLoad${format}`),
});

/** Renders a thumbnail into the file `output`. */
export async function render(job: RenderJob): Promise<RenderProblem> {
  try {
    if (job.kind === 'drawing') return await renderDrawing(job);
    return job.kind === 'bmp' ? await renderBmp(job) : await renderRaster(job);
  } catch (error) {
    // A full disk is not a property of the file.
    if (error instanceof Error && 'code' in error) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (/no space left|unable to open for write/i.test(message)) throw new Error(message);
    return /exceeds pixel limit|too large|dimensions/i.test(message) ? 'too-big' : 'damaged';
  }
}

/** Maximum bytes of a drawing: the limit of the XML parser for one text. */
const MAX_DRAWING = 10_000_000;

async function renderDrawing(job: RenderJob): Promise<RenderProblem> {
  if (job.width * job.height > MAX_OUTPUT || (await stat(job.source)).size > MAX_DRAWING) return 'too-big';
  // Without a path, the drawing cannot refer to files. librsvg reads the languages of the user from this variable.
  const bytes = await readFile(job.source);
  if (!/<svg|<\w+:svg/i.test(bytes.toString('latin1'))) return 'damaged';
  process.env.LANGUAGE = localeOf(job.language);
  const facts = await sharp(bytes).metadata();
  if (facts.format !== 'svg') return 'damaged';
  // Rendered at the final size, because a later resize would blur the drawing. libvips rounds the height.
  const density = Math.min(MAX_DENSITY, Math.max(1, (DENSITY * job.width) / facts.width));
  await write(sharp(bytes, { limitInputPixels: MAX_OUTPUT, density }).resize(sizeOf(job)), job);
  return undefined;
}

/** Dots per inch at which a drawing has its own size, and the limit of libvips. */
const DENSITY = 72;
const MAX_DENSITY = 100_000;

/** Converts a language code to the name of a locale: `zh-hant` to `zh_HANT`. */
const localeOf = (language: string): string => {
  const [first = 'en', ...rest] = language.split('-');
  return [first.toLowerCase(), ...rest.map(part => part.toUpperCase())].join('_');
};

async function renderBmp(job: RenderJob): Promise<RenderProblem> {
  if ((await stat(job.source)).size > MAX_DECODED) return 'too-big';
  const decoded = decodeBmp(await readFile(job.source), MAX_DECODED);
  if (typeof decoded === 'string') return decoded;
  const { data, width, height, channels } = decoded;
  await write(sharp(data, { raw: { width, height, channels } }).resize(sizeOf(job)), job);
  return undefined;
}

async function renderRaster(job: RenderJob): Promise<RenderProblem> {
  // Checked before a decoder of pixels starts.
  const facts = await sharp(job.source, { limitInputPixels: false }).metadata();
  if (facts.format === 'svg') return 'damaged';
  const page = Math.min(job.page, facts.pages ?? 1) - 1;
  const isAnimated = job.format === 'gif' && facts.format === 'gif' && framePixels(facts) <= MAX_ANIMATED;
  if (decodedBytes(facts, isAnimated) > MAX_DECODED) return 'too-big';
  const options = { limitInputPixels: MAX_INPUT, failOn: 'error', sequentialRead: true } as const;
  const image = sharp(job.source, {
    ...options,
    ...(facts.format === 'tiff' && { page }),
    ...(isAnimated && { animated: true }),
  });
  const angle = turnOf(facts, job);
  // The reduction by the decoder is fast, but less exact.
  const fastShrinkOnLoad = facts.width * facts.height > EXACT;
  const { width, height, ...resizing } = { ...sizeOf(job), fastShrinkOnLoad };
  // Turned after the reduction, which needs much less memory.
  const reduced =
    angle % 180 === 0 ? image.resize({ width, height, ...resizing }) : image.resize({ width: height, height: width, ...resizing });
  await write(angle === 0 ? reduced : reduced.rotate(angle), job);
  return undefined;
}

/** Maximum pixels of a raster image that is decoded row by row. */
const MAX_INPUT = 1_000_000_000;
/** Pixels of a JPEG image up to which the decoder does not reduce it. */
const EXACT = 4_000_000;
/** Maximum pixels of a thumbnail. */
const MAX_OUTPUT = 40_000_000;
/** Maximum bytes of an image that a decoder must keep in memory as a whole. */
const MAX_DECODED = 120_000_000;
/** Maximum pixels of an animation in all frames. A longer animation becomes its first frame ($wgMaxAnimatedGifArea). */
const MAX_ANIMATED = 12_500_000;

const sizeOf = ({ width, height }: RenderJob) => ({ width, height, fit: 'fill' }) as const;

/** `height` is the height of all frames together if a sharp instance reads all of them; here it is the height of the first. */
const framePixels = ({ width, pageHeight, height, pages = 1 }: Metadata): number => width * (pageHeight ?? height) * pages;

/** Returns the bytes that decoding keeps in memory at once. Formats that are decoded row by row need little. */
function decodedBytes({ format, width, height, pages = 1, channels, isProgressive }: Metadata, isAnimated: boolean): number {
  const pixels = width * height;
  if (format === 'jpeg') return isProgressive ? pixels * channels * COEFFICIENT : 0;
  if (format === 'gif') return pixels * RGBA * (isAnimated ? pages : 2);
  if (format === 'webp') return pixels * RGBA;
  return format === 'png' && isProgressive ? pixels * channels : 0;
}

/** Bytes of a coefficient of a progressive JPEG file. */
const COEFFICIENT = 2;
const RGBA = 4;

/** Returns the clockwise rotation in degrees. Like MediaWiki, ignores mirrored orientations. */
function turnOf({ orientation = 1, width, height }: Metadata, job: RenderJob): number {
  const angle = TURNS[orientation] ?? 0;
  const isUnturned = width === job.sourceWidth && height === job.sourceHeight && width !== height;
  // A wiki can be configured not to turn images. The database then has the size of the image as stored.
  return angle % 180 !== 0 && isUnturned ? 0 : angle;
}

const TURNS: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 };

async function write(image: Sharp, { format, quality, output }: RenderJob): Promise<void> {
  if (format === 'jpeg') await image.flatten({ background: '#fff' }).jpeg({ quality }).toFile(output);
  else if (format === 'gif') await image.gif({ effort: 4 }).toFile(output);
  else await image.png({ compressionLevel: 6 }).toFile(output);
}
