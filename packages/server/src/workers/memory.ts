/** How workers are started so that they give back what a burst of large requests took. What the server itself was started with goes before. */

const { env, execArgv } = process;

/** V8 would let the young generation grow to 128 MB under load, though hardly anything outlives its request. With a larger one than this requests cost no less. */
const YOUNG_GENERATION = '--max-semi-space-size=4';

export const WORKER_ARGUMENTS: readonly string[] = env.NODE_OPTIONS?.includes('semi-space') ? execArgv : [YOUNG_GENERATION, ...execArgv];

/**
 * For glibc. The threshold that it would choose itself grows with what is freed: then the buffers of large bodies and answers lie among the pages that SQLite
 * caches, and what is between these never returns to the system. Other libraries take no notice.
 */
export const WORKER_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '4194304', MALLOC_ARENA_MAX: '4', ...env };
