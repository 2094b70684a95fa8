import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { ownOptions, threadOptions } from '@wikiquery/hardening';
import { LuaFailure } from './lua-failure.ts';
import type { FromHost, FromWorker } from './protocol.ts';

/** Result of a call: `ok` with the returned text, or the kind of error. */
export interface Outcome {
  readonly outcome: string;
  readonly text: string;
}

/** Runs a host function for Lua. Throws LuaFailure for errors to raise in Lua. */
export type Host = (name: string, values: readonly unknown[]) => Promise<unknown>;

/**
 * Limits in milliseconds for all Lua functions of a page: CPU time, and wall-clock time while Lua runs.
 * They are below the limit for tasks, which is ten seconds.
 */
const MOST_TIME = 4000;
const MOST_WAIT = 6000;
const LOOK = 50;

export class LuaEnded extends Error {
  readonly reason: 'time' | 'memory' | 'closed';
  constructor(reason: LuaEnded['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const idle: LuaThread[] = [];
const MOST_IDLE = 1;

/** A thread that runs Lua for one page at a time. Only time spent in Lua counts toward the time limits. */
export class LuaThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));
  /** Pending nested calls, innermost last. */
  readonly #calls: PromiseWithResolvers<Outcome>[] = [];
  #host: Host = async () => undefined;
  #opened: Promise<unknown> = Promise.resolve();
  /** CPU time that the thread had used, in milliseconds, when it began to run Lua for the page. */
  #usedBefore: Promise<number | undefined> = Promise.resolve(0);
  #waited = 0;
  /** Time at which Lua began to run, unless it waits for a host function. */
  #began: number | undefined;
  #isGone = false;
  #watch: NodeJS.Timeout | undefined;

  private constructor() {
    const { port1, port2 } = new MessageChannel();
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    this.#port = port1;
    this.#worker = new Worker(
      new URL(`./worker.${extension}`, import.meta.url),
      threadOptions({
        workerData: { port: port2, signal: this.#signal },
        transferList: [port2],
        env: ownOptions({}),
        // Discards the report that the interpreter prints when it runs out of memory.
        stdout: true,
        stderr: true,
      }),
    );
    this.#worker.on('error', () => this.#end('memory'));
    this.#worker.on('exit', () => this.#end('closed'));
    this.#port.on('message', (message: FromWorker) => void this.#take(message));
    this.#rest();
  }

  static take(host: Host): LuaThread {
    const thread = idle.pop() ?? new LuaThread();
    thread.#host = host;
    thread.#waited = 0;
    thread.#opened = thread.#sendCall({ kind: 'open' });
    // Each call reports the error.
    thread.#opened.catch(() => {});
    thread.#usedBefore = thread.#opened.then(() => thread.#used());
    return thread;
  }

  /** Calls a Lua function; host functions can make nested calls. Rejects with LuaEnded if the thread ends. */
  async call(title: string, name: string, frame: number): Promise<Outcome> {
    await this.#opened;
    this.#run();
    return this.#sendCall({ kind: 'call', title, name, frame });
  }

  #sendCall(message: FromHost): Promise<Outcome> {
    if (this.#isGone) throw new LuaEnded('closed');
    const call = Promise.withResolvers<Outcome>();
    this.#calls.push(call);
    this.#worker.ref();
    this.#port.ref();
    this.#send(message);
    return call.promise;
  }

  close(): void {
    if (this.#isGone) return;
    if (this.#calls.length > 0 || idle.length >= MOST_IDLE) this.#end('closed');
    else idle.push(this);
  }

  async #take(message: FromWorker): Promise<void> {
    this.#stop();
    if (message.kind === 'done') {
      this.#rest();
      this.#calls.pop()?.resolve(message);
      return;
    }
    try {
      const value = await this.#host(message.name, message.values);
      this.#answer({ kind: 'answer', value });
    } catch (error) {
      if (error instanceof LuaFailure) this.#answer({ kind: 'answer', failure: error.message });
      else this.#fail(error);
    }
  }

  #answer(message: FromHost): void {
    if (this.#isGone) return;
    this.#run();
    this.#send(message);
  }

  /** Measures the time that Lua runs. */
  #run(): void {
    this.#began = performance.now();
    this.#watch ??= setInterval(() => void this.#look(), LOOK);
  }

  async #look(): Promise<void> {
    if (this.#began === undefined) return;
    if (this.#waited + performance.now() - this.#began > MOST_WAIT) {
      this.#end('time');
      return;
    }
    const usedBefore = this.#usedBefore;
    const [before, now] = await Promise.all([usedBefore, this.#used()]);
    const isSamePage = usedBefore === this.#usedBefore && this.#began !== undefined;
    if (isSamePage && before !== undefined && now !== undefined && now - before > MOST_TIME) this.#end('time');
  }

  /** CPU time of the thread in milliseconds, or undefined if it has ended. A thread that waits responds when it runs again. */
  async #used(): Promise<number | undefined> {
    const usage = await this.#worker.cpuUsage().catch(() => undefined);
    return usage && (usage.user + usage.system) / 1000;
  }

  #send(message: FromHost): void {
    this.#port.postMessage(message);
    Atomics.add(this.#signal, 0, 1);
    Atomics.notify(this.#signal, 0);
  }

  /** Stops measuring time while a host function runs. */
  #stop(): void {
    if (this.#began !== undefined) this.#waited += performance.now() - this.#began;
    this.#began = undefined;
  }

  #rest(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#worker.unref();
    this.#port.unref();
  }

  #end(reason: LuaEnded['reason']): void {
    this.#fail(new LuaEnded(reason));
  }

  #fail(error: unknown): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#rest();
    const at = idle.indexOf(this);
    if (at >= 0) idle.splice(at, 1);
    for (const { reject } of this.#calls.splice(0)) reject(error);
    void this.#worker.terminate();
  }
}
