import { hash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Site } from '@wikiquery/core';
import { threadOptions } from '@wikiquery/hardening';
import type SQLite from 'better-sqlite3';
import { openStorage } from './storage.ts';
import type { RenderCacheChanges, WriterData } from './writer.ts';

/** Milliseconds between writes. */
const WRITE_INTERVAL = 100;
/** Characters of waiting changes, and of one value. Results beyond these limits are not cached. */
const MOST_WAITING = 16 << 20;
const MOST_VALUE = 1 << 20;
/** Milliseconds between updates of the last use of a result. */
const USE_INTERVAL = 60_000;

/** Milliseconds without writes after a failure, such as a full file system. */
const FAILURE_PAUSE = 60_000;

export interface RenderCacheOptions {
  /** Key prefix of the wiki and the program version, see `scopeOf`. */
  readonly scope: string;
  /** Maximum bytes of all results. */
  readonly most: number;
  /** Whether to prewarm cheap related results, because all of them will be requested. */
  readonly ahead?: boolean | undefined;
}

/**
 * Caches results in a file that processes share. Callers check whether a result is still valid. Reads run on the calling thread, writes on a
 * separate thread. Failures count as missing results.
 */
export class RenderCache {
  readonly ahead: boolean;
  readonly #scope: string;
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

  /** Throws an Error for a file of another program, or one that cannot be created. */
  constructor(path: string, { scope, most, ahead = false }: RenderCacheOptions) {
    this.ahead = ahead;
    this.#scope = scope;
    this.#writerData = { path, most };
    this.#sqlite = openStorage(path, OPEN_TIMEOUT);
    this.#sqlite.pragma('query_only = on');
    this.#sqlite.pragma(`busy_timeout = ${READ_TIMEOUT}`);
    this.#read = this.#sqlite.prepare('select value, used from result where key = ?');
  }

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
      // The file is damaged, or another process recreates it.
    }
    if (this.#used.size > 0) this.#soon();
    return found;
  }

  takes(length: number): boolean {
    return length <= MOST_VALUE;
  }

  keep(key: string, value: string): void {
    if (this.#isClosed || !this.takes(value.length) || this.#waiting > MOST_WAITING) return;
    this.#forgotten.delete(this.#scope + key);
    this.#drop(this.#scope + key);
    this.#added.set(this.#scope + key, value);
    this.#waiting += value.length;
    this.#soon();
  }

  forget(key: string): void {
    if (this.#isClosed) return;
    this.#drop(this.#scope + key);
    this.#forgotten.add(this.#scope + key);
    this.#soon();
  }

  #drop(scoped: string): void {
    this.#waiting -= this.#added.get(scoped)?.length ?? 0;
    this.#added.delete(scoped);
  }

  async written(): Promise<void> {
    this.#send();
    if (this.#running.length === 0) return;
    this.#writer?.ref();
    await new Promise<void>(resolve => this.#afterLast(resolve));
    this.#writer?.unref();
  }

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

/** Milliseconds to wait for other processes on opening, and on reading, which blocks the event loop. */
const OPEN_TIMEOUT = 5000;
const READ_TIMEOUT = 20;

/** Returns a digest of everything outside the database that results depend on, the program version included. */
export function scopeOf({ lang, info, configuration }: Site, version: string): string {
  const { time: _time, ...general } = (info.general ?? {}) as Record<string, unknown>;
  const { statistics: _statistics, ...rest } = info as Record<string, unknown>;
  return `${hash('sha256', JSON.stringify([version, lang, { ...rest, general }, configuration]), 'base64url').slice(0, 22)}:`;
}
