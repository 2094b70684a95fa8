import type { Past } from '@wikiquery/database';
import { log } from '../observability/log.ts';
import { oneLine, StartError } from '../start-error.ts';
import type { Assembled } from '../wiki/assemble.ts';
import { fileVersion } from '../wiki/site-file.ts';
import { nextPause } from './back-off.ts';

/** Pauses between two checks of the files in milliseconds: normally, and the maximum while the database cannot be opened. */
const BACK_OFF = { first: 300, longest: 5000 };

/**
 * Reopens the wiki when its SQLite file is replaced or damaged, or its site configuration changes. Running requests finish on the old file.
 * All processes check the files, so that they use the same version.
 */
export class DatabaseFileWatcher {
  #current: Assembled;
  readonly #onChange: (next: Assembled) => void;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;
  #pause = BACK_OFF.first;
  /** Versions of the site configuration at the last check, and of one that was rejected. */
  #siteVersion: string | undefined;
  #rejectedSite: string | undefined;

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
    if (isCurrent) return this.#lookAtSite();
    if (past === undefined) return;
    try {
      const next = await this.#reopen(past);
      if (!next) return;
      this.#setProblem(undefined);
      log('info', 'database-reopened', { sitename: next.site.general.sitename });
    } catch (error) {
      this.#setProblem(error instanceof StartError ? error.problems.join(' ') : oneLine(error));
      this.#pause = nextPause(pause, BACK_OFF);
    }
  }

  /** Reopens the wiki if its site configuration has changed. If the new one has problems, the server keeps the previous one. */
  async #lookAtSite(): Promise<void> {
    const { siteFile } = this.#current;
    if (!siteFile) return;
    const version = await fileVersion(siteFile.path);
    // While a program writes the file, its version changes between two checks.
    const isWritten = version !== undefined && version === this.#siteVersion;
    this.#siteVersion = version;
    if (!isWritten || version === siteFile.version || version === this.#rejectedSite) return;
    try {
      const next = await this.#reopen(undefined);
      if (next) log('info', 'reloaded', { site: siteFile.path });
    } catch (error) {
      this.#rejectedSite = version;
      log('error', 'not-reloaded', { problems: error instanceof StartError ? error.problems : [oneLine(error)] });
    }
  }

  /** Resolves to undefined if, meanwhile, the server was stopped or its settings were reloaded. */
  async #reopen(past: Past | undefined): Promise<Assembled | undefined> {
    const before = this.#current;
    const next = await before.reopen(past);
    if (this.#isStopped || before !== this.#current) {
      await next.drain();
      return undefined;
    }
    this.replace(next);
    return next;
  }

  /** Sets the reason why the database is unreadable, with which requests fail; undefined if it is readable. */
  #setProblem(problem: string | undefined): void {
    const { readiness } = this.#current.health;
    if (problem !== undefined && readiness.problem === undefined) log('error', 'database-unreadable', { problem });
    readiness.problem = problem;
  }
}
