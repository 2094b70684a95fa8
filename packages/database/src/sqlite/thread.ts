/** Code of the worker threads of a `ThreadPool`. Runs one statement at a time. */

import { parentPort, workerData } from 'node:worker_threads';
import { freezeIntrinsics } from '@wikiquery/hardening';
import { type Connection, type Ran, stopped } from './connection.ts';
import { connectTo, type FileIdentity } from './file.ts';

freezeIntrinsics();

export interface ThreadData {
  readonly file: string;
  readonly identity: FileIdentity | undefined;
  /** Number of the cancelled job, and 1 while a statement runs. */
  readonly shared: Int32Array;
}
export interface Job {
  readonly number: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly milliseconds: number;
}
/** `code` is separate, because structured cloning drops it from errors. */
export type ThreadReply = { readonly ran: Ran } | { readonly stopped: true } | { readonly error: Error; readonly code?: unknown };

const { file, identity, shared } = workerData as ThreadData;
let number = 0;
let deadline = 0;
const mustStop = () => Atomics.load(shared, 0) === number || performance.now() > deadline;
const connect = (): Connection => connectTo(identity, { file, writable: false, patience: 5000, automaticIndexes: true, mustStop });
let connection: Connection | undefined;
try {
  connection = connect();
} catch {
  // The first statement tries again.
}

parentPort?.on('message', (job: Job) => {
  number = job.number;
  deadline = performance.now() + job.milliseconds;
  Atomics.store(shared, 1, 1);
  const result = answer(job);
  Atomics.store(shared, 1, 0);
  Atomics.notify(shared, 1);
  parentPort?.postMessage(result);
});

function answer({ sql, parameters }: Job): ThreadReply {
  try {
    if (mustStop()) return { stopped: true };
    connection ??= connect();
    return { ran: connection.run(sql, parameters) };
  } catch (error) {
    if (error === stopped) return { stopped: true };
    return error instanceof Error ? { error, code: 'code' in error ? error.code : undefined } : { error: new Error(String(error)) };
  }
}
