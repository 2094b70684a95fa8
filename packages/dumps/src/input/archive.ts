import { Worker } from 'node:worker_threads';
import type { ArchiveTask } from './archive-thread.ts';
import { Exchange, type Unpacked } from './exchange.ts';

/** What comes out of a compressed file. */
export interface Unpacking {
  /** How many bytes of the file were read. */
  position(): number;
  /** Uncompressed. Ends with an Error when the file is damaged, after what was good. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Unpacks a file of 7-Zip, bzip2 or xz with 7-Zip itself, which is compiled to WebAssembly and works without pause: so it has a thread of its own,
 * which waits where this one is slower.
 */
export function unpack(path: string): Unpacking {
  const exchange = new Exchange();
  return { position: () => exchange.position, chunks: read(path, exchange) };
}

async function* read(path: string, exchange: Exchange): AsyncGenerator<Uint8Array> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const workerData: ArchiveTask = { path, memory: exchange.memory };
  const thread = new Worker(new URL(`./archive-thread.${extension}`, import.meta.url), { workerData });
  const queue: Unpacked[] = [];
  let wake = (): void => undefined;
  const add = (message: Unpacked): void => {
    queue.push(message);
    wake();
  };
  thread.on('message', add);
  thread.on('error', error => add({ problem: error.message }));
  try {
    for (;;) {
      const message = queue.shift();
      if (!message) {
        await new Promise<void>(resolve => {
          wake = resolve;
        });
        continue;
      }
      if ('problem' in message) {
        if (message.problem !== undefined) throw new Error(message.problem);
        return;
      }
      yield message.chunk;
      exchange.taken(message.chunk.length);
    }
  } finally {
    await thread.terminate();
  }
}
