import { isPhpArray, type PhpArray, type PhpValue, toText } from '@wikiquery/text-storage';
import { hasPixels } from './bitmap.ts';
import type { MediaFile, MediaHandler } from './handler.ts';
import { fitInto, type Steps, scaleHeight, stepWidth, withWidth } from './scale.ts';

export interface DrawingOptions {
  readonly steps: Steps;
  /** Maximum length of a thumbnail's shorter side in pixels (`$wgSVGMaxSize`). */
  readonly maxSize: number;
  /** `yes`: browsers display the SVG file itself. `partial`: only if it has at most one language and at most `nativeLimit` bytes. */
  readonly native: string;
  readonly nativeLimit: number;
}

/** Creates the SVG handler. Thumbnails are PNG images of any size, in one of the drawing's languages. */
export function drawing({ steps, maxSize, native, nativeLimit }: DrawingOptions): MediaHandler {
  return {
    readParams(text) {
      const [, lang, width] = /^(?:lang([a-z]+(?:-[a-z]+)*)-)?(\d+)px$/.exec(text) ?? [];
      return width === undefined ? undefined : { width, lang: lang !== undefined && LANGUAGE_TAG.test(lang) ? lang : DEFAULT_LANGUAGE };
    },

    scale(file, params) {
      const fitted = fitInto(file, params, 1);
      if (!fitted) return undefined;
      const stepped = withWidth(file, fitted, stepWidth(steps, file, fitted.physicalWidth, file.width, { grows: true }));
      const { physicalWidth, physicalHeight } = stepped;
      const { targetLang, ...scaled } =
        Math.min(physicalWidth, physicalHeight) <= maxSize
          ? stepped
          : physicalWidth <= physicalHeight
            ? withWidth(file, stepped, maxSize)
            : {
                ...stepped,
                physicalWidth: scaleHeight({ width: file.height, height: file.width }, maxSize),
                physicalHeight: maxSize,
              };
      return targetLang !== undefined && hasLanguage(file, targetLang) ? { ...scaled, targetLang } : scaled;
    },

    thumbPrefix({ physicalWidth, lang, targetLang }) {
      const language = (lang ?? targetLang ?? DEFAULT_LANGUAGE).toLowerCase();
      return `${language === DEFAULT_LANGUAGE ? '' : `lang${language}-`}${physicalWidth}px`;
    },

    thumbType: () => ({ extension: 'png', mime: 'image/png' }),
    canRender: hasPixels,
    render: file => (isNative(file) ? 'original' : 'thumbnail'),

    commonMetadata(metadata) {
      const readable = readMetadata(metadata);
      return new Map(
        [...readable].flatMap(([name, value]) => {
          const common = COMMON_NAMES.get(String(name).toLowerCase());
          return common && !readable.has('error') ? [[common, value] as const] : [];
        }),
      );
    },
  };

  function isNative(file: MediaFile): boolean {
    return native === 'yes' || (native === 'partial' && languagesOf(file).length <= 1 && file.size <= nativeLimit);
  }
}

const DEFAULT_LANGUAGE = 'en';
/** Matches a well-formed language tag without digits, or a grandfathered tag. */
const LANGUAGE_TAG = new RegExp(
  `^(?:${[
    '(?:[a-z]{2,8}|[a-z]{2,3}-[a-z]{3})(?:-[a-z]{4})?(?:-[a-z]{2})?(?:-[a-z]{5,8})*(?:-[a-wyz](?:-[a-z]{2,8})+)*(?:-x(?:-[a-z]{1,8})+)?',
    'x(?:-[a-z]{1,8})+',
    'en-gb-oed|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-(?:be-(?:fr|nl)|ch-de)|zh-min-nan',
  ].join('|')})$`,
);
const COMMON_NAMES: ReadonlyMap<string, string> = new Map([
  ['description', 'ImageDescription'],
  ['title', 'ObjectName'],
]);
const FULL_MATCH = 2;
const VERSION = 2;

const readMetadata = (metadata: PhpArray): PhpArray => (metadata.get('version') === VERSION ? metadata : new Map());

function languagesOf({ metadata }: MediaFile): string[] {
  const translations: PhpValue | undefined = readMetadata(metadata).get('translations');
  if (!isPhpArray(translations)) return [];
  return [...new Set([...translations].filter(([, match]) => match === FULL_MATCH).map(([language]) => toText(language).toLowerCase()))];
}

function hasLanguage(file: MediaFile, requested: string): boolean {
  const code = requested.toLowerCase();
  return code === 'und' || languagesOf(file).some(language => language === code || language.startsWith(`${code}-`));
}
