import type { PhpArray } from '@wikiquery/text-storage';
import { extensionOf } from './extension.ts';
import type { MediaFile, MediaHandler, Size, ThumbType } from './handler.ts';
import { fitInto, type Steps, stepWidth, withWidth } from './scale.ts';

export interface BitmapOptions {
  readonly thumbType: ThumbType;
  /** Further extensions that thumbnails keep from the name of their file. */
  readonly alsoNamed?: readonly string[];
  readonly steps: Steps;
  /** Maximum area of a file with thumbnails in pixels. Undefined: no limit. */
  readonly maxArea: number | undefined;
  readonly mustRender?: (file: MediaFile) => boolean;
  readonly canRender?: (file: MediaFile) => boolean;
  /** Whether browsers scale the file itself, so that MediaWiki creates no thumbnails. */
  readonly clientScales?: boolean;
  readonly hasQuality?: boolean;
  readonly duration?: (file: MediaFile) => number;
  readonly commonMetadata?: (metadata: PhpArray) => PhpArray;
  readonly isExif?: boolean;
}

/** Creates the handler of a raster image type. Thumbnails are never larger than the file. */
export function bitmap(options: BitmapOptions): MediaHandler {
  const { steps, maxArea, mustRender = () => false, duration, commonMetadata, isExif } = options;
  return {
    readParams: text => readWidth(text, options.hasQuality ?? false),

    scale(file, params) {
      const scaled = fitInto(file, params, 1);
      if (!scaled) return undefined;
      const width = stepWidth(steps, file, scaled.physicalWidth, file.width, { mustRender: mustRender(file) });
      const stepped = withWidth(file, scaled, width);
      return stepped.physicalWidth >= file.width ? { ...stepped, physicalWidth: file.width, physicalHeight: file.height } : stepped;
    },

    thumbPrefix: ({ physicalWidth, quality }) => `${quality === undefined ? '' : `q${quality}-`}${physicalWidth}px`,
    thumbType({ name }) {
      const extension = extensionOf(name);
      return options.alsoNamed?.includes(extension) ? { ...options.thumbType, extension } : options.thumbType;
    },
    canRender: options.canRender ?? hasPixels,

    render(file, scaled) {
      const isWhole = scaled.physicalWidth === file.width && scaled.physicalHeight === file.height && scaled.quality === undefined;
      if ((isWhole && !mustRender(file)) || options.clientScales) return 'original';
      return maxArea !== undefined && file.width * file.height > maxArea ? 'too big' : 'thumbnail';
    },

    ...(duration && { duration }),
    ...(commonMetadata && { commonMetadata }),
    ...(isExif && { isExif }),
  };
}

export const hasPixels = ({ width, height }: Size): boolean => width > 0 && height > 0;

/** Maximum length of a `urlparam` with a quality, in characters. */
const MAX_LENGTH = 100;

function readWidth(text: string, hasQuality: boolean): Readonly<Record<string, string>> | undefined {
  const [, quality, rest] = (hasQuality && text.length <= MAX_LENGTH && /q([^-]+)-(.*)$/.exec(text)) || [undefined, undefined, text];
  if (quality !== undefined && quality !== 'low') return undefined;
  const width = /^(?:interlaced-)?(\d+)px$/.exec(rest ?? '')?.[1];
  return width === undefined ? undefined : { width, ...(quality !== undefined && { quality }) };
}
