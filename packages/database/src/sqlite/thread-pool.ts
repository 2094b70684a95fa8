import { Worker } from 'node:worker_threads';
import { threadOptions } from '@wikiquery/hardening';
import { type EngineLoad, remaining, type StatementLimits, watch } from '../engine.ts';
import { QueryCancelledError, QueryDeadlineError } from '../errors.ts';
import type { Ran } from './connection.ts';
import type { FileIdentity } from './file.ts';
import type { Job, ThreadData, ThreadReply } from './thread.ts';

/** Indexes in the shared array: the number of the cancelled job, and whether a statement runs. */
const GIVEN_UP = 0;
const RUNNING = 1;

/** Maximum milliseconds to wait for running statements when the process exits. */
const PATIENCE_AT_EXIT = 500;

const LINGER = 60_000;

interface Task {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly limits: StatementLimits;
  readonly resolve: (ran: Ran) => void;
  readonly reject: (error: unknown) => void;
}

/** Worker threads with their own connections, for statements that would block the event loop. */
export class ThreadPool {
  readonly #file: string;
  readonly #identity: FileIdentity | undefined;
  readonly #most: number;
  readonly #linger: number;
  readonly #threads = new Set<Thread>();
  readonly #waiting = new Set<Task>();
  #closed = false;

  /** Starts up to `most` threads on demand. A thread ends after `linger` idle milliseconds. */
  constructor(file: string, identity: FileIdentity | undefined, most: number, linger = LINGER) {
    this.#file = file;
    this.#identity = identity;
    this.#most = most;
    this.#linger = linger;
    pools.add(this);
    if (pools.size === 1) process.on('exit', stopAll);
  }

  stop(): void {
    for (const thread of this.#threads) thread.stop();
  }

  get load(): EngineLoad {
    const busy = [...this.#threads].filter(thread => thread.busy).length;
    return { busy, idle: this.#threads.size - busy, waiting: this.#waiting.size };
  }

  /** Runs a statement in a thread. Rejects immediately at a limit, even while waiting for a thread. */
  run(sql: string, parameters: readonly unknown[], limits: StatementLimits): Promise<Ran> {
    return new Promise((resolve, reject) => {
      const thread = this.#free();
      const unwatch = watch(limits, error => {
        this.#waiting.delete(task);
        reject(error);
      });
      const task: Task = {
        sql,
        parameters,
        limits,
        resolve: ran => {
          unwatch();
          resolve(ran);
        },
        reject: error => {
          unwatch();
          reject(error);
        },
      };
      if (thread) this.#give(thread, task);
      else this.#waiting.add(task);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    pools.delete(this);
    if (pools.size === 0) process.off('exit', stopAll);
    for (const task of this.#waiting) task.reject(new QueryCancelledError());
    this.#waiting.clear();
    await Promise.all([...this.#threads].map(thread => thread.end()));
  }

  #free(): Thread | undefined {
    for (const thread of this.#threads) if (!thread.busy) return thread;
    return this.#threads.size < this.#most && !this.#closed ? this.#start() : undefined;
  }

  #start(): Thread {
    const thread = new Thread(this.#file, this.#identity, () => this.#threads.delete(thread));
    this.#threads.add(thread);
    return thread;
  }

  #endLater(thread: Thread): void {
    const { jobs } = thread;
    setTimeout(() => {
      if (thread.busy || thread.jobs !== jobs) return;
      this.#threads.delete(thread);
      void thread.end();
    }, this.#linger).unref();
  }

  #give(thread: Thread, task: Task): void {
    void thread.run(task).then(() => {
      const [longest] = this.#waiting;
      const free = longest && this.#free();
      if (!free) return this.#endLater(thread);
      this.#waiting.delete(longest);
      this.#give(free, longest);
    });
  }
}

/** Open pools, whose statements are stopped when the process exits. */
const pools = new Set<ThreadPool>();
const stopAll = (): void => {
  for (const pool of pools) pool.stop();
};

class Thread {
  busy = false;
  get jobs(): number {
    return this.#job;
  }
  readonly #worker: Worker;
  /** Number of the cancelled job, and whether a statement runs: see `GIVEN_UP` and `RUNNING`. */
  readonly #shared = new Int32Array(new SharedArrayBuffer(8));
  readonly #onGone: () => void;
  #job = 0;
  #answered: ((answer: ThreadReply) => void) | undefined;

  constructor(file: string, identity: FileIdentity | undefined, onGone: () => void) {
    const workerData: ThreadData = { file, identity, shared: this.#shared };
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    this.#worker = new Worker(new URL(`./thread.${extension}`, import.meta.url), threadOptions({ workerData }));
    this.#onGone = onGone;
    this.#worker.unref();
    this.#worker.on('message', (answer: ThreadReply) => this.#answered?.(answer));
    this.#worker.on('error', error => this.#gone(error));
    this.#worker.on('exit', () => this.#gone(new Error('The thread for slow statements ended.')));
  }

  async run({ sql, parameters, limits, resolve, reject }: Task): Promise<void> {
    this.busy = true;
    const number = ++this.#job;
    const giveUp = () => Atomics.store(this.#shared, GIVEN_UP, number);
    try {
      const left = remaining(limits);
      const unwatch = watch(limits, giveUp);
      this.#worker.ref();
      const answer = await new Promise<ThreadReply>(answered => {
        this.#answered = answered;
        this.#worker.postMessage({ number, sql, parameters, milliseconds: left } satisfies Job);
      });
      unwatch();
      if ('error' in answer) reject(answer.code === undefined ? answer.error : Object.assign(answer.error, { code: answer.code }));
      else if ('stopped' in answer) reject(limits.signal?.aborted ? new QueryCancelledError() : new QueryDeadlineError());
      else resolve(answer.ran);
    } catch (error) {
      reject(error);
    } finally {
      this.#answered = undefined;
      this.#worker.unref();
      this.busy = false;
    }
  }

  async end(): Promise<void> {
    this.stop();
    await this.#worker.terminate();
  }

  /** Stops the running statement and waits for its end, because a process cannot exit while SQLite runs in a thread. */
  stop(): void {
    Atomics.store(this.#shared, GIVEN_UP, this.#job);
    if (this.busy) Atomics.wait(this.#shared, RUNNING, 1, PATIENCE_AT_EXIT);
  }

  #gone(error: Error): void {
    this.#onGone();
    this.#answered?.({ error });
  }
}
