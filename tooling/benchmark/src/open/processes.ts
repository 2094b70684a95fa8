import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { OpenLoad, OpenResult } from './generator.ts';

/** A server that does nothing for as long as this with each request, in as many processes. */
export class BareServer {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: number) {
    [this.#process, this.port] = [process, port];
  }

  static async start(workers: number, milliseconds: number): Promise<BareServer> {
    const child = fork(join(import.meta.dirname, 'bare-server.ts'), [String(workers), String(milliseconds)]);
    const [port] = (await once(child, 'message')) as [number];
    return new BareServer(child, port);
  }

  [Symbol.dispose](): void {
    this.#process.kill();
  }
}

/** A process that puts one load after the other. */
export class LoadProcess {
  readonly #process;

  /** `isFirst`: goes before other processes, where it may. */
  constructor(isFirst: boolean) {
    this.#process = fork(join(import.meta.dirname, 'load-process.ts'), isFirst ? ['first'] : [], { serialization: 'advanced' });
  }

  async put(load: OpenLoad): Promise<OpenResult> {
    this.#process.send(load);
    const [result] = (await once(this.#process, 'message')) as [OpenResult];
    return result;
  }

  end(): void {
    this.#process.kill();
  }
}
