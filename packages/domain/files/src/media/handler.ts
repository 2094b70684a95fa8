import type { PhpArray } from '@wikiquery/text-storage';

export interface MediaFile {
  /** In database form. Old versions have the name of the file. */
  readonly name: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels; 0 for files without dimensions. */
  readonly width: number;
  readonly height: number;
  readonly metadata: PhpArray;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface ThumbParams {
  readonly width?: number;
  readonly height?: number;
  readonly page?: number;
  /** Language of a multilingual drawing. `targetLang` applies only if the drawing has it. */
  readonly lang?: string;
  readonly targetLang?: string;
  readonly quality?: string;
}

/** A possible thumbnail: the display size and the physical size of the image. */
export interface Scaled extends ThumbParams {
  readonly width: number;
  readonly height: number;
  readonly page: number;
  readonly physicalWidth: number;
  readonly physicalHeight: number;
}

export interface ThumbType {
  readonly extension: string;
  readonly mime: string;
}

/** Handles a media type, like MediaWiki's media handlers. All functions are pure. */
export interface MediaHandler {
  /** Parses `urlparam` (`page3-120px`). Returns undefined if the format is invalid for the type. */
  readParams(text: string): Readonly<Record<string, string>> | undefined;
  scale(file: MediaFile, params: ThumbParams): Scaled | undefined;
  /** Returns the beginning of the thumbnail's name, such as `120px`. */
  thumbPrefix(scaled: Scaled): string;
  thumbType(file: MediaFile): ThumbType;
  /** Whether the file has thumbnails. Other files have an icon. */
  canRender(file: MediaFile): boolean;
  /** Chooses the image to display. `too big`: the file exceeds the maximum area. */
  render(file: MediaFile, scaled: Scaled): 'thumbnail' | 'original' | 'too big';
  readonly pages?: {
    count(file: MediaFile): number | undefined;
    size(file: MediaFile, page: number): Size | undefined;
  };
  /** Seconds. */
  duration?(file: MediaFile): number;
  commonMetadata?(metadata: PhpArray): PhpArray;
  /** The metadata is Exif, which the API can show in its form before 2012. */
  readonly isExif?: boolean;
  /** Metadata keys that the functions above read. Large values are stored apart. */
  readonly dimensionKeys?: readonly string[];
}

/** Returns the pixels of the file or of a document's page. */
export const sizeOf = (file: MediaFile, handler: MediaHandler | undefined, page = 1): Size =>
  handler?.pages ? (handler.pages.size(file, page) ?? NO_SIZE) : file;

const NO_SIZE: Size = { width: 0, height: 0 };
