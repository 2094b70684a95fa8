import { hash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Site } from '@wikiquery/core';
import { threadOptions } from '@wikiquery/hardening';
import type SQLite from 'better-sqlite3';
import { openStorage } from './storage.ts';
import type { RenderCacheChanges, WriterData } from './writer.ts';

/** Milliseconds for which changes are gathered. */
const GATHERED = 100;
/** Characters that wait to be written, and of one value: what is beyond is not kept. */
const MOST_WAITING = 16 << 20;
const MOST_VALUE = 1 << 20;
/** Milliseconds after which it is noted again that something was used. */
const NOTED = 60_000;

/** Milliseconds for which nothing is written after the thread failed: the file system may be full. */
const REST = 60_000;

export interface RenderCacheOptions {
  /** What all results of this wiki and of this program depend on. */
  readonly scope: string;
  /** Bytes of all results. */
  readonly most: number;
  /** Everything will be asked for: whoever makes a result may keep others that cost little beside it. */
  readonly ahead?: boolean | undefined;
}

/**
 * Results in a file that several processes share, and that outlasts them. Who asks says whether what was kept is still true: nothing here knows. It is read on the
 * thread of the caller, by key, and written on one of its own. What cannot be read or written is not there.
 */
export class RenderCache {
  readonly ahead: boolean;
  readonly #scope: string;
  readonly #writerData: WriterData;
  readonly #sqlite: SQLite.Database;
  readonly #read: SQLite.Statement<[string], { value: string; used: number }>;
  #writer: Worker | undefined;
  #kept = new Map<string, string>();
  #used = new Set<string>();
  #forgotten = new Set<string>();
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Writings that are not answered yet. */
  readonly #running: (() => void)[] = [];
  #isClosed = false;
  #restsUntil = 0;

  /** Throws an Error for a file that is something else, or cannot be made. */
  constructor(path: string, { scope, most, ahead = false }: RenderCacheOptions) {
    this.ahead = ahead;
    this.#scope = scope;
    this.#writerData = { path, most };
    this.#sqlite = openStorage(path, PATIENCE_AT_START);
    this.#sqlite.pragma('query_only = on');
    this.#sqlite.pragma(`busy_timeout = ${PATIENCE}`);
    this.#read = this.#sqlite.prepare('select value, used from result where key = ?');
  }

  /** What is kept of these keys. */
  find(keys: readonly string[]): Map<string, string> {
    const found = new Map<string, string>();
    if (this.#isClosed) return found;
    try {
      for (const key of keys) {
        const scoped = this.#scope + key;
        const waiting = this.#kept.get(scoped);
        const row = waiting === undefined && !this.#forgotten.has(scoped) ? this.#read.get(scoped) : undefined;
        const value = waiting ?? row?.value;
        if (value !== undefined) found.set(key, value);
        if (row && row.used < Date.now() - NOTED) this.#used.add(scoped);
      }
    } catch {
      // A damaged file, or one that another process makes anew.
    }
    if (this.#used.size > 0) this.#soon();
    return found;
  }

  /** Whether a value of so many characters is kept at all. */
  takes(length: number): boolean {
    return length <= MOST_VALUE;
  }

  keep(key: string, value: string): void {
    if (this.#isClosed || !this.takes(value.length) || this.#waiting > MOST_WAITING) return;
    this.#forgotten.delete(this.#scope + key);
    this.#drop(this.#scope + key);
    this.#kept.set(this.#scope + key, value);
    this.#waiting += value.length;
    this.#soon();
  }

  /** It is true no more. */
  forget(key: string): void {
    if (this.#isClosed) return;
    this.#drop(this.#scope + key);
    this.#forgotten.add(this.#scope + key);
    this.#soon();
  }

  #drop(scoped: string): void {
    this.#waiting -= this.#kept.get(scoped)?.length ?? 0;
    this.#kept.delete(scoped);
  }

  /** Ends when all that was kept until now is written. */
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
    this.#timer ??= setTimeout(() => this.#send(), GATHERED).unref();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changes: RenderCacheChanges = { kept: [...this.#kept], used: [...this.#used], forgotten: [...this.#forgotten] };
    if (changes.kept.length + changes.used.length + changes.forgotten.length === 0) return;
    const size = changes.kept.reduce((sum, [, value]) => sum + value.length, 0);
    [this.#kept, this.#used, this.#forgotten] = [new Map(), new Set(), new Set()];
    if (performance.now() < this.#restsUntil) {
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
    const gone = () => {
      if (!this.#isClosed) this.#restsUntil = performance.now() + REST;
      if (this.#writer === writer) this.#writer = undefined;
      for (const done of this.#running.splice(0)) done();
    };
    writer.on('error', gone).on('exit', gone);
    return writer;
  }
}

/** Milliseconds that opening waits for other processes, and reading: it holds up everybody. */
const PATIENCE_AT_START = 5000;
const PATIENCE = 20;

/** Stands for all of a wiki that results depend on and that no table tells, and for the version of the program. */
export function scopeOf({ lang, info, configuration }: Site, version: string): string {
  const { time: _time, ...general } = (info.general ?? {}) as Record<string, unknown>;
  const { statistics: _statistics, ...rest } = info as Record<string, unknown>;
  return `${hash('sha256', JSON.stringify([version, lang, { ...rest, general }, configuration]), 'base64url').slice(0, 22)}:`;
}
