import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { type Unpacking, unpack } from './archive.ts';
import { openMember } from './members.ts';
import type { Place } from './place.ts';
import { type Compression, compressionOf, firstBytes, isArchive } from './signatures.ts';

/** A file that is read once, from the beginning to the end. */
export interface OpenFile extends Unpacking {
  /** As it lies on the disk. */
  readonly size: number;
}

/**
 * Opens a file, or one of an archive, that may be compressed with gzip, bzip2, Zstandard, xz or 7-Zip; its first bytes tell. An archive without a
 * member gives the archive itself where it is tar, and otherwise what is in it.
 */
export async function openFile({ path, member }: Place): Promise<OpenFile> {
  const { size } = await stat(path);
  if (member !== undefined) {
    const { position, chunks } = await openMember(path, member, () => openFile({ path }));
    return { size, position, chunks: decoded(chunks) };
  }
  const beginning = await firstBytes(path);
  const format = compressionOf(beginning);
  if (format === 'seven-zip') return { size, ...unpack(path) };
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const position = (): number => file.bytesRead;
  const decoder = decoderOf(format, beginning);
  if (!decoder) return { size, position, chunks: file };
  file.on('error', error => decoder.destroy(error));
  return { size, position, chunks: file.pipe(decoder) };
}

const CHUNK = 256 << 10;

/** What a member of an archive holds, which may be compressed once more. */
async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = chunks[Symbol.asyncIterator]();
  try {
    const first = await pieces.next();
    if (first.done) return;
    const rest = async function* () {
      yield first.value;
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    };
    const format = compressionOf(first.value);
    if (format === 'seven-zip' && !isArchive(first.value)) {
      throw new Error('It is compressed with bzip2 or xz within an archive: unpack the archive, and import what was in it.');
    }
    const decoder = decoderOf(format, first.value);
    yield* decoder
      ? Readable.from(rest())
          .on('error', error => decoder.destroy(error))
          .pipe(decoder)
      : rest();
  } finally {
    await pieces.return?.();
  }
}

function decoderOf(format: Compression, beginning: Uint8Array) {
  if (format === 'gzip') return createGunzip({ chunkSize: CHUNK });
  if (format !== 'zstd') return undefined;
  return createZstdDecompress({ chunkSize: CHUNK, params: { [constants.ZSTD_d_windowLogMax]: windowOf(beginning) } });
}

/** Logarithms of the bytes of the window up to which Zstandard unpacks anything, and for whoever compressed with `--long=31`. */
const USUAL_WINDOW = 27;
const LONGEST_WINDOW = 31;

/**
 * How large a window may be. Archives of whole wikis have some of 2 GB, which unpacking takes: they get it where the machine has as much again.
 * https://github.com/facebook/zstd/blob/dev/doc/zstd_compression_format.md#window_descriptor
 */
function windowOf(beginning: Uint8Array): number {
  const [descriptor = 0, window = 0] = beginning.subarray(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const needed = isSingle ? LONGEST_WINDOW : 10 + (window >> 3) + ((window & 7) > 0 ? 1 : 0);
  if (needed <= USUAL_WINDOW) return USUAL_WINDOW;
  return process.availableMemory() > 2 * 2 ** Math.min(needed, LONGEST_WINDOW) ? Math.min(needed, LONGEST_WINDOW) : USUAL_WINDOW;
}

/** The beginning of what a file holds, uncompressed. */
export async function firstContent(place: Place, length: number): Promise<Uint8Array> {
  const { chunks } = await openFile(place);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      pieces.push(chunk);
      size += chunk.length;
      if (size >= length) break;
    }
  } catch (error) {
    // What is good before the damage tells what it is.
    if (size === 0) throw error;
  }
  return Buffer.concat(pieces).subarray(0, length);
}
