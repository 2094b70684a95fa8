import { Worker } from 'node:worker_threads';
import { threadOptions } from '@wikiquery/hardening';
import { STEPS } from '../context.ts';
import { type DeriveJob, type DeriveResult, type DeriveTask, keyOf, type Pass, type SkippedStep } from './task.ts';

const CHECK_INTERVAL = 250;

interface Job extends PromiseWithResolvers<DeriveResult> {
  readonly ids: readonly number[];
  readonly pass: Pass;
  readonly skipped: SkippedStep[];
}

/** A thread that derives pages. If a page exceeds the time or memory limit, a new thread continues without this page. */
export class DeriveThread {
  readonly #task: Omit<DeriveTask, 'now'>;
  readonly #pageTimeout: number;
  readonly #jobs: Job[] = [];
  readonly #skipped = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #worker: Worker;
  /** Current page (0 if none) and step of the thread. */
  #now = new Float64Array(new SharedArrayBuffer(16));
  #seen = { page: 0, step: 0, since: 0 };
  #failure: Error | undefined;

  constructor(task: Omit<DeriveTask, 'now'>, pageTimeout: number) {
    [this.#task, this.#pageTimeout] = [task, pageTimeout];
    this.#worker = this.#start();
    this.#timer = setInterval(() => this.#check(), Math.min(CHECK_INTERVAL, pageTimeout)).unref();
  }

  derive(ids: readonly number[], pass: Pass): Promise<DeriveResult> {
    const job: Job = { ids, pass, skipped: [], ...Promise.withResolvers<DeriveResult>() };
    // The job may fail before its caller awaits the result, which would end the process.
    job.promise.catch(() => undefined);
    if (this.#failure) job.reject(this.#failure);
    this.#jobs.push(job);
    this.#post(job);
    return job.promise;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#worker.terminate();
  }

  #start(): Worker {
    this.#now = new Float64Array(new SharedArrayBuffer(16));
    const worker = startWorker({ ...this.#task, now: this.#now });
    worker.on('message', (result: DeriveResult) => {
      if (worker !== this.#worker) return;
      const job = this.#jobs.shift();
      job?.resolve({ ...result, skipped: [...result.skipped, ...job.skipped] });
    });
    worker.on('error', (error: Error & { readonly code?: string }) => {
      if (worker !== this.#worker) return;
      const [page = 0] = this.#now;
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY' && page > 0) this.#skipPage('it takes too much memory');
      else this.#fail(error);
    });
    return worker;
  }

  #post({ ids, pass }: Job): void {
    this.#worker.postMessage({ ids, pass, skipped: [...this.#skipped] } satisfies DeriveJob);
  }

  #check(): void {
    const [page = 0, step = 0] = this.#now;
    const now = performance.now();
    if (page === 0 || page !== this.#seen.page || step !== this.#seen.step) this.#seen = { page, step, since: now };
    else if (now - this.#seen.since > this.#pageTimeout) this.#skipPage(`it takes longer than ${this.#pageTimeout / 1000} seconds`);
  }

  #skipPage(reason: string): void {
    const [id = 0, step = 0] = this.#now;
    const page: SkippedStep = { id, step: STEPS[step] ?? 'links', reason };
    this.#skipped.add(keyOf(id, page.step));
    this.#jobs[0]?.skipped.push(page);
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
