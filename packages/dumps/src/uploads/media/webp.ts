import type { MediaFacts } from './media-facts.ts';

/** Reads a WebP file: https://developers.google.com/speed/webp/docs/riff_container */
export function readWebp(bytes: Buffer, size: { readonly width: number; readonly height: number }): MediaFacts | undefined {
  const metadata = { _MW_WEBP_VERSION: 2 };
  const { width, height } = size;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { bits: 0, data: { compression: 'lossy', width, height, metadata } };
    case 'VP8L':
      return { bits: 0, data: { compression: 'lossless', width, height, metadata } };
    case 'VP8X': {
      const flags = bytes[20] ?? 0;
      return {
        bits: 0,
        data: { compression: 'unknown', animated: (flags & 2) !== 0, transparency: (flags & 16) !== 0, width, height, metadata },
      };
    }
    default:
      return undefined;
  }
}
