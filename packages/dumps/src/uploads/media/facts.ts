import { imageSize } from 'image-size';
import { exifOf } from './exif.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import type { MediaFacts } from './media-facts.ts';
import { type MediaType, typeOf } from './media-type.ts';
import { readPng } from './png.ts';
import { readSvg } from './svg.ts';
import { readWebp } from './webp.ts';

export interface UploadFacts extends MediaType {
  /** Width in pixels, or 0. */
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly metadata: string;
}

const MAX_METADATA = 1 << 20;

/** Reads the properties of a file from its first bytes. Unreadable files have no dimensions and no metadata. */
export function factsOf(name: string, bytes: Buffer): UploadFacts {
  const type = typeOf(name, bytes);
  const size = type.mime.startsWith('image/') && type.mime !== 'image/vnd.djvu' ? pixelsOf(bytes) : NO_SIZE;
  let facts: MediaFacts | undefined;
  try {
    facts = READERS[type.mime]?.(bytes, size);
  } catch {
    facts = undefined;
  }
  const metadata = facts ? JSON.stringify({ data: facts.data }) : '';
  const { width, height } = { ...size, ...facts };
  return {
    ...type,
    width: width ?? 0,
    height: height ?? 0,
    bits: facts?.bits ?? 0,
    metadata: metadata.length > MAX_METADATA ? '' : metadata,
  };
}

type Size = { readonly width: number; readonly height: number };

const READERS: Readonly<Record<string, (bytes: Buffer, size: Size) => MediaFacts | undefined>> = {
  'image/gif': readGif,
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/svg+xml': readSvg,
  'image/tiff': bytes => ({ bits: 0, data: { ...exifOf(bytes), MEDIAWIKI_EXIF_VERSION: 2 } }),
  'image/webp': readWebp,
};

const NO_SIZE: Size = { width: 0, height: 0 };

function pixelsOf(bytes: Buffer): Size {
  try {
    const { width, height } = imageSize(bytes);
    return Number.isSafeInteger(width) && Number.isSafeInteger(height) ? { width, height } : NO_SIZE;
  } catch {
    return NO_SIZE;
  }
}
