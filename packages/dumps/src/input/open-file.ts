import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { type Unpacking, unpack } from './archive.ts';

/** A file that is read once, from the beginning to the end. */
export interface OpenFile extends Unpacking {
  /** As it lies on the disk. */
  readonly size: number;
}

/** Opens a file that may be compressed with gzip, bzip2, Zstandard, xz or 7-Zip; its first bytes tell. */
export async function openFile(path: string): Promise<OpenFile> {
  const { size } = await stat(path);
  const format = formatOf(await firstBytes(path, 6));
  if (format === 'archive') return { size, ...unpack(path) };
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const position = (): number => file.bytesRead;
  if (format === 'plain') return { size, position, chunks: file };
  const decoder = format === 'gzip' ? createGunzip({ chunkSize: CHUNK }) : createZstdDecompress({ chunkSize: CHUNK });
  file.on('error', error => decoder.destroy(error));
  return { size, position, chunks: file.pipe(decoder) };
}

const CHUNK = 256 << 10;

async function firstBytes(path: string, length: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** https://en.wikipedia.org/wiki/List_of_file_signatures */
function formatOf(bytes: Uint8Array): 'plain' | 'gzip' | 'zstd' | 'archive' {
  const hex = Buffer.from(bytes).toString('hex');
  if (hex.startsWith('1f8b')) return 'gzip';
  if (hex.startsWith('28b52ffd')) return 'zstd';
  const isArchive = hex.startsWith('425a68') || hex.startsWith('fd377a585a00') || hex.startsWith('377abcaf271c');
  return isArchive ? 'archive' : 'plain';
}
