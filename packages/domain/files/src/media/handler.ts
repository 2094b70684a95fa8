import type { PhpArray } from '@wikiquery/text-storage';

/** A version of a file, as far as its type matters. */
export interface MediaFile {
  /** Name of the file in database form; of an old version, too. */
  readonly name: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels; 0 where there are none. */
  readonly width: number;
  readonly height: number;
  /** What was found in the file when it was uploaded. */
  readonly metadata: PhpArray;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What is asked of a thumbnail. `height` -1 is none. */
export interface ThumbParams {
  readonly width?: number;
  readonly height?: number;
  readonly page?: number;
  /** Language of a drawing that holds several. */
  readonly lang?: string;
  /** The same, taken only if the drawing has it. */
  readonly targetLang?: string;
  readonly quality?: string;
}

/** A thumbnail that can be made: the box in which it is shown, and the image that is sent. */
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

/** How files of a type are shown. All functions are pure; what MediaWiki calls a media handler. */
export interface MediaHandler {
  /** Reads `urlparam` (`page3-120px`); undefined when it is not in the form that this type knows. */
  readParams(text: string): Readonly<Record<string, string>> | undefined;
  /** Undefined when there can be no such thumbnail. */
  scale(file: MediaFile, params: ThumbParams): Scaled | undefined;
  /** What the name of a thumbnail begins with: `120px`. */
  thumbPrefix(scaled: Scaled): string;
  thumbType(file: MediaFile): ThumbType;
  /** False: an icon stands for the file. */
  canRender(file: MediaFile): boolean;
  /** Whether a thumbnail is sent or the file itself, or that it is too big to be made smaller. */
  render(file: MediaFile, scaled: Scaled): 'thumbnail' | 'original' | 'too big';
  /** For documents. */
  readonly pages?: {
    count(file: MediaFile): number | undefined;
    /** The first page is 1. */
    size(file: MediaFile, page: number): Size | undefined;
  };
  /** Seconds. */
  duration?(file: MediaFile): number;
  /** What of the metadata goes by common names. */
  commonMetadata?(metadata: PhpArray): PhpArray;
  /** The metadata are Exif's, which the API shows flat as it did before 2012. */
  readonly isExif?: boolean;
  /** Metadata from which the functions above read, where big ones are stored apart. */
  readonly measures?: readonly string[];
}

/** Pixels of the whole file: of a document, of its first page. */
export const sizeOf = (file: MediaFile, handler: MediaHandler | undefined, page = 1): Size =>
  handler?.pages ? (handler.pages.size(file, page) ?? NO_SIZE) : file;

const NO_SIZE: Size = { width: 0, height: 0 };
