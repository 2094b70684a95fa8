import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { ownOptions, threadOptions } from '@wikiquery/hardening';
import { LuaFailure } from './lua-failure.ts';
import type { FromHost, FromWorker } from './protocol.ts';

/** What a call of a function of Lua came to: `ok` with its text, or what was wrong. */
export interface Outcome {
  readonly outcome: string;
  readonly text: string;
}

/** Answers what Lua asks. Throws LuaFailure with what is said to the module. */
export type Answerer = (name: string, values: readonly unknown[]) => Promise<unknown>;

/** Milliseconds of processor time that the functions of one page may take together, and of the clock while it is their turn: tasks end after ten seconds. */
const MOST_TIME = 4000;
const MOST_WAIT = 6000;
/** Between looks at the clock. */
const LOOK = 50;

/** Lua is not there any more. */
export class Ended extends Error {
  readonly reason: 'time' | 'memory' | 'closed';
  constructor(reason: Ended['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const idle: Machine[] = [];
/** Threads that wait for the next page. */
const MOST_IDLE = 1;

/** A thread with a Lua, for one page at a time. Time counts while Lua has its turn. */
export class Machine {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));
  /** Calls that wait for each other, innermost last. */
  readonly #calls: PromiseWithResolvers<Outcome>[] = [];
  #answerer: Answerer = async () => undefined;
  #used = 0;
  #waited = 0;
  #began = 0;
  #since: NodeJS.CpuUsage | undefined;
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
        // The program reports that it is out of memory.
        stdout: true,
        stderr: true,
      }),
    );
    this.#worker.on('error', () => this.#end('memory'));
    this.#worker.on('exit', () => this.#end('closed'));
    this.#port.on('message', (message: FromWorker) => void this.#take(message));
    this.#rest();
  }

  /** One with a new Lua. */
  static take(answerer: Answerer): Machine {
    const machine = idle.pop() ?? new Machine();
    machine.#answerer = answerer;
    machine.#used = 0;
    machine.#waited = 0;
    machine.#send({ kind: 'open' });
    return machine;
  }

  /** Calls a function; within the answer to a question, too. Rejects with Ended. */
  async call(title: string, name: string, frame: number): Promise<Outcome> {
    if (this.#isGone) throw new Ended('closed');
    const call = Promise.withResolvers<Outcome>();
    this.#calls.push(call);
    this.#run({ kind: 'call', title, name, frame });
    return call.promise;
  }

  /** Makes room for the next page. */
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
      const value = await this.#answerer(message.name, message.values);
      this.#run({ kind: 'answer', value });
    } catch (error) {
      if (error instanceof LuaFailure) this.#run({ kind: 'answer', failure: error.message });
      else this.#fail(error);
    }
  }

  #run(message: FromHost): void {
    if (this.#isGone) return;
    this.#since = process.cpuUsage();
    this.#began = performance.now();
    this.#worker.ref();
    this.#port.ref();
    this.#watch ??= setInterval(() => {
      if (!this.#since) return;
      const waited = this.#waited + performance.now() - this.#began;
      if (this.#used + this.#passed() > MOST_TIME || waited > MOST_WAIT) this.#end('time');
    }, LOOK);
    this.#send(message);
  }

  #send(message: FromHost): void {
    this.#port.postMessage(message);
    Atomics.add(this.#signal, 0, 1);
    Atomics.notify(this.#signal, 0);
  }

  #passed(): number {
    if (!this.#since) return 0;
    const { user, system } = process.cpuUsage(this.#since);
    return (user + system) / 1000;
  }

  /** It is somebody else's turn. */
  #stop(): void {
    this.#used += this.#passed();
    if (this.#since) this.#waited += performance.now() - this.#began;
    this.#since = undefined;
  }

  #rest(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#worker.unref();
    this.#port.unref();
  }

  #end(reason: Ended['reason']): void {
    this.#fail(new Ended(reason));
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
