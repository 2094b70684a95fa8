import { promisify } from 'node:util';
import { inflateRaw, inflateRawSync } from 'node:zlib';

/**
 * Bytes that what is stored in a row may have, compressed or put together of differences. MediaWiki writes texts of at most 2 MB
 * (`$wgMaxArticleSize`) and puts no more into a row that has 10 MB already.
 */
export const MAX_STORED = 16 * 1024 * 1024;

/** So much is decompressed faster than another thread is asked. */
const QUICK = { stored: 16 * 1024, decompressed: 256 * 1024 };

const inflateElsewhere = promisify(inflateRaw);

/** What PHP's `gzdeflate` compressed. Rejects when it is damaged or becomes larger than `most` bytes. */
export async function inflate(bytes: Uint8Array, most = MAX_STORED): Promise<Buffer> {
  if (bytes.length <= QUICK.stored) {
    try {
      return inflateRawSync(bytes, { maxOutputLength: Math.min(QUICK.decompressed, most) });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    }
  }
  return inflateElsewhere(bytes, { maxOutputLength: most });
}
