import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ownOptions, processEnvironment } from '@wikiquery/hardening';
import { type BirpcReturn, createBirpc } from 'birpc';
import type { ChildCalls, HostCalls } from './calls.ts';
import { slicedChannel } from './sliced-channel.ts';

/** Thrown if the process ended during a task: V8 was out of memory, the process was killed (usually by the system, for memory), or it failed otherwise. */
export class ProcessEndedError extends Error {
  readonly reason: 'out-of-memory' | 'killed' | 'unknown';

  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(`The process for long tasks ended (${signal ?? code}).`);
    this.reason = isOutOfMemory(code, signal) ? 'out-of-memory' : signal === 'SIGKILL' ? 'killed' : 'unknown';
  }
}

type Host = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/**
 * A process that runs tasks, from the side of the server; it is given one at a time. It is no thread, because resource limits of threads do not
 * hold where one built-in function allocates much: then V8 ends the whole process.
 */
export class ChildHandle {
  readonly #child: ChildProcess;
  readonly #calls: BirpcReturn<ChildCalls, HostCalls>;
  readonly #kill = (): void => void this.#child.kill('SIGKILL');
  /** Resolves when the process is gone. */
  readonly #gone = Promise.withResolvers<void>();
  #failure: Error | undefined;
  /** Rejects what is called now. A promise that lived as long as the process would keep the results of all calls that it was raced with. */
  #abandon: ((error: Error) => void) | undefined;
  #host: Host = {};
  #hostFailure: { readonly error: unknown } | undefined;
  #isFresh = true;

  /** Megabytes that the heap may have. */
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
        // V8 prints pages of text when memory is used up; failures of tasks are returned as errors.
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
          // Copies of errors lose their class.
          this.#hostFailure ??= { error };
          throw new Error('The server could not answer a task.');
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

  /** Whether it has run no task yet, so that its memory belongs to the present task. */
  get isFresh(): boolean {
    return this.#isFresh;
  }

  /** Resolves when the process has started and read the module. */
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

  /** Resolves when its memory is free again. */
  async end(): Promise<void> {
    this.#kill();
    await this.#gone.promise;
  }

  /** Idle, it does not keep a server alive that wants to stop. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

/** V8 aborts; on Windows the exit code differs. */
const isOutOfMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL' || code === 134;
