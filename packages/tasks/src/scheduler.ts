import { ApiError, message } from '@wikiquery/core';
import { rateLimitKey } from '@wikiquery/core/host';
import { ChildHandle, ProcessEndedError } from './child-handle.ts';
import { FairQueue } from './fair-queue.ts';
import { residentMemory } from './resident-memory.ts';
import { Stopwatch } from './stopwatch.ts';

/** Client that requests a task. */
export interface Requester {
  readonly ip: string;
  readonly signal?: AbortSignal | undefined;
  /** Deadline of the task, including its wait in the queue, as a value of `performance.now()`. */
  readonly deadline?: number | undefined;
}

export interface TaskWork {
  /** URL of a module with the export `name`. */
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
  readonly host: object;
  readonly requester: Requester;
}

/** Limits of a pool of processes. */
export interface TaskBounds {
  /** Maximum duration of a task in milliseconds. */
  readonly most: number;
  /** Maximum duration while a long task of a client with lower recent usage waits, in milliseconds. */
  readonly contended: number;
  /**
   * Duration in milliseconds after which a task is long. Time spent waiting for the processor does not count. Clients with a greater
   * average are expected to run long tasks.
   */
  readonly short: number;
  /** Maximum number of waiting tasks per client and in total. */
  readonly waitingOfClient: number;
  readonly waiting: number;
  /** Idle time after which a process ends to release memory, in milliseconds. */
  readonly idle: number;
  /** Maximum heap size in megabytes. */
  readonly memory: number;
  /** Maximum resident memory in megabytes, which includes the memory of native libraries. Enforced only on Linux. Default: no limit. */
  readonly resident?: number;
}

const BOUNDS: TaskBounds = { most: 10_000, contended: 2000, short: 250, waitingOfClient: 10, waiting: 100, idle: 30_000, memory: 192 };
/** Milliseconds between checks of running tasks. */
const LOOKS = 100;
/** Milliseconds between checks of tasks with a limit on resident memory, which native code can exceed within a moment. */
const CLOSE_LOOKS = 20;
/** Maximum delay of a Node timer in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

interface Waiting extends TaskWork {
  readonly client: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Whether the task has run longer than `short`. */
  isLong: boolean;
  /** Cancels the running task and rejects it with `reason`. */
  end?: (reason: unknown) => void;
}

/** Slot for a process that is started on demand and runs one task at a time. */
interface Lane {
  child: ChildHandle | undefined;
  task: Waiting | undefined;
  idle: NodeJS.Timeout | undefined;
}

const newLane = (): Lane => ({ child: undefined, task: undefined, idle: undefined });

/**
 * Runs tasks in one process, and in a second process during a long task, so that short tasks of other clients do not wait. Only one of the
 * two runs a long task. More processes would take processor time from the server.
 */
export class Scheduler {
  readonly #queue = new FairQueue<Waiting>();
  readonly #bounds: TaskBounds;
  readonly #lanes: readonly Lane[] = [newLane(), newLane()];
  /** The only running task that may be long. */
  #long: Waiting | undefined;

  constructor(bounds: Partial<TaskBounds> = {}) {
    this.#bounds = { ...BOUNDS, ...bounds };
  }

