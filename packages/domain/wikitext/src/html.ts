import { Worker } from 'node:worker_threads';
import { ApiError, message } from '@wikiquery/core';
import type { HtmlAnswer, HtmlTask } from './html-thread.ts';

/** A page of a megabyte may take longer than anybody waits. */
const PATIENCE = 10_000;

/**
 * Wikitext as HTML, close to what MediaWiki's parser makes of it. A thread of its own does it, so that a long page holds up nobody else; it is
 * started when first needed. Rejects with the error `timeout` for a text that takes too long, and with the signal's reason when nobody waits any more.
 */
export function renderHtml(task: HtmlTask, signal?: AbortSignal): Promise<string> {
  const turn = queue.then(() => render(task, signal));
  queue = turn.catch(() => undefined);
  return turn;
}

/** One text after the other: more threads would only take time from the server. */
let queue: Promise<unknown> = Promise.resolve();
let thread: Worker | undefined;

function render(task: HtmlTask, signal: AbortSignal | undefined): Promise<string> {
  signal?.throwIfAborted();
  thread ??= start();
  const worker = thread;
  const limits = AbortSignal.any([AbortSignal.timeout(PATIENCE), ...(signal ? [signal] : [])]);
  return new Promise<string>((resolve, reject) => {
    const settle = (act: () => void): void => {
      worker.off('message', answered).off('error', failed);
      limits.removeEventListener('abort', gaveUp);
      act();
    };
    const answered = (answer: HtmlAnswer): void =>
      settle(() => ('html' in answer ? resolve(answer.html) : reject(new Error(answer.problem))));
    const failed = (error: unknown): void => {
      thread = undefined;
      settle(() => reject(error));
    };
    const gaveUp = (): void => {
      void worker.terminate();
      failed(signal?.aborted ? signal.reason : tookTooLong());
    };
    worker.on('message', answered).on('error', failed);
    limits.addEventListener('abort', gaveUp);
    worker.postMessage(task);
  });
}

const tookTooLong = (): ApiError =>
  new ApiError(
    message('timeout', `The text can not be made HTML of within ${PATIENCE / 1000} seconds. Ask for it as it is.`, {
      key: 'apierror-timeout',
    }),
  );

function start(): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./html-thread.${extension}`, import.meta.url));
  // It must not keep a server alive that wants to stop.
  worker.unref();
  return worker;
}
