import { hash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Site } from '@wikiquery/core';
import { threadOptions } from '@wikiquery/hardening';
import type SQLite from 'better-sqlite3';
import { openStorage } from './storage.ts';
import type { RenderCacheChanges, WriterData } from './writer.ts';

/** Interval between writes in milliseconds. */
const WRITE_INTERVAL = 100;
/** Maximum characters of pending writes, and of a single value. Results over either limit are not cached. */
const MOST_WAITING = 16 << 20;
const MOST_VALUE = 1 << 20;
/** Minimum interval between updates of a result's last use in milliseconds. */
const USE_INTERVAL = 60_000;

/** Pause in writing after a failure, such as a full file system, in milliseconds. */
const FAILURE_PAUSE = 60_000;

/** Results that several servers share. No function throws or rejects. */
export interface SharedResults {
  find(key: string): Promise<string | undefined>;
  keep(key: string, value: string): void;
  forget(key: string): void;
}

/** Options of a {@link RenderCache}. */
export interface RenderCacheOptions {
  /** Prefix of all keys, which identifies the site configuration and the program version; see {@link scopeOf}. */
  readonly scope: string;
  /** Maximum size of all results in bytes. */
  readonly most: number;
  /** Whether to prewarm related results that are cheap, because all of them will be requested. Default: false. */
  readonly ahead?: boolean | undefined;
  /** Second level of the cache, for results that the file lacks. */
  readonly shared?: SharedResults | undefined;
}

/**
 * Caches rendered results in a file that processes share. Callers check whether a result is still valid. Reads run on the calling thread,
 * writes on a separate thread. Failures count as missing results.
 */
export class RenderCache {
  readonly ahead: boolean;
  readonly #scope: string;
  readonly #shared: SharedResults | undefined;
  readonly #writerData: WriterData;
  readonly #sqlite: SQLite.Database;
  readonly #read: SQLite.Statement<[string], { value: string; used: number }>;
  #writer: Worker | undefined;
  #added = new Map<string, string>();
  #used = new Set<string>();
  #forgotten = new Set<string>();
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #running: (() => void)[] = [];
  #isClosed = false;
  #pausedUntil = 0;

  /** Throws an Error if the file belongs to another program or cannot be created. */
  constructor(path: string, { scope, most, ahead = false, shared }: RenderCacheOptions) {
    this.ahead = ahead;
    this.#scope = scope;
    this.#shared = shared;
    this.#writerData = { path, most };
    this.#sqlite = openStorage(path, OPEN_TIMEOUT);
    this.#sqlite.pragma('query_only = on');
    this.#sqlite.pragma(`busy_timeout = ${READ_TIMEOUT}`);
    this.#read = this.#sqlite.prepare('select value, used from result where key = ?');
  }

  /** Returns the cached results by key. */
  find(keys: readonly string[]): Map<string, string> {
    const found = new Map<string, string>();
    if (this.#isClosed) return found;
    try {
      for (const key of keys) {
        const scoped = this.#scope + key;
        const waiting = this.#added.get(scoped);
        const row = waiting === undefined && !this.#forgotten.has(scoped) ? this.#read.get(scoped) : undefined;
        const value = waiting ?? row?.value;
        if (value !== undefined) found.set(key, value);
        if (row && row.used < Date.now() - USE_INTERVAL) this.#used.add(scoped);
      }
    } catch {
      // The file is damaged, or another process is recreating it.
    }
    if (this.#used.size > 0) this.#soon();
    return found;
  }

  /** Returns results of other servers by key, and caches them; returns undefined if no servers share results. */
  findShared(keys: readonly string[]): Promise<Map<string, string>> | undefined {
    const shared = this.#shared;
    if (!shared || this.#isClosed) return undefined;
    const finding = keys.map(async key => {
      const value = await shared.find(this.#scope + key);
      if (value !== undefined) this.#add(key, value);
      return value === undefined ? [] : [[key, value] as const];
    });
    return Promise.all(finding).then(found => new Map(found.flat()));
  }

  /** Whether a result of this length in characters can be cached. */
  takes(length: number): boolean {
    return length <= MOST_VALUE;
  }

  /** Caches a result, unless it is too long or too many results wait to be written. */
  keep(key: string, value: string): void {
    if (!this.#isClosed && this.takes(value.length)) this.#shared?.keep(this.#scope + key, value);
    this.#add(key, value);
  }
  #add(key: string, value: string): void {
    if (this.#isClosed || !this.takes(value.length) || this.#waiting > MOST_WAITING) return;
    this.#forgotten.delete(this.#scope + key);
    this.#drop(this.#scope + key);
    this.#added.set(this.#scope + key, value);
    this.#waiting += value.length;
    this.#soon();
  }

  /** Deletes a result. */
  forget(key: string): void {
    if (this.#isClosed) return;
    this.#drop(this.#scope + key);
    this.#forgotten.add(this.#scope + key);
    this.#shared?.forget(this.#scope + key);
    this.#soon();
  }

  #drop(scoped: string): void {
    this.#waiting -= this.#added.get(scoped)?.length ?? 0;
    this.#added.delete(scoped);
  }

  /** Resolves when all pending changes have been written or have failed. */
  async written(): Promise<void> {
    this.#send();
    if (this.#running.length === 0) return;
    this.#writer?.ref();
    await new Promise<void>(resolve => this.#afterLast(resolve));
    this.#writer?.unref();
  }

  /** Writes pending changes and closes the file. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.written();
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#writer?.terminate();
    this.#sqlite.close();
  }

  #afterLast(resolve: () => void): void {
    const last = this.#running.pop() as () => void;
    this.#running.push(() => {
      last();
      resolve();
    });
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => this.#send(), WRITE_INTERVAL).unref();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changes: RenderCacheChanges = { added: [...this.#added], used: [...this.#used], forgotten: [...this.#forgotten] };
    if (changes.added.length + changes.used.length + changes.forgotten.length === 0) return;
    const size = changes.added.reduce((sum, [, value]) => sum + value.length, 0);
    [this.#added, this.#used, this.#forgotten] = [new Map(), new Set(), new Set()];
    if (performance.now() < this.#pausedUntil) {
      this.#waiting -= size;
      return;
    }
    this.#writer ??= this.#start();
    this.#running.push(() => {
      this.#waiting -= size;
    });
    this.#writer.postMessage(changes);
  }

  #start(): Worker {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const writer = new Worker(new URL(`./writer.${extension}`, import.meta.url), threadOptions({ workerData: this.#writerData }));
    writer.unref();
    writer.on('message', () => this.#running.shift()?.());
    const onExit = () => {
      if (!this.#isClosed) this.#pausedUntil = performance.now() + FAILURE_PAUSE;
      if (this.#writer === writer) this.#writer = undefined;
      for (const done of this.#running.splice(0)) done();
    };
    writer.on('error', onExit).on('exit', onExit);
    return writer;
  }
}

/** Maximum wait for locks of other processes in milliseconds: on opening, and on reading, which blocks the event loop. */
const OPEN_TIMEOUT = 5000;
const READ_TIMEOUT = 20;

/** Returns the scope of a wiki: a digest of everything outside the database that results depend on, including the program version. */
export function scopeOf({ lang, info, configuration }: Site, version: string): string {
  const { time: _time, ...general } = (info.general ?? {}) as Record<string, unknown>;
  const { statistics: _statistics, ...rest } = info as Record<string, unknown>;
  return `${hash('sha256', JSON.stringify([version, lang, { ...rest, general }, configuration]), 'base64url').slice(0, 22)}:`;
}
