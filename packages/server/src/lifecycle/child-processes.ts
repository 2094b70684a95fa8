import type { Worker } from 'node:cluster';

const { env, execArgv } = process;

/** Limits V8's young generation, which would grow to 128 MB under load without making requests cheaper. */
const YOUNG_GENERATION = '--max-semi-space-size=4';

/** Node arguments of worker processes. The arguments of this process come last, so that they have precedence. */
export const WORKER_ARGUMENTS: readonly string[] = env.NODE_OPTIONS?.includes('semi-space') ? execArgv : [YOUNG_GENERATION, ...execArgv];

/**
 * Environment of worker processes. It fixes the thresholds of glibc's allocator, which otherwise grow. Buffers of large bodies would then
 * be allocated between SQLite's cached pages, and their memory would never return to the system.
 */
export const WORKER_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '4194304', MALLOC_ARENA_MAX: '4', ...env };

/** Exit code of a process, or the signal that ended it. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Resolves when a worker has exited. Unlike `once` of `node:events`, it does not reject when the worker emits an error. */
export const endOf = (worker: Worker): Promise<Ending> =>
  new Promise(resolve => worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal })));
