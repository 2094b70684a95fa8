import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { type Unpacking, unpack } from './archive.ts';
import { AsyncQueue } from './async-queue.ts';
import type { DumpLocation } from './location.ts';
import { openMember } from './members.ts';
import { type Compression, compressionOf, firstBytes } from './signatures.ts';

export interface OpenFile extends Unpacking {
  readonly size: number;
}

/** Maximum layers of compression, because some files unpack to themselves. */
const MAX_LAYERS = 4;

/** Opens a file or archive member and removes up to four layers of compression. Without `member`, an archive yields its tar or contents. */
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

/** Bytes to read at once, and bytes to decode at once. Of a damaged file, the last incomplete piece of decoded bytes is lost. */
const CHUNK = 256 << 10;
const PIECE = 128 << 10;

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
    if (layer === MAX_LAYERS) throw new Error(`The file is compressed more than ${MAX_LAYERS} times.`);
    yield* decoded(through(decoder, Readable.from(rest())), layer + 1);
  } finally {
    await pieces.return?.();
  }
}

/** Yields the output of a decoder, including everything before an error. The iterator of a stream would drop buffered chunks. */
async function* through(decoder: Decoder, source: Readable): AsyncGenerator<Uint8Array> {
  const queue = new AsyncQueue<Uint8Array | Error | 'end'>();
  source.on('error', error => decoder.destroy(error)).pipe(decoder);
  decoder
    .on('data', (chunk: Uint8Array) => {
      queue.push(chunk);
      decoder.pause();
    })
    .on('error', error => queue.push(CUT_OFF.test(error.message) ? new Error('The file is truncated. Download it again.') : error))
    .on('end', () => queue.push('end'));
  try {
    for (;;) {
      if (queue.isEmpty) decoder.resume();
      const next = await queue.take();
      if (next instanceof Error) throw next;
      if (next === 'end') return;
      yield next;
    }
  } finally {
    source.destroy();
    decoder.destroy();
  }
}

/** zlib's message for a truncated file. */
const CUT_OFF = /^unexpected end of file$/;

type Decoder = ReturnType<typeof createGunzip> | ReturnType<typeof createZstdDecompress>;

function decoderOf(format: Compression, beginning: Uint8Array): Decoder | undefined {
  if (format === 'gzip') return createGunzip({ chunkSize: PIECE });
  if (format !== 'zstd') return undefined;
  return createZstdDecompress({ chunkSize: PIECE, params: { [constants.ZSTD_d_windowLogMax]: windowOf(beginning) } });
}

/** Binary logarithms of Zstandard's window sizes: the default maximum, and the maximum of `--long=31`. */
const DEFAULT_WINDOW = 27;
const MAX_WINDOW = 31;

/** Limits the window by the available memory: https://github.com/facebook/zstd/blob/dev/doc/zstd_compression_format.md#window_descriptor */
function windowOf(beginning: Uint8Array): number {
  const [descriptor = 0, window = 0] = beginning.subarray(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const needed = isSingle ? MAX_WINDOW : 10 + (window >> 3) + ((window & 7) > 0 ? 1 : 0);
  if (needed <= DEFAULT_WINDOW) return DEFAULT_WINDOW;
  return process.availableMemory() > 2 * 2 ** Math.min(needed, MAX_WINDOW) ? Math.min(needed, MAX_WINDOW) : DEFAULT_WINDOW;
}

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
    // The bytes before the damage may suffice to detect the kind of the file.
    if (size === 0) throw error;
  }
  return Buffer.concat(pieces).subarray(0, length);
}
