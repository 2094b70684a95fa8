import type { Site } from '@wikiquery/core';
import { isPhpArray, type PhpArray, type PhpValue, toText } from '@wikiquery/text-storage';
import { type BitmapOptions, bitmap, hasPixels } from './bitmap.ts';
import { djvu, pdf } from './document.ts';
import { drawing } from './drawing.ts';
import type { MediaFile, MediaHandler, ThumbType } from './handler.ts';

/** Returns MediaWiki's media handlers by MIME type. Wikis with PdfHandler also have a PDF handler. */
export function standardHandlers({ configuration, info }: Site): ReadonlyMap<string, MediaHandler> {
  const { thumbnailSteps, thumbnailStepsRatio, maxImageArea, useImageMagick, tiffThumbnailType } = configuration;
  const steps = { widths: thumbnailSteps, ratio: thumbnailStepsRatio };
  const maxArea = maxImageArea === 0 ? undefined : maxImageArea;
  const pixels = (thumbType: ThumbType, options: Partial<BitmapOptions> = {}) => bitmap({ thumbType, steps, maxArea, ...options });
  const exif = { mustRender: isTurned, commonMetadata: without('MEDIAWIKI_EXIF_VERSION'), isExif: true };
  const [tiffExtension, tiffMime] = tiffThumbnailType;

  const png = pixels(PNG, { alsoNamed: ['apng'], duration: durationOf, commonMetadata: nested('_MW_PNG_VERSION') });
  const gif = pixels({ extension: 'gif', mime: 'image/gif' }, { duration: durationOf, commonMetadata: nested('_MW_GIF_VERSION') });
  // Only ImageMagick scales large JPEG files without loading them completely.
  const jpeg = pixels(
    { extension: 'jpeg', mime: 'image/jpeg' },
    { ...exif, alsoNamed: ['jpg', 'jpe', 'jps'], hasQuality: true, ...(useImageMagick && { maxArea: undefined }) },
  );
  const tiff = pixels(
    { extension: tiffExtension ?? 'png', mime: tiffMime ?? 'image/png' },
    { ...exif, mustRender: () => true, canRender: file => tiffExtension !== undefined && tiffExtension !== '' && hasPixels(file) },
  );
  const webp = pixels(PNG, {
    mustRender: () => true,
    canRender: ({ metadata }) => metadata.get('animated') !== true,
    commonMetadata: metadata => arrayOrNone(metadata.get('media-metadata')),
  });
  /** Handler of BMP and JPEG 2000. */
  const converted = pixels(PNG, { mustRender: () => true });
  const xcf = pixels(PNG, {
    mustRender: () => true,
    clientScales: !useImageMagick,
    canRender: file => hasPixels(file) && file.metadata.get('colorType') !== 'index-coloured',
  });
  const svg = drawing({
    steps,
    maxSize: configuration.svgMaxSize,
    native: configuration.svgNativeRendering,
    nativeLimit: configuration.svgNativeRenderingSizeLimit,
  });
  const handlers = new Map<string, MediaHandler>([
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/gif', gif],
    ['image/tiff', tiff],
    ['image/webp', webp],
    ['image/x-ms-bmp', converted],
    ['image/x-bmp', converted],
    ['image/x-xcf', xcf],
    ['image/svg+xml', svg],
    ['image/svg', svg],
    ['image/jp2', converted],
    ['image/jpx', converted],
  ]);
  if (configuration.djvuThumbnails) for (const type of ['vnd.djvu', 'x.djvu', 'x-djvu']) handlers.set(`image/${type}`, djvu(steps));
  const extensions = (info.extensions ?? []) as readonly { readonly name: string }[];
  if (extensions.some(({ name }) => name === 'PDF Handler' || name === 'PdfHandler')) handlers.set('application/pdf', pdf(steps));
  return handlers;
}

const PNG: ThumbType = { extension: 'png', mime: 'image/png' };

const durationOf = ({ metadata }: MediaFile): number => Number(toText(metadata.get('duration') ?? 0)) || 0;

/** Whether the orientation tag rotates the file, so that browsers display it rotated. */
const isTurned = ({ metadata }: MediaFile): boolean => ['3', '6', '8'].includes(toText(metadata.get('Orientation') ?? ''));

const without =
  (name: string) =>
  (metadata: PhpArray): PhpArray =>
    new Map([...metadata].filter(([key]) => key !== name));

/** Returns the value of the key `metadata` without the extractor's version. */
const nested = (version: string) => (metadata: PhpArray) => without(version)(arrayOrNone(metadata.get('metadata')));

const arrayOrNone = (value: PhpValue | undefined): PhpArray => (isPhpArray(value) ? value : new Map());
