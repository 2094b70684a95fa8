import { isPhpArray, type PhpArray, type PhpValue, toText } from '@wikiquery/text-storage';
import { hasPixels } from './bitmap.ts';
import type { MediaFile, MediaHandler, Size, ThumbType } from './handler.ts';
import { fitInto, type Steps, stepWidth, withWidth } from './scale.ts';

interface DocumentOptions {
  readonly steps: Steps;
  readonly thumbType: ThumbType;
  readonly pages: NonNullable<MediaHandler['pages']>;
  readonly dimensionKeys: readonly string[];
}

/** Creates the handler of a document type. A thumbnail shows one page of the document. */
function document({ steps, thumbType, pages, dimensionKeys }: DocumentOptions): MediaHandler {
  const sizeOfPage = (file: MediaFile, page: number): Size => pages.size(file, page) ?? { width: 0, height: 0 };
  return {
    readParams(text) {
      const [, page, width] = /^page(\d+)-(\d+)px$/.exec(text) ?? [];
      return page === undefined || width === undefined ? undefined : { width, page };
    },
    scale(file, params) {
      const page = Math.max(1, Math.min(params.page ?? 1, pages.count(file) ?? 0));
      const source = sizeOfPage(file, page);
      const scaled = fitInto(source, params, page);
      return scaled && withWidth(source, scaled, stepWidth(steps, file, scaled.physicalWidth, source.width, { mustRender: true }));
    },
    thumbPrefix: ({ page, physicalWidth }) => `page${page}-${physicalWidth}px`,
    thumbType: () => thumbType,
    canRender: file => hasPixels(sizeOfPage(file, 1)),
    render: () => 'thumbnail',
    pages,
    dimensionKeys,
  };
}

/** Creates the DjVu handler, for wikis with a renderer (`$wgDjvuRenderer`, `$wgDjvuDump`). */
export const djvu = (steps: Steps): MediaHandler =>
  document({
    steps,
    thumbType: JPEG,
    dimensionKeys: ['data', 'error', '_error'],
    pages: {
      count: ({ metadata }) => djvuPages(metadata)?.size,
      size({ metadata }, page) {
        const found = djvuPages(metadata)?.get(page - 1);
        return isPhpArray(found) ? { width: toInteger(found.get('width')), height: toInteger(found.get('height')) } : undefined;
      },
    },
  });

function djvuPages(metadata: PhpArray): PhpArray | undefined {
  if (metadata.has('error') || metadata.has('_error')) return undefined;
  const data = metadata.get('data');
  const pages = isPhpArray(data) ? data.get('pages') : undefined;
  return isPhpArray(pages) ? pages : undefined;
}

export const pdf = (steps: Steps): MediaHandler =>
  document({
    steps,
    thumbType: JPEG,
    dimensionKeys: ['Pages', 'pages', 'Page size', 'Page rot'],
    pages: {
      count: ({ metadata }) => (metadata.has('Pages') ? toInteger(metadata.get('Pages')) : undefined),
      size: ({ metadata }, page) =>
        metadata.has('Pages') && page <= toInteger(metadata.get('Pages')) ? pdfPageSize(metadata, page) : undefined,
    },
  });

/** Returns the size of a page in pixels, from a size such as `595 x 842 pts` and the rotation in degrees. */
function pdfPageSize(metadata: PhpArray, page: number): Size | undefined {
  const pages = metadata.get('pages');
  const own = isPhpArray(pages) ? pages.get(page) : undefined;
  const fact = (name: string): PhpValue | undefined => (isPhpArray(own) ? own.get(name) : undefined) ?? metadata.get(name);
  const [wide, high] = toText(fact('Page size') ?? '').split('x');
  if (wide === undefined || high === undefined) return undefined;
  const [width, height] = [wide, high].map(points => Math.trunc((toInteger(points) / POINTS_PER_INCH) * DOTS_PER_INCH)) as [number, number];
  const isTurned = (Math.trunc(toInteger(fact('Page rot')) / 90) & 1) === 1;
  return isTurned ? { width: height, height: width } : { width, height };
}

const POINTS_PER_INCH = 72;
/** Resolution of thumbnails: the default of `$wgPdfHandlerDpi`. */
const DOTS_PER_INCH = 150;
const JPEG: ThumbType = { extension: 'jpg', mime: 'image/jpeg' };

/** Parses the leading integer of a string, as PHP does. */
const toInteger = (value: PhpValue | undefined): number => Math.trunc(Number.parseFloat(toText(value ?? '')) || 0);
