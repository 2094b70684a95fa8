import type { Worker } from 'node:cluster';

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Resolves when a worker has ended; not `once` of node:events, which an error of the worker would reject. */
export const endOf = (worker: Worker): Promise<Ending> =>
  new Promise(resolve => worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal })));
