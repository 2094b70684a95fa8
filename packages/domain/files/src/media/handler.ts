import type { PhpArray } from '@wikiquery/text-storage';

/** A file version, as media handlers need it. */
export interface MediaFile {
  /** File name in database form. Old versions also have the file's name here, not their archive name. */
  readonly name: string;
  readonly mime: string;
  /** Size in bytes. */
  readonly size: number;
  /** Width in pixels. Width and height are 0 for files without dimensions. */
  readonly width: number;
  readonly height: number;
  readonly metadata: PhpArray;
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Requested parameters of a thumbnail, with width and height in pixels. */
export interface ThumbParams {
  readonly width?: number;
  readonly height?: number;
  readonly page?: number;
  /** Language of a multilingual drawing. `targetLang` is the language of the page, which applies only if the drawing has it. */
  readonly lang?: string;
  readonly targetLang?: string;
  readonly quality?: string;
}

/** Sizes of a thumbnail in pixels: as displayed (`width`, `height`), and of its image file (`physicalWidth`, `physicalHeight`). */
export interface Scaled extends ThumbParams {
  readonly width: number;
  readonly height: number;
  readonly page: number;
  readonly physicalWidth: number;
  readonly physicalHeight: number;
}

/** Extension and MIME type of a thumbnail's file. */
export interface ThumbType {
  readonly extension: string;
  readonly mime: string;
}

/** Defines how files of a media type are displayed, like MediaWiki's `MediaHandler`. All functions are pure. */
export interface MediaHandler {
  /** Parses `urlparam` (`page3-120px`). Returns undefined if the format is invalid for the type. */
  readParams(text: string): Readonly<Record<string, string>> | undefined;
  /** Computes the sizes of a thumbnail. Returns undefined if the parameters are invalid for the file. */
  scale(file: MediaFile, params: ThumbParams): Scaled | undefined;
  /** Returns the prefix of the thumbnail's file name, such as `120px`. */
  thumbPrefix(scaled: Scaled): string;
  thumbType(file: MediaFile): ThumbType;
  /** Whether the file can have thumbnails. Files without thumbnails are displayed as an icon. */
  canRender(file: MediaFile): boolean;
  /** Chooses the image to display. `too big`: the area of the file exceeds `$wgMaxImageArea`. */
  render(file: MediaFile, scaled: Scaled): 'thumbnail' | 'original' | 'too big';
  readonly pages?: {
    count(file: MediaFile): number | undefined;
    size(file: MediaFile, page: number): Size | undefined;
  };
  /** Returns the duration in seconds. */
  duration?(file: MediaFile): number;
  commonMetadata?(metadata: PhpArray): PhpArray;
  /** Whether the metadata is Exif, which the API can also return in its form from before 2012. */
  readonly isExif?: boolean;
  /** Keys of the metadata values that these functions read. Large values are in text storage, so only these keys are loaded. */
  readonly dimensionKeys?: readonly string[];
}

/** Returns the size of a file, or of one page of a document. */
export const sizeOf = (file: MediaFile, handler: MediaHandler | undefined, page = 1): Size =>
  handler?.pages ? (handler.pages.size(file, page) ?? NO_SIZE) : file;

const NO_SIZE: Size = { width: 0, height: 0 };
