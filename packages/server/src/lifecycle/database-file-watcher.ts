import { log } from '../observability/log.ts';
import { oneLine, StartError } from '../start-error.ts';
import type { Assembled } from '../wiki/assemble.ts';
import { nextPause } from './back-off.ts';

/** Pauses between two checks of the database file in milliseconds: normally, and the maximum while the file cannot be opened. */
const BACK_OFF = { first: 300, longest: 5000 };

/** Reopens the wiki when its SQLite file is replaced or damaged. Running requests finish on the old file. */
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

  /** Serves `next` from now on. Closes the previous wiki when its running requests have finished. */
  replace(next: Assembled): void {
    const before = this.#current;
    this.#current = next;
    this.#onChange(next);
    void before.drain();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #lookLater(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .catch((error: unknown) => this.#setProblem(oneLine(error)))
        .finally(() => this.#lookLater());
    }, this.#pause).unref();
  }

  async #look(): Promise<void> {
    const { isCurrent, problem, past } = (await this.#current.database.examine?.()) ?? { isCurrent: true };
    const pause = this.#pause;
    this.#pause = BACK_OFF.first;
    if (isCurrent || problem !== undefined) this.#setProblem(problem);
    if (isCurrent || past === undefined) return;
    try {
      const before = this.#current;
      const next = await before.reopen(past);
      // Meanwhile, the server was stopped, or its settings were reloaded.
      if (this.#isStopped || before !== this.#current) return next.drain();
      this.replace(next);
      this.#setProblem(undefined);
      log('info', 'database-reopened', { sitename: next.site.general.sitename });
    } catch (error) {
      this.#setProblem(error instanceof StartError ? error.problems.join(' ') : oneLine(error));
      this.#pause = nextPause(pause, BACK_OFF);
    }
  }

  /** Sets the reason why the database is unreadable, with which requests fail; undefined if it is readable. */
  #setProblem(problem: string | undefined): void {
    const { readiness } = this.#current.health;
    if (problem !== undefined && readiness.problem === undefined) log('error', 'database-unreadable', { problem });
    readiness.problem = problem;
  }
}
