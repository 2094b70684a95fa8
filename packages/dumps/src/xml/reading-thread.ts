import { Worker } from 'node:worker_threads';
import { threadOptions } from '@wikiquery/hardening';
import { AsyncQueue } from '../input/async-queue.ts';
import type { ReadMessage, ReadRequest, ReadTask } from './read-thread.ts';

/** A thread that reads dumps one after the other. One thread is reused, because starting it takes longer than reading a small file. */
export class ReadingThread {
  #thread: Worker | undefined;
  #queue = new AsyncQueue<ReadMessage | Error>();

  /** Reads a file. If the iteration ends early, the thread ends. */
  async *read(task: ReadTask): AsyncGenerator<ReadMessage> {
    this.#thread ??= this.#start();
    this.#post(task);
    let isOver = false;
    try {
      while (!isOver) {
        const message = await this.#queue.take();
        if (message instanceof Error) {
          if (!isOutOfMemory(message)) throw message;
          yield { kind: 'end', problem: { message: 'The next part takes too much memory.', offset: 0, page: undefined } };
          return;
        }
        isOver = message.kind === 'end';
        yield message;
        if (message.kind === 'batch') this.#post('next');
      }
    } finally {
      if (!isOver) await this.close();
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    [this.#thread, this.#queue] = [undefined, new AsyncQueue()];
    thread?.removeAllListeners();
    await thread?.terminate();
  }

  #post(request: ReadRequest): void {
    this.#thread?.postMessage(request);
  }

  #start(): Worker {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const thread = new Worker(
      new URL(`./read-thread.${extension}`, import.meta.url),
      threadOptions({ resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 } }),
    );
    thread.on('message', (message: ReadMessage) => this.#queue.push(message));
    thread.on('error', (error: Error) => this.#queue.push(error));
    return thread;
  }
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
