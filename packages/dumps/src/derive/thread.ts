import { Worker } from 'node:worker_threads';
import { threadOptions } from '@wikiquery/hardening';
import { STEPS } from '../context.ts';
import { type DeriveAnswer, type DeriveJob, type DeriveTask, type GivenUp, keyOf, type Pass } from './task.ts';

/** Milliseconds between two looks at what a thread does. */
const GLANCE = 250;

interface Job extends PromiseWithResolvers<DeriveAnswer> {
  readonly ids: readonly number[];
  readonly pass: Pass;
  /** Pages that this job was begun anew without. */
  readonly givenUp: GivenUp[];
}

/** A thread that derives pages. One that takes too long with a page, or too much memory, is replaced by another, which leaves the page out. */
export class DeriveThread {
  readonly #task: Omit<DeriveTask, 'now'>;
  /** Milliseconds that a page may take. */
  readonly #patience: number;
  readonly #jobs: Job[] = [];
  readonly #givenUp = new Set<string>();
  readonly #glances: NodeJS.Timeout;
  #worker: Worker;
  /** The page that the thread has before it, 0 for none, and what it does with it. */
  #now = new Float64Array(new SharedArrayBuffer(16));
  #seen = { page: 0, step: 0, since: 0 };
  #failure: Error | undefined;

  constructor(task: Omit<DeriveTask, 'now'>, patience: number) {
    [this.#task, this.#patience] = [task, patience];
    this.#worker = this.#start();
    this.#glances = setInterval(() => this.#glance(), Math.min(GLANCE, patience)).unref();
  }

  ask(ids: readonly number[], pass: Pass): Promise<DeriveAnswer> {
    const job: Job = { ids, pass, givenUp: [], ...Promise.withResolvers<DeriveAnswer>() };
    // It may fail before its turn comes.
    job.promise.catch(() => undefined);
    if (this.#failure) job.reject(this.#failure);
    this.#jobs.push(job);
    this.#post(job);
    return job.promise;
  }

  async end(): Promise<void> {
    clearInterval(this.#glances);
    await this.#worker.terminate();
  }

  #start(): Worker {
    this.#now = new Float64Array(new SharedArrayBuffer(16));
    const worker = startWorker({ ...this.#task, now: this.#now });
    worker.on('message', (answer: DeriveAnswer) => {
      if (worker !== this.#worker) return;
      const job = this.#jobs.shift();
      job?.resolve({ ...answer, givenUp: [...answer.givenUp, ...job.givenUp] });
    });
    worker.on('error', (error: Error & { readonly code?: string }) => {
      if (worker !== this.#worker) return;
      const [page = 0] = this.#now;
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY' && page > 0) this.#giveUp('it takes too much memory');
      else this.#fail(error);
    });
    return worker;
  }

  #post({ ids, pass }: Job): void {
    this.#worker.postMessage({ ids, pass, given: [...this.#givenUp] } satisfies DeriveJob);
  }

  #glance(): void {
    const [page = 0, step = 0] = this.#now;
    const now = performance.now();
    if (page === 0 || page !== this.#seen.page || step !== this.#seen.step) this.#seen = { page, step, since: now };
    else if (now - this.#seen.since > this.#patience) this.#giveUp(`it takes longer than ${this.#patience / 1000} seconds`);
  }

  /** Begins anew without the page that the thread is at. */
  #giveUp(reason: string): void {
    const [id = 0, step = 0] = this.#now;
    const page: GivenUp = { id, step: STEPS[step] ?? 'links', reason };
    this.#givenUp.add(keyOf(id, page.step));
    this.#jobs[0]?.givenUp.push(page);
    void this.#worker.terminate();
    this.#worker = this.#start();
    for (const job of this.#jobs) this.#post(job);
  }

  #fail(error: Error): void {
    this.#failure = error;
    for (const job of this.#jobs) job.reject(error);
  }
}

function startWorker(workerData: DeriveTask): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(
    new URL(`./derive-thread.${extension}`, import.meta.url),
    threadOptions({
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
    }),
  );
}
