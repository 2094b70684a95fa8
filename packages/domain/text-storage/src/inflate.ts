import { promisify } from 'node:util';
import { inflateRaw, inflateRawSync } from 'node:zlib';

/** Maximum bytes of a text after decompression. MediaWiki writes at most 2 MB (`$wgMaxArticleSize`), and adds no text to a row of 10 MB. */
export const MAX_STORED = 16 * 1024 * 1024;

/** Sizes in bytes up to which the calling thread is faster than the thread pool. */
const QUICK = { stored: 16 * 1024, decompressed: 256 * 1024 };

const inflateOnThreadPool = promisify(inflateRaw);

/** Decompresses the output of PHP's `gzdeflate`. Rejects if it is damaged or exceeds `most` bytes. */
export async function inflate(bytes: Uint8Array, most = MAX_STORED): Promise<Buffer> {
  if (bytes.length <= QUICK.stored) {
    try {
      return inflateRawSync(bytes, { maxOutputLength: Math.min(QUICK.decompressed, most) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    }
  }
  return inflateOnThreadPool(bytes, { maxOutputLength: most });
}
