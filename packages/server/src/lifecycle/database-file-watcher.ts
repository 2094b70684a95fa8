import { log } from '../observability/log.ts';
import { oneLine, StartError } from '../start-error.ts';
import type { Assembled } from '../wiki/assemble.ts';
import { nextPause } from './back-off.ts';

/** Milliseconds between two looks at the file of the database; more, up to the most, while the one that is there cannot be opened. */
const BACK_OFF = { first: 300, longest: 5000 };

/**
 * Keeps serving what lies at the address of the database when its file is replaced, damaged or gone for a while: whatever was read from it at the start
 * is made anew, while requests that run finish on the file that they began with. Database servers see to that themselves.
 */
export class DatabaseFileWatcher {
  #current: Assembled;
  readonly #onChange: (next: Assembled) => void;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;
  #pause = BACK_OFF.first;

  constructor(first: Assembled, onChange: (next: Assembled) => void) {
    this.#current = first;
    this.#onChange = onChange;
    this.#lookLater();
  }

  get current(): Assembled {
    return this.#current;
  }

  /** From now on another one is served. */
  replace(next: Assembled): void {
    const before = this.#current;
    this.#current = next;
    this.#onChange(next);
    void before.drain();
  }

  /** Looks no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #lookLater(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .catch((error: unknown) => this.#tell(oneLine(error)))
        .finally(() => this.#lookLater());
    }, this.#pause).unref();
  }

  async #look(): Promise<void> {
    const { isCurrent, problem, past } = (await this.#current.database.examine?.()) ?? { isCurrent: true };
    const pause = this.#pause;
    this.#pause = BACK_OFF.first;
    if (isCurrent || problem !== undefined) this.#tell(problem);
    if (isCurrent || past === undefined) return;
    try {
      const before = this.#current;
      const next = await before.reopen(past);
      // Settings were taken meanwhile.
      if (this.#isStopped || before !== this.#current) return next.drain();
      this.replace(next);
      this.#tell(undefined);
      log('info', 'database-reopened', { sitename: next.site.general.sitename });
    } catch (error) {
      this.#tell(error instanceof StartError ? error.problems.join(' ') : oneLine(error));
      this.#pause = nextPause(pause, BACK_OFF);
    }
  }

  /** What everybody is told instead of an answer; undefined for nothing. */
  #tell(problem: string | undefined): void {
    const { readiness } = this.#current.health;
    if (problem !== undefined && readiness.problem === undefined) log('error', 'database-unreadable', { problem });
    readiness.problem = problem;
  }
}
