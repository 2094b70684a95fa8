import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ownOptions, processEnvironment } from '@wikiquery/hardening';
import { type BirpcReturn, createBirpc } from 'birpc';
import type { ChildCalls, HostCalls } from './calls.ts';
import { slicedChannel } from './sliced-channel.ts';

/** Thrown if the process ended during a task: out of memory, killed (usually by the system, to free memory), or for another reason. */
export class ProcessEndedError extends Error {
  readonly reason: 'out-of-memory' | 'killed' | 'unknown';

  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(`The process for long tasks ended (${signal ?? code}).`);
    this.reason = isOutOfMemory(code, signal) ? 'out-of-memory' : signal === 'SIGKILL' ? 'killed' : 'unknown';
  }
}

type Host = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/**
 * Server side of a process that runs one task at a time. It cannot be a thread, because a large allocation in a built-in function bypasses
 * the resource limits of threads and ends the whole process.
 */
export class ChildHandle {
  readonly #child: ChildProcess;
  readonly #calls: BirpcReturn<ChildCalls, HostCalls>;
  readonly #kill = (): void => void this.#child.kill('SIGKILL');
  /** Resolves when the process has ended. */
  readonly #gone = Promise.withResolvers<void>();
  #failure: Error | undefined;
  /** Rejects the current call. A promise with the lifetime of the process would retain the results of all calls raced with it. */
  #abandon: ((error: Error) => void) | undefined;
  #host: Host = {};
  #hostFailure: { readonly error: unknown } | undefined;
  #isFresh = true;

  /** `megabytes`: maximum heap size. `onGone` is called when the process has ended. */
  constructor(megabytes: number, onGone: () => void) {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const limits = [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=8', '--single-threaded-gc'];
    const child = fork(
      fileURLToPath(new URL(`./child.${extension}`, import.meta.url)),
      [],
      ownOptions<ForkOptions>({
        execArgv: [...process.execArgv, ...limits],
        env: processEnvironment(),
        serialization: 'advanced',
        // Output is discarded, such as V8's out-of-memory report. Failures of tasks are returned as errors.
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      }),
    );
    this.#child = child;
    const gone = (error: Error): void => {
      process.off('exit', this.#kill);
      onGone();
      this.#failure ??= error;
      this.#abandon?.(error);
      this.#gone.resolve();
    };
    child.on('error', gone);
    child.on('exit', (code, signal) => gone(new ProcessEndedError(code, signal)));
    process.on('exit', this.#kill);
    const host: HostCalls = {
      call: async (name, args) => {
        try {
          return await this.#host[name]?.(...args);
        } catch (error) {
          // The error is kept in this process, because serialized errors lose their class.
          this.#hostFailure ??= { error };
          throw new Error('A server function of the task failed.');
        }
      },
    };
    const channel = slicedChannel(
      slice => child.connected && child.send(slice, () => undefined),
      take => child.on('message', take),
    );
    this.#calls = createBirpc<ChildCalls, HostCalls>(host, channel);
    this.#rest();
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Whether the process has not run a task yet, so that all of its memory will belong to the next task. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** Resolves when the process has started and loaded the module. */
  load(module: string): Promise<void> {
    return this.#busy(this.#calls.load(module));
  }

  async run(module: string, name: string, input: unknown, host: object): Promise<unknown> {
    this.#isFresh = false;
    this.#host = host as Host;
    this.#hostFailure = undefined;
    try {
      return await this.#busy(this.#calls.run(module, name, input));
    } catch (error) {
      const failure = this.#hostFailure as { readonly error: unknown } | undefined;
      throw failure ? failure.error : error;
    } finally {
      this.#host = {};
    }
  }

  async #busy<T>(call: Promise<T>): Promise<T> {
    this.#child.ref();
    this.#child.channel?.ref();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    call.then(resolve, reject);
    this.#abandon = reject;
    if (this.#failure) reject(this.#failure);
    try {
      return await promise;
    } finally {
      this.#abandon = undefined;
      this.#rest();
    }
  }

  /** Kills the process. Resolves when its memory is released. */
  async end(): Promise<void> {
    this.#kill();
    await this.#gone.promise;
  }

  /** Lets the server exit while the process is idle. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

/** Whether V8 aborted the process because of exhausted memory. On Windows there is an exit code instead of a signal. */
const isOutOfMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL' || code === 134;
