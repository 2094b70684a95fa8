import { type Title, titleKey } from '@wikiquery/core';

/** Receives the changes of a wiki from a change feed. */
export interface ChangeReceiver {
  /** The feed delivers all changes from now on. Earlier changes may be missing. */
  connected(): void;
  /** The feed delivers no changes for the time being. */
  disconnected(): void;
  changed(pages: Iterable<Title>): void;
}

export interface RecentChangesOptions {
  /** Maximum age of a cached response in milliseconds. Older changes are forgotten. */
  readonly lifetime: number;
  /** Milliseconds after a change in which a database server may still return the data before the change. */
  readonly settling: number;
}

/** Maximum age in milliseconds of a cached response while no changes are delivered. */
const UNCONNECTED = 1000;
/** Maximum age in milliseconds of a response that was computed shortly after a change, or that depends on any change. */
const SHORT = 400;
/** Maximum number of remembered pages. If there are more, the oldest are forgotten, and responses from before their changes expire. */
const MOST = 100_000;

/**
 * Remembers when each page last changed, as reported by a change feed, to determine how long cached responses are valid. Times are those
 * of `performance.now()`.
 */
export class RecentChanges implements ChangeReceiver {
  readonly #options: RecentChangesOptions;
  /** Time of the last change by title, oldest first. */
  readonly #pages = new Map<string, number>();
  #last = Number.NEGATIVE_INFINITY;
  /** Time since which all changes are known. */
  #since = Number.POSITIVE_INFINITY;

  constructor(options: RecentChangesOptions) {
    this.#options = options;
  }

  connected(): void {
    this.#since = performance.now();
  }

  disconnected(): void {
    this.#since = Number.POSITIVE_INFINITY;
  }

  changed(pages: Iterable<Title>): void {
    this.#last = performance.now();
    for (const { namespace, dbkey } of pages) {
      const key = titleKey(namespace, dbkey);
      // Deleting the key first moves it to the end.
      this.#pages.delete(key);
      this.#pages.set(key, this.#last);
    }
    this.#forget();
  }

  /**
   * Returns the maximum age of a response in milliseconds. `read`: time at which its data was read or checked. `pages`: the only pages on
   * which it depends, if any.
   */
  lifetimeOf(read: number, pages: readonly Title[] | undefined): number {
    const { lifetime, settling } = this.#options;
    if (read < this.#since) return Math.min(lifetime, UNCONNECTED);
    const changed = pages ? this.#lastOf(pages) : this.#last;
    if (read > changed + settling) return lifetime;
    return pages && read <= changed ? 0 : Math.min(lifetime, SHORT);
  }

  #lastOf(pages: readonly Title[]): number {
    let last = Number.NEGATIVE_INFINITY;
    for (const { namespace, dbkey } of pages) last = Math.max(last, this.#pages.get(titleKey(namespace, dbkey)) ?? last);
    return last;
  }

  #forget(): void {
    const oldest = this.#last - this.#options.lifetime - this.#options.settling;
    for (const [key, changed] of this.#pages) {
      if (changed >= oldest && this.#pages.size <= MOST) return;
      this.#pages.delete(key);
      if (changed >= oldest) this.#since = Math.max(this.#since, changed);
    }
  }
}
