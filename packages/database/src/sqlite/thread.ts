/** The thread of a `ThreadPool`: runs one statement after the other, looking up while it does. */
import { parentPort, workerData } from 'node:worker_threads';
import { Connection, type Ran, stopped } from './connection.ts';

export interface ThreadData {
  readonly file: string;
  /** The number of the job that nobody wants any more, and 1 while a statement runs. */
  readonly shared: Int32Array;
}
export interface Job {
  readonly number: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** How long it may run. */
  readonly milliseconds: number;
}
export type Answer = { readonly ran: Ran } | { readonly stopped: true } | { readonly error: Error };

const { file, shared } = workerData as ThreadData;
let number = 0;
let deadline = 0;
const mustStop = () => Atomics.load(shared, 0) === number || performance.now() > deadline;
const connection = new Connection({ file, writable: false, patience: 5000, automaticIndexes: true, mustStop });

parentPort?.on('message', (job: Job) => {
  number = job.number;
  deadline = performance.now() + job.milliseconds;
  Atomics.store(shared, 1, 1);
  const result = answer(job);
  Atomics.store(shared, 1, 0);
  Atomics.notify(shared, 1);
  parentPort?.postMessage(result);
});

function answer({ sql, parameters }: Job): Answer {
  try {
    return mustStop() ? { stopped: true } : { ran: connection.run(sql, parameters) };
  } catch (error) {
    return error === stopped ? { stopped: true } : { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
