import { ApiError, message } from '@wikiquery/core';
import { customerOf } from '@wikiquery/core/host';
import { ChildHandle, OutOfMemoryError } from './child-handle.ts';
import { FairQueue } from './fair-queue.ts';

/** For whom something is done: the facts of a request. */
export interface Requester {
  /** Address of the client. */
  readonly ip: string;
  /** Ends what nobody waits for. */
  readonly signal?: AbortSignal | undefined;
  /** When the task is ended at the latest, waiting included, in milliseconds of `performance.now()`. */
  readonly deadline?: number | undefined;
}

export interface Work {
  /** URL of a module, and what it exports. */
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
  readonly host: object;
  readonly requester: Requester;
}

export interface Bounds {
  /** Milliseconds that a task may run. */
  readonly most: number;
  /** Milliseconds that it may run while somebody waits who used less. */
  readonly contended: number;
  /** Tasks of one client, and of all, that may wait. */
  readonly waitingOfClient: number;
  readonly waiting: number;
  /** Milliseconds after which a process without work is ended, so that its memory returns. */
  readonly idle: number;
  /** Megabytes of its heap. */
  readonly memory: number;
}

const BOUNDS: Bounds = { most: 10_000, contended: 2000, waitingOfClient: 10, waiting: 100, idle: 30_000, memory: 192 };
/** Milliseconds between looks at what runs. */
const LOOKS = 100;
/** Milliseconds that timers of Node can count. */
const LONGEST_TIMER = 2 ** 31 - 1;

interface Waiting extends Work {
  readonly client: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Ends the task once it runs. */
  end?: (reason: unknown) => void;
}

/** One process, started when first needed, which does what waits one by one: more of them would only take time from the server. */
export class Scheduler {
  readonly #queue = new FairQueue<Waiting>();
  readonly #bounds: Bounds;
  #child: ChildHandle | undefined;
  #idle: NodeJS.Timeout | undefined;
  #busy = false;

  constructor(bounds: Partial<Bounds> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  async run(work: Work): Promise<unknown> {
    const { signal, ip, deadline = Number.POSITIVE_INFINITY } = work.requester;
    signal?.throwIfAborted();
    const left = deadline - performance.now();
    if (left <= 0) throw tooLate();
    const client = customerOf(ip);
    if (this.#queue.sizeOf(client) >= this.#bounds.waitingOfClient) throw tooManyAtOnce();
    if (this.#queue.size >= this.#bounds.waiting) throw queueFull();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiting: Waiting = { ...work, client, resolve, reject };
    this.#queue.add(client, waiting);
    const end = (reason: unknown): void => {
      if (this.#queue.remove(client, waiting)) reject(reason);
      else waiting.end?.(reason);
    };
    const leave = (): void => end(signal?.reason);
    signal?.addEventListener('abort', leave);
    const due = left < LONGEST_TIMER ? setTimeout(() => end(tooLate()), left) : undefined;
    if (!this.#busy) void this.#work();
    try {
      return await promise;
    } finally {
      clearTimeout(due);
      signal?.removeEventListener('abort', leave);
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    await child?.end();
  }

  /** Until nothing waits. */
  async #work(): Promise<void> {
    this.#busy = true;
    clearTimeout(this.#idle);
    for (let next = this.#queue.take(); next; next = this.#queue.take()) await this.#do(next);
    this.#busy = false;
    this.#idle = setTimeout(() => void this.close(), this.#bounds.idle).unref();
  }

  async #do(task: Waiting): Promise<void> {
    const { module, name, input, host, client, resolve, reject } = task;
    this.#child ??= this.#start();
    const child = this.#child;
    let began = Number.POSITIVE_INFINITY;
    let ended: Promise<void> | undefined;
    const end = (reason: unknown): void => {
      if (ended) return;
      reject(reason);
      this.#gone(child);
      ended = child.end();
    };
    const look = (): void => {
      const ran = performance.now() - began;
      if (ran > this.#bounds.most) end(tookTooLong(this.#bounds.most));
      else if (ran > this.#bounds.contended && this.#queue.owes(client, ran)) end(tookTooLong(this.#bounds.contended));
    };
    const looks = setInterval(look, LOOKS);
    task.end = end;
    try {
      await child.load(module);
      // What it takes to start is not the fault of who asks.
      began = performance.now();
      resolve(await child.run(module, name, input, host));
    } catch (error) {
      reject(isOutOfMemory(error) ? tookTooMuch() : error);
    } finally {
      clearInterval(looks);
      this.#queue.charge(client, Math.max(0, performance.now() - began));
      await ended;
    }
  }

  #start(): ChildHandle {
    const child: ChildHandle = new ChildHandle(this.#bounds.memory, () => this.#gone(child));
    return child;
  }

  #gone(child: ChildHandle): void {
    if (this.#child === child) this.#child = undefined;
  }
}

/** Of the heap, of the stack, or of what one text or list may hold. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof OutOfMemoryError ||
  (error instanceof RangeError && /^(?:Maximum call stack size exceeded|Invalid \w+ length)$/.test(error.message));

const tooManyAtOnce = (): ApiError =>
  new ApiError(message('concurrency-limit', 'Too much that you asked for is still being worked on. Wait for those answers first.'));

const queueFull = (): ApiError =>
  new ApiError(message('pool-queuefull', 'Too many such requests are waiting. Try again in a moment.', { key: 'pool-queuefull' }));

const tookTooLong = (milliseconds: number): ApiError =>
  new ApiError(message('timeout', `This can not be done within ${milliseconds / 1000} seconds. Ask for less, or for the text as it is.`));

const tooLate = (): ApiError =>
  new ApiError(message('timeout', 'This can not be done in the time that a request may take. Ask for less, or for the text as it is.'));

const tookTooMuch = (): ApiError =>
  new ApiError(message('memory-limit', 'This takes more memory than one request may have. Ask for less, or for the text as it is.'));