  async run(work: TaskWork): Promise<unknown> {
    const { signal, ip, deadline = Number.POSITIVE_INFINITY } = work.requester;
    signal?.throwIfAborted();
    const left = deadline - performance.now();
    if (left <= 0) throw tooLate();
    const client = rateLimitKey(ip);
    if (this.#queue.sizeOf(client) >= this.#bounds.waitingOfClient) throw tooManyAtOnce();
    if (this.#queue.size >= this.#bounds.waiting && !this.#makeRoom(client)) throw queueFull();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiting: Waiting = { ...work, client, resolve, reject, isLong: false };
    this.#queue.add(client, waiting);
    const end = (reason: unknown): void => {
      if (this.#queue.remove(client, waiting)) reject(reason);
      else waiting.end?.(reason);
    };
    const leave = (): void => end(signal?.reason);
    signal?.addEventListener('abort', leave);
    const due = left < LONGEST_TIMER ? setTimeout(() => end(tooLate()), left) : undefined;
    this.#dispatch();
    try {
      return await promise;
    } finally {
      clearTimeout(due);
      signal?.removeEventListener('abort', leave);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map(lane => endChild(lane)));
  }

  /** Rejects the newest task of the client with the most waiting tasks. Returns false if `client` would then have as many waiting tasks. */
  #makeRoom(client: string): boolean {
    const last = this.#queue.lastOfMost();
    if (!last || this.#queue.sizeOf(last.client) <= this.#queue.sizeOf(client) + 1) return false;
    this.#queue.remove(last.client, last);
    last.reject(queueFull());
    return true;
  }

  /** Starts the next eligible task in each idle process. */
  #dispatch(): void {
    for (const lane of this.#lanes) {
      if (lane.task) continue;
      const task = this.#queue.take(each => this.#mayRun(each));
      if (task) void this.#work(lane, task);
    }
  }

  /** Whether the task may start: alone, or next to a task of another client if exactly one of the two is long. */
  #mayRun(task: Waiting): boolean {
    const running = this.#lanes.flatMap(lane => lane.task ?? []);
    return running.every(other => other.client !== task.client && this.#isLong(other) !== this.#isLong(task));
  }

  #isLong({ client, isLong }: Waiting): boolean {
    return isLong || this.#queue.expected(client) > this.#bounds.short;
  }

  async #work(lane: Lane, task: Waiting): Promise<void> {
    lane.task = task;
    if (this.#isLong(task)) this.#long = task;
    clearTimeout(lane.idle);
    await this.#do(lane, task);
    lane.task = undefined;
    if (this.#long === task) this.#long = undefined;
    lane.idle = setTimeout(() => void endChild(lane), this.#bounds.idle).unref();
    this.#dispatch();
  }

  async #do(lane: Lane, task: Waiting, isRepeated = false): Promise<void> {
    const { module, name, input, host, client, resolve, reject } = task;
    lane.child ??= this.#start(lane);
    const { child } = lane;
    const isFresh = child.isFresh;
    let stopwatch: Stopwatch | undefined;
    let ended: Promise<void> | undefined;
    let isRepeatable = false;
    let isPutBack = false;
    const stop = (): void => {
      forget(lane, child);
      ended = child.end();
    };
    task.end = reason => {
      if (ended) return;
      reject(reason);
      stop();
    };
    const { resident = Number.POSITIVE_INFINITY } = this.#bounds;
    const hasMemoryLimit = resident !== Number.POSITIVE_INFINITY;
    const looks = setInterval(
      () => {
        if (ended || !stopwatch) return;
        const { wallTime, ownTime } = stopwatch;
        if (hasMemoryLimit && residentMemory(child.pid) > resident) task.end?.(tookTooMuch());
        else if (wallTime > this.#bounds.most) task.end?.(tookTooLong(this.#bounds.most));
        else if (wallTime > this.#bounds.contended && this.#queue.owes(client, ownTime, each => this.#isLong(each)))
          task.end?.(tookTooLong(this.#bounds.contended));
        else if (ownTime > this.#bounds.short && !this.#mayBeLong(task)) {
          isPutBack = true;
          this.#queue.add(client, task);
          stop();
        }
      },
      hasMemoryLimit ? CLOSE_LOOKS : LOOKS,
    );
    try {
      await child.load(module);
      // The start of the process does not count toward the client's usage.
      stopwatch = new Stopwatch(child.pid);
      resolve(await child.run(module, name, input, host));
    } catch (error) {
      // Earlier tasks may have filled the memory, or the operating system may have killed an arbitrary process.
      isRepeatable = error instanceof ProcessEndedError && !ended && !isRepeated && !(isFresh && error.reason === 'out-of-memory');
      if (!isRepeatable && !isPutBack) reject(isOutOfMemory(error) ? tookTooMuch() : error);
    } finally {
      clearInterval(looks);
      this.#queue.charge(client, stopwatch?.ownTime ?? 0);
      await ended;
    }
    if (isRepeatable && !ended) await this.#do(lane, task, true);
  }

  /** Marks a task as long. Returns false if another long task is running and a short task waits. */
  #mayBeLong(task: Waiting): boolean {
    task.isLong = true;
    if (this.#long === task) return true;
    if (this.#long) return !this.#queue.has(each => !this.#isLong(each));
    this.#long = task;
    this.#dispatch();
    return true;
  }

  #start(lane: Lane): ChildHandle {
    const child: ChildHandle = new ChildHandle(this.#bounds.memory, () => forget(lane, child));
    return child;
  }
}

function forget(lane: Lane, child: ChildHandle): void {
  if (lane.child === child) lane.child = undefined;
}

async function endChild(lane: Lane): Promise<void> {
  clearTimeout(lane.idle);
  const { child } = lane;
  lane.child = undefined;
  await child?.end();
}

/** Whether the heap or the stack was exhausted, or a string or array exceeded its maximum length. */
const isOutOfMemory = (error: unknown): boolean =>
  (error instanceof ProcessEndedError && error.reason !== 'unknown') ||
  (error instanceof RangeError && /^(?:Maximum call stack size exceeded|Invalid \w+ length)$/.test(error.message));

const tooManyAtOnce = (): ApiError =>
  new ApiError(message('concurrency-limit', 'Too many of your requests are still being processed. Wait for their responses first.'));

const queueFull = (): ApiError =>
  new ApiError(message('pool-queuefull', 'Too many such requests are waiting. Try again in a moment.', { key: 'pool-queuefull' }));

const tookTooLong = (milliseconds: number): ApiError =>
  new ApiError(message('timeout', `This cannot be done within ${milliseconds / 1000} seconds. Request less, or the unprocessed text.`));

const tooLate = (): ApiError =>
  new ApiError(message('timeout', 'This cannot be done within the deadline of a request. Request less, or the unprocessed text.'));

const tookTooMuch = (): ApiError =>
  new ApiError(message('memory-limit', 'This exceeds the memory limit of a request. Request less, or the unprocessed text.'));
