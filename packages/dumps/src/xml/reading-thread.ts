import { Worker } from 'node:worker_threads';
import { threadOptions } from '@wikiquery/hardening';
import type { ReadMessage, ReadRequest, ReadTask } from './read-thread.ts';

/** A thread that reads one dump behind the other: to start it takes longer than to read a small file. */
export class ReadingThread {
  #thread: Worker | undefined;
  #messages: ReadMessage[] = [];
  #failure: Error | undefined;
  #wake = (): void => undefined;

  /** What is in a file, as soon as it is asked for. Whoever leaves off before the end ends the thread. */
  async *read(task: ReadTask): AsyncGenerator<ReadMessage> {
    this.#thread ??= this.#start();
    this.#ask(task);
    let isOver = false;
    try {
      while (!isOver) {
        const message = this.#messages.shift();
        if (message) {
          isOver = message.kind === 'end';
          yield message;
          if (message.kind === 'batch') this.#ask('next');
        } else if (isOutOfMemory(this.#failure)) {
          yield { kind: 'end', problem: { message: 'What stands next takes too much memory.', offset: 0, page: undefined } };
          return;
        } else if (this.#failure) throw this.#failure;
        else {
          await new Promise<void>(resolve => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      if (!isOver) await this.close();
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    [this.#thread, this.#messages, this.#failure] = [undefined, [], undefined];
    thread?.removeAllListeners();
    await thread?.terminate();
  }

  #ask(request: ReadRequest): void {
    this.#thread?.postMessage(request);
  }

  #start(): Worker {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const thread = new Worker(
      new URL(`./read-thread.${extension}`, import.meta.url),
      threadOptions({
        resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
      }),
    );
    thread.on('message', (message: ReadMessage) => {
      this.#messages.push(message);
      this.#wake();
    });
    thread.on('error', (error: Error) => {
      this.#failure = error;
      this.#wake();
    });
    return thread;
  }
}

const isOutOfMemory = (failure: Error | undefined): boolean =>
  failure !== undefined && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY';
