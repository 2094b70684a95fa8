import { exifOf } from './exif.ts';
import type { MediaFacts } from './media-facts.ts';

/** Reads a JPEG file: https://www.w3.org/Graphics/JPEG/itu-t81.pdf, table B.1 */
export function readJpeg(bytes: Buffer): MediaFacts {
  const { bits, comments } = segmentsOf(bytes);
  return {
    bits,
    data: { ...exifOf(bytes), ...(comments.length > 0 && { JPEGFileComment: comments }), MEDIAWIKI_EXIF_VERSION: 2 },
  };
}

function segmentsOf(bytes: Buffer): { readonly bits: number; readonly comments: string[] } {
  const comments: string[] = [];
  let bits = 0;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    // Entropy-coded data follows.
    if (marker === 0xda || marker === 0xd9) break;
    const length = bytes.readUInt16BE(at + 2);
    if (marker === 0xfe) comments.push(cleaned(bytes.subarray(at + 4, at + 2 + length)));
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) bits = bytes[at + 4] ?? 0;
    at += 2 + length;
  }
  return { bits, comments: comments.filter(comment => comment !== '') };
}

const cleaned = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\ufffd', '').replaceAll('\0', '').trim();
