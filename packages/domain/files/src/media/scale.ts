import { createHash } from 'node:crypto';
import type { MediaFile, Scaled, Size, ThumbParams } from './handler.ts';

/** Thumbnail widths in pixels, ascending (`$wgThumbnailSteps`), and the proportion of files that use them (`$wgThumbnailStepsRatio`). */
export interface Steps {
  readonly widths: readonly number[];
  readonly ratio: number;
}

export const scaleHeight = (source: Size, width: number): number =>
  source.width === 0 ? 0 : Math.round((source.height * width) / source.width);

/** Fits a thumbnail into the requested box. The physical height follows from the width, because thumbnails are named by their width. */
export function fitInto(source: Size, params: ThumbParams, page: number): Scaled | undefined {
  const { width: requested, height: limit } = params;
  if (requested === undefined) return undefined;
  const isTooHigh = limit !== undefined && limit !== -1 && requested * source.height > limit * source.width;
  const width = isTooHigh ? fitWidth(source, limit) || 1 : requested;
  if (width <= 0 || source.width <= 0) return undefined;
  const height = scaleHeight(source, width);
  return { ...params, page, width, height: isTooHigh ? limit : height, physicalWidth: width, physicalHeight: height || 1 };
}

/** Returns the greatest width at which the height stays within `limit`, as MediaWiki's `MediaHandler::fitBoxWidth` does. */
export function fitWidth({ width, height }: Size, limit: number): number {
  const ideal = (width * limit) / height;
  const up = Math.ceil(ideal);
  return Math.round((up * height) / width) > limit ? Math.floor(ideal) : up;
}

export const withWidth = (source: Size, scaled: Scaled, physicalWidth: number): Scaled =>
  physicalWidth === scaled.physicalWidth ? scaled : { ...scaled, physicalWidth, physicalHeight: scaleHeight(source, physicalWidth) };

/** Returns the width of the thumbnail for a requested width. `grows`: thumbnails may be wider than the original, as for SVG. */
export function stepWidth(
  { widths, ratio }: Steps,
  file: MediaFile,
  requested: number,
  sourceWidth: number,
  { grows = false, mustRender = false }: { readonly grows?: boolean; readonly mustRender?: boolean },
): number {
  let [previous] = widths;
  if (previous === undefined || !ratio || !usesSteps(file.name, ratio)) return requested;
  for (const width of widths) {
    if (width > sourceWidth && !grows) return mustRender ? previous : sourceWidth;
    if (width >= requested) return width;
    previous = width;
  }
  return previous;
}

/** Whether the steps apply to a file, by a hash of its name. A higher ratio includes all files of a lower ratio. */
function usesSteps(name: string, ratio: number): boolean {
  if (ratio >= 1) return true;
  const hash = createHash('md5').update(name).digest().readUInt32BE() & 0x7fffffff;
  return hash % 1000 <= ratio * 1000;
}
