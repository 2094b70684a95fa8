import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { isApiError } from '@wikiquery/core/host';
import { createTaskPool, isolatedTask } from '@wikiquery/tasks';
import { LRUCache } from 'lru-cache';
import type { Created, ThumbnailCache } from './cache.ts';
import type { RenderJob, RenderProblem, render } from './render-task.ts';

/** Reasons for a failure that depend on the file: a repetition would fail, too. */
export type Problem = NonNullable<RenderProblem> | 'too-slow';

/** A queue is full: the client should try again later. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** A thumbnail to render, without the path of the new file. */
export type ThumbnailJob = Omit<RenderJob, 'output'>;

/**
 * Processes for thumbnails, separate from those that render pages. A page can have many thumbnails, which its readers request at once.
 * The limit on resident memory leaves room for what a decoder allocates between two checks.
 */
const pool = createTaskPool({ most: 10_000, contended: 10_000, waitingOfClient: 500, waiting: 2000, memory: 96, resident: 260 });
const renderApart = isolatedTask<typeof render>(import.meta.url, './render-task', 'render', pool);

/** Renders thumbnails into a cache. Equal requests share a rendering. */
export class ThumbnailRenderer {
  readonly #cache: ThumbnailCache;
  readonly #observe: (outcome: RenderOutcome, milliseconds: number) => void;
  readonly #running = new Map<string, Promise<Created<Problem>>>();
  readonly #failed = new LRUCache<string, Problem>({ max: 10_000, ttl: MEMORY_OF_FAILURES });

  /** `observe` receives each rendering that ended. */
  constructor(cache: ThumbnailCache, observe: (outcome: RenderOutcome, milliseconds: number) => void) {
    this.#cache = cache;
    this.#observe = observe;
  }

  /**
   * Returns the path of a thumbnail in the cache, or the problem of the file. Rejects with a `QueueFullError`, or with the system error of
   * a cache that cannot be written. `ip`: address of the client, for fairness.
   */
  async thumbnail(job: ThumbnailJob, key: string, ip: string): Promise<Created<Problem>> {
    const name = `${key}.${job.format}`;
    const path = await this.#cache.find(name);
    if (path !== undefined) return { path };
    const failed = this.#failed.get(key);
    if (failed !== undefined) return { problem: failed };
    const running = this.#running.get(key) ?? this.#render(job, key, name, ip);
    this.#running.set(key, running);
    return running;
  }

  async #render(job: ThumbnailJob, key: string, name: string, ip: string): Promise<Created<Problem>> {
    const begun = performance.now();
    try {
      const created = await this.#cache.create<Problem>(name, draft => renderFile({ ...job, output: draft }, ip));
      const problem = 'problem' in created ? created.problem : undefined;
      if (problem !== undefined) this.#failed.set(key, problem);
      this.#observe(problem ?? 'rendered', performance.now() - begun);
      return created;
    } finally {
      this.#running.delete(key);
    }
  }
}

/** Result of a rendering, for metrics. */
export type RenderOutcome = Problem | 'rendered';

/** Milliseconds for which a failure is remembered. */
const MEMORY_OF_FAILURES = 600_000;

async function renderFile(job: RenderJob, ip: string): Promise<Problem | undefined> {
  try {
    return await renderApart(job, { ip });
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.code === 'timeout') return 'too-slow';
    if (error.code === 'memory-limit') return 'too-big';
    throw new QueueFullError(error.message);
  }
}

/** Increase it when thumbnails of the same file and the same parameters change. */
const EDITION = 2;

/** Returns a key that changes with the file, the parameters and the code that renders. */
export const keyOf = (job: ThumbnailJob, { mtimeMs, size }: Pick<Stats, 'mtimeMs' | 'size'>): string =>
  createHash('sha256')
    .update(JSON.stringify([EDITION, mtimeMs, size, Object.entries(job)]))
    .digest('hex')
    .slice(0, 40);
