import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { resultStream } from '@wikiquery/hardening';

/** Runs `work` with a stream to the file, or to standard output if `file` is undefined. */
export async function withOutput<T>(file: string | undefined, work: (stream: Writable) => Promise<T>): Promise<T> {
  const stream = file === undefined ? resultStream() : createWriteStream(file);
  const result = await work(stream);
  if (file !== undefined) {
    stream.end();
    await finished(stream);
  }
  return result;
}

/** Returns a function that writes a chunk to a stream. It resolves when the stream accepts more data. */
export function chunkWriter(out: Writable): (chunk: string | Uint8Array) => Promise<void> {
  // Without a listener, an error would end the process. Each write reports it.
  out.on('error', () => {});
  return chunk => new Promise((resolve, reject) => out.write(chunk, error => (error ? reject(error) : resolve())));
}
