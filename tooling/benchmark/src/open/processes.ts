import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { OpenLoad, OpenResult } from './generator.ts';

/** A process that puts one load after the other. */
export class LoadProcess {
  readonly #process = fork(join(import.meta.dirname, 'load-process.ts'), { serialization: 'advanced' });

  async put(load: OpenLoad): Promise<OpenResult> {
    this.#process.send(load);
    const [result] = (await once(this.#process, 'message')) as [OpenResult];
    return result;
  }

  end(): void {
    this.#process.kill();
  }
}
