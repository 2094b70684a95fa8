/** Worker thread of `writeInThread`. Runs one call after another. */
import { parentPort, workerData } from 'node:worker_threads';
import { freezeIntrinsics } from '@wikiquery/hardening';
import { IndexWriter } from './writer.ts';
import type { WritingAnswer, WritingCall } from './writing.ts';

freezeIntrinsics();

const [path, language] = workerData as [path: string, language: string];
let writer: IndexWriter | undefined;

parentPort?.on('message', ({ method, input }: WritingCall) => parentPort?.postMessage(answer(method, input)));

function answer(method: WritingCall['method'], input: unknown): WritingAnswer {
  try {
    writer ??= new IndexWriter(path, language);
    return { output: (writer[method] as (input: unknown) => unknown)(input) };
  } catch (error) {
    const failed = error instanceof Error ? error : new Error(String(error));
    return { error: failed, code: 'code' in failed ? failed.code : undefined };
  }
}
