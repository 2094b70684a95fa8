import type { Worker } from 'node:cluster';

const { env, execArgv } = process;

/** V8 would let the young generation grow to 128 MB under load, though hardly anything outlives its request. With a larger one than this requests cost no less. */
const YOUNG_GENERATION = '--max-semi-space-size=4';

/** Arguments of Node for processes that return the memory of a burst of large requests. The arguments of this process come after them. */
export const WORKER_ARGUMENTS: readonly string[] = env.NODE_OPTIONS?.includes('semi-space') ? execArgv : [YOUNG_GENERATION, ...execArgv];

/**
 * For glibc. The threshold that it would choose itself grows with what is freed: then the buffers of large bodies and answers lie among the pages that SQLite
 * caches, and what is between these never returns to the system. Other libraries take no notice.
 */
export const WORKER_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '4194304', MALLOC_ARENA_MAX: '4', ...env };

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Resolves when a worker has ended; not `once` of node:events, which an error of the worker would reject. */
export const endOf = (worker: Worker): Promise<Ending> =>
  new Promise(resolve => worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal })));
