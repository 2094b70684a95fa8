import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { type Unpacking, unpack } from './archive.ts';
import { openMember } from './members.ts';
import type { DumpLocation } from './place.ts';
import { type Compression, compressionOf, firstBytes } from './signatures.ts';

/** A file that is read once, from the beginning to the end. */
export interface OpenFile extends Unpacking {
  /** As it lies on the disk. */
  readonly size: number;
}

/** How often something may be compressed once more: there are files that unpack to themselves. */
const MOST_LAYERS = 4;

/**
 * Opens a file, or one of an archive, that may be compressed with gzip, bzip2, Zstandard, xz or 7-Zip, also several times over; its first bytes tell. An
 * archive without a member gives the archive itself where it is tar, and otherwise what is in it. What only 7-Zip unpacks, and lies within something else
 * that is compressed, comes out as it lies there.
 */
export async function openFile({ path, member }: DumpLocation): Promise<OpenFile> {
  const { size } = await stat(path);
  if (member !== undefined) {
    const { position, chunks } = await openMember(path, member, () => openFile({ path }));
    return { size, position, chunks: decoded(chunks) };
  }
  const beginning = await firstBytes(path);
  const format = compressionOf(beginning);
  if (format === 'seven-zip') {
    const { position, chunks } = unpack(path);
    return { size, position, chunks: decoded(chunks) };
  }
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const decoder = decoderOf(format, beginning);
  return { size, position: () => file.bytesRead, chunks: decoder ? decoded(through(decoder, file), 1) : file };
}

/** Bytes that are read, and that come out, at once: of a damaged file, what did not fill the last piece is lost. */
const CHUNK = 256 << 10;
const PIECE = 128 << 10;

/** Unpacks as long as what comes out is compressed itself. */
async function* decoded(chunks: AsyncIterable<Uint8Array>, layer = 0): AsyncGenerator<Uint8Array> {
  const pieces = chunks[Symbol.asyncIterator]();
  try {
    const first = await pieces.next();
    if (first.done) return;
    const rest = async function* () {
      yield first.value;
      for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
    };
    const decoder = decoderOf(compressionOf(first.value), first.value);
    if (!decoder) return yield* rest();
    if (layer === MOST_LAYERS) throw new Error(`It is compressed more than ${MOST_LAYERS} times over.`);
    yield* decoded(through(decoder, Readable.from(rest())), layer + 1);
  } finally {
    await pieces.return?.();
  }
}

/** What comes out of a decoder, all of it also where an error follows: an iterator of the stream would drop what waits. */
async function* through(decoder: Decoder, source: Readable): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  let [isOver, failure]: [boolean, Error | undefined] = [false, undefined];
  let wake = (): void => undefined;
  source.on('error', error => decoder.destroy(error)).pipe(decoder);
  decoder
    .on('data', (chunk: Uint8Array) => {
      waiting.push(chunk);
      decoder.pause();
      wake();
    })
    .on('error', error => {
      failure = CUT_OFF.test(error.message) ? new Error('The file ends too early: it was cut off.') : error;
      wake();
    })
    .on('end', () => {
      isOver = true;
      wake();
    });
  try {
    for (;;) {
      const chunk = waiting.shift();
      if (chunk) yield chunk;
      else if (failure) throw failure;
      else if (isOver) return;
      else {
        const news = new Promise<void>(resolve => {
          wake = resolve;
        });
        decoder.resume();
        await news;
      }
    }
  } finally {
    source.destroy();
    decoder.destroy();
  }
}

/** What zlib says of a file that was. */
const CUT_OFF = /^unexpected end of file$/;

type Decoder = ReturnType<typeof createGunzip> | ReturnType<typeof createZstdDecompress>;

function decoderOf(format: Compression, beginning: Uint8Array): Decoder | undefined {
  if (format === 'gzip') return createGunzip({ chunkSize: PIECE });
  if (format !== 'zstd') return undefined;
  return createZstdDecompress({ chunkSize: PIECE, params: { [constants.ZSTD_d_windowLogMax]: windowOf(beginning) } });
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
export async function firstContent(place: DumpLocation, length: number): Promise<Uint8Array> {
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
