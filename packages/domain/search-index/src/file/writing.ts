import { Worker } from 'node:worker_threads';
import { threadOptions } from '@wikiquery/hardening';
import type { Writing } from '../writing.ts';
import { IndexWriter } from './writer.ts';

export interface WritingCall {
  readonly method: keyof Writing;
  readonly input: unknown;
}
export type WritingAnswer = { readonly output: unknown } | { readonly error: Error; readonly code: unknown };

export async function writeHere(path: string, language: string): Promise<Writing> {
  const writer = new IndexWriter(path, language);
  return {
    note: async notes => writer.note(notes),
    noted: async () => writer.noted(),
    next: async count => writer.next(count),
    write: async texts => writer.write(texts),
    finish: async watermark => writer.finish(watermark),
    abandon: async () => writer.abandon(),
  };
}

/** Writes in a worker thread, in parallel with reading and preparing texts. */
export async function writeInThread(path: string, language: string): Promise<Writing> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./writer-thread.${extension}`, import.meta.url), threadOptions({ workerData: [path, language] }));
  const calls: PromiseWithResolvers<unknown>[] = [];
  let failure: Error | undefined;
  worker.on('message', (answer: WritingAnswer) => {
    const call = calls.shift();
    if ('error' in answer) call?.reject(Object.assign(answer.error, { code: answer.code }));
    else call?.resolve(answer.output);
  });
  const fail = (error: Error): void => {
    failure ??= error;
    for (const call of calls.splice(0)) call.reject(failure);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread that writes the index ended.')));
  const ask = <T>(method: keyof Writing, input?: unknown): Promise<T> => {
    const call = Promise.withResolvers<unknown>();
    // Prevents an unhandled rejection of a call that is not awaited yet.
    call.promise.catch(() => undefined);
    if (failure) call.reject(failure);
    else {
      calls.push(call);
      worker.postMessage({ method, input } satisfies WritingCall);
    }
    return call.promise as Promise<T>;
  };
  return {
    note: notes => ask('note', notes),
    noted: () => ask('noted'),
    next: count => ask('next', count),
    write: texts => ask('write', texts),
    async finish(watermark) {
      await ask('finish', watermark);
      await worker.terminate();
    },
    async abandon() {
      await ask('abandon').catch(() => undefined);
      await worker.terminate();
    },
  };
}
