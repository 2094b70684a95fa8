import { createHash } from 'node:crypto';
import type { MediaFile, Scaled, Size, ThumbParams } from './handler.ts';

/** Widths in which thumbnails are made, ascending (`$wgThumbnailSteps`), and the share of files that keep to them. */
export interface Steps {
  readonly widths: readonly number[];
  readonly ratio: number;
}

/** The height that keeps the shape of a file. */
export const scaleHeight = (source: Size, width: number): number =>
  source.width === 0 ? 0 : Math.round((source.height * width) / source.width);

/**
 * Fits a thumbnail into the box that is asked for. The height follows from the width, because thumbnails are named by their width. Undefined
 * without a width, or without pixels.
 */
export function fitInto(source: Size, params: ThumbParams, page: number): Scaled | undefined {
  const { width: asked, height: limit } = params;
  if (asked === undefined) return undefined;
  const isTooHigh = limit !== undefined && limit !== -1 && asked * source.height > limit * source.width;
  const width = isTooHigh ? fitWidth(source, limit) || 1 : asked;
  if (width <= 0 || source.width <= 0) return undefined;
  const height = scaleHeight(source, width);
  return { ...params, page, width, height: isTooHigh ? limit : height, physicalWidth: width, physicalHeight: height || 1 };
}

/** The greatest width with which the height is not above a limit. */
export function fitWidth({ width, height }: Size, limit: number): number {
  const ideal = (width * limit) / height;
  const up = Math.ceil(ideal);
  return Math.round((up * height) / width) > limit ? Math.floor(ideal) : up;
}

/** The same thumbnail as an image of another width. */
export const withWidth = (source: Size, scaled: Scaled, physicalWidth: number): Scaled =>
  physicalWidth === scaled.physicalWidth ? scaled : { ...scaled, physicalWidth, physicalHeight: scaleHeight(source, physicalWidth) };

/** The width in which an image is made for the width that is asked for. `grows`: drawings may become bigger than they are. */
export function stepWidth(
  { widths, ratio }: Steps,
  file: MediaFile,
  asked: number,
  sourceWidth: number,
  { grows = false, mustRender = false }: { readonly grows?: boolean; readonly mustRender?: boolean },
): number {
  let [previous] = widths;
  if (previous === undefined || !ratio || !takesPart(file.name, ratio)) return asked;
  for (const width of widths) {
    if (width > sourceWidth && !grows) return mustRender ? previous : sourceWidth;
    if (width >= asked) return width;
    previous = width;
  }
  return previous;
}

/** Whether a file belongs to the share; always the same files, and more of them with a greater share. */
function takesPart(name: string, ratio: number): boolean {
  if (ratio >= 1) return true;
  const hash = createHash('md5').update(name).digest().readUInt32BE() & 0x7fffffff;
  return hash % 1000 <= ratio * 1000;
}
