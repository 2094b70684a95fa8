import { isPhpArray, type PhpArray, type PhpValue, toText } from '@wikiquery/text-storage';
import type { MediaFile, MediaHandler, Size, ThumbType } from './handler.ts';
import { fitInto, type Steps, stepWidth, withWidth } from './scale.ts';

interface DocumentOptions {
  readonly steps: Steps;
  readonly thumbType: ThumbType;
  readonly pages: NonNullable<MediaHandler['pages']>;
  readonly measures: readonly string[];
}

/** Types that have pages. A thumbnail shows one of them. */
function document({ steps, thumbType, pages, measures }: DocumentOptions): MediaHandler {
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
    canRender(file) {
      const { width, height } = sizeOfPage(file, 1);
      return width > 0 && height > 0;
    },
    render: () => 'thumbnail',
    pages,
    measures,
  };
}

/** DjVu, where the wiki has programs that draw it (`$wgDjvuRenderer`, `$wgDjvuDump`). */
export const djvu = (steps: Steps): MediaHandler =>
  document({
    steps,
    thumbType: JPEG,
    measures: ['data', 'error', '_error'],
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

/** PDF, as the extension PdfHandler draws it. */
export const pdf = (steps: Steps): MediaHandler =>
  document({
    steps,
    thumbType: JPEG,
    measures: ['Pages', 'pages', 'Page size', 'Page rot'],
    pages: {
      count: ({ metadata }) => (metadata.has('Pages') ? toInteger(metadata.get('Pages')) : undefined),
      size: ({ metadata }, page) =>
        metadata.has('Pages') && page <= toInteger(metadata.get('Pages')) ? pdfPageSize(metadata, page) : undefined,
    },
  });

/** Its metadata have `595 x 842 pts` for each page, and by how many degrees it is turned. */
function pdfPageSize(metadata: PhpArray, page: number): Size | undefined {
  const pages = metadata.get('pages');
  const own = isPhpArray(pages) ? pages.get(page) : undefined;
  const fact = (name: string): PhpValue | undefined => (isPhpArray(own) ? own.get(name) : undefined) ?? metadata.get(name);
  const [wide, high] = toText(fact('Page size') ?? '').split('x');
  if (wide === undefined || high === undefined) return undefined;
  const [width, height] = [wide, high].map(points => Math.trunc((toInteger(points) / POINTS_AN_INCH) * DOTS_AN_INCH)) as [number, number];
  const isTurned = (Math.trunc(toInteger(fact('Page rot')) / 90) & 1) === 1;
  return isTurned ? { width: height, height: width } : { width, height };
}

const POINTS_AN_INCH = 72;
/** `$wgPdfHandlerDpi` */
const DOTS_AN_INCH = 150;
const JPEG: ThumbType = { extension: 'jpg', mime: 'image/jpeg' };

/** A number as PHP reads it from the beginning of a text. */
const toInteger = (value: PhpValue | undefined): number => Math.trunc(Number.parseFloat(toText(value ?? '')) || 0);
