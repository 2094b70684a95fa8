import { open } from 'node:fs/promises';

export async function firstBytes(path: string, length = 64): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** `seven-zip` represents the formats that 7-Zip unpacks: 7z, Zip, bzip2 and xz. */
export type Compression = 'plain' | 'gzip' | 'zstd' | 'seven-zip';

/** Detects the compression from a file's first bytes: https://en.wikipedia.org/wiki/List_of_file_signatures */
export function compressionOf(bytes: Uint8Array): Compression {
  if (begins(bytes, '1f8b')) return 'gzip';
  // Skippable frames of Zstandard may come first.
  if (begins(bytes, '28b52ffd') || /^5.2a4d18/.test(hexOf(bytes, 4))) return 'zstd';
  return begins(bytes, '425a68') || begins(bytes, 'fd377a585a00') || isArchive(bytes) ? 'seven-zip' : 'plain';
}

export const isArchive = (bytes: Uint8Array): boolean => ['377abcaf271c', '504b0304', '504b0506'].some(each => begins(bytes, each));

/** Whether a file's first block is that of a tar: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html */
export const isTar = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar';

/** Detects the encoding from a byte order mark or from the start of the XML: https://www.w3.org/TR/xml/#sec-guessing */
export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (begins(bytes, 'fffe') || begins(bytes, '3c003f00')) return 'utf-16le';
  return begins(bytes, 'feff') || begins(bytes, '003c003f') ? 'utf-16be' : 'utf-8';
}

/** HTTP headers that PHP's CGI binary writes before a dump. */
export const HTTP_HEADERS = /^(?:[A-Za-z][\w-]*: [^\r\n]*\r?\n){1,20}\r?\n/;

export const begins = (bytes: Uint8Array, hex: string): boolean => hexOf(bytes, hex.length / 2) === hex;

const hexOf = (bytes: Uint8Array, length: number): string => Buffer.from(bytes.subarray(0, length)).toString('hex');
