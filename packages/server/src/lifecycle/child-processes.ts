import type { Worker } from 'node:cluster';

const { env, execArgv } = process;

/** V8 would let the young generation grow to 128 MB under load, without making requests cheaper. */
const YOUNG_GENERATION = '--max-semi-space-size=4';

/** Node arguments of worker processes, before those of this process. */
export const WORKER_ARGUMENTS: readonly string[] = env.NODE_OPTIONS?.includes('semi-space') ? execArgv : [YOUNG_GENERATION, ...execArgv];

/**
 * Fixes glibc's thresholds, which otherwise grow: buffers of large bodies would lie between SQLite's cached pages, and their memory would never return
 * to the system.
 */
export const WORKER_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '4194304', MALLOC_ARENA_MAX: '4', ...env };

export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Resolves when a worker has ended. Unlike `once` of node:events, it does not reject on errors of the worker. */
export const endOf = (worker: Worker): Promise<Ending> =>
  new Promise(resolve => worker.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal })));
