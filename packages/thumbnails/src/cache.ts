import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** A folder with rendered thumbnails, which several processes share. Deletes the thumbnails that were not used for the longest time. */
export class ThumbnailCache {
  readonly #folder: string;
  readonly #most: number;
  /** Bytes of all files at the last sweep, and those written since. */
  #known = 0;
  #written = Number.POSITIVE_INFINITY;
  #sweeping: Promise<void> | undefined;

  /** `most`: maximum size in bytes. */
  constructor(folder: string, most: number) {
    this.#folder = folder;
    this.#most = most;
  }

  /** Returns the path of a file, if it exists. `name`: a name such as `0a1b….png` that starts with hexadecimal digits. */
  async find(name: string): Promise<string | undefined> {
    const path = this.#pathOf(name);
    const stats = await stat(path).catch(missing);
    if (!stats) return undefined;
    const now = Date.now();
    // The time of the last use, at a resolution that does not write to the disk for each request.
    if (now - stats.mtimeMs > HOUR) await utimes(path, now / 1000, now / 1000).catch(missing);
    return path;
  }

  /**
   * Creates a file with `write`, which receives a temporary path. While another process creates the same file, waits for it instead.
   * Returns the path, or the problem that `write` returned. Rejects with system errors.
   */
  async create<Problem extends string>(name: string, write: (draft: string) => Promise<Problem | undefined>): Promise<Created<Problem>> {
    const path = this.#pathOf(name);
    await mkdir(dirname(path), { recursive: true });
    const lock = `${path}.lock`;
    while (!(await this.#lock(lock))) {
      await setTimeout(PAUSE);
      if (await this.find(name)) return { path };
    }
    const draft = join(this.#folder, `.part-${process.pid}-${randomBytes(8).toString('hex')}`);
    try {
      const problem = await write(draft);
      if (problem !== undefined) return { problem };
      this.#written += (await stat(draft)).size;
      await rename(draft, path);
    } finally {
      await Promise.all([rm(draft, { force: true }), rm(lock, { force: true })]);
    }
    this.#sweep();
    return { path };
  }

  /** Resolves when no deletion of old files is running. */
  async idle(): Promise<void> {
    await this.#sweeping;
  }

  #pathOf(name: string): string {
    return join(this.#folder, name.slice(0, 2), name);
  }

  /** Creates a lock file. Returns false if another process holds the lock. */
  async #lock(path: string): Promise<boolean> {
    try {
      await (await open(path, 'wx')).close();
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const held = await stat(path).catch(missing);
      // Left by a process that was killed.
      if (held && Date.now() - held.mtimeMs > ABANDONED) await rm(path, { force: true });
      return false;
    }
  }

  /** Deletes old files if the folder may exceed its size. Processes know the files of each other only after a sweep. */
  #sweep(): void {
    const isDue = this.#known + this.#written > this.#most || this.#written > this.#most / SHARE;
    if (!isDue || this.#sweeping) return;
    this.#written = 0;
    this.#sweeping = this.#deleteOldest()
      .catch(() => undefined)
      .finally(() => {
        this.#sweeping = undefined;
      });
  }

  async #deleteOldest(): Promise<void> {
    const files: { readonly path: string; readonly size: number; readonly used: number }[] = [];
    for (const entry of await readdir(this.#folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const stats = await stat(path).catch(missing);
      if (!stats) continue;
      const isTemporary = entry.name.startsWith('.part-') || entry.name.endsWith('.lock');
      if (!isTemporary) files.push({ path, size: stats.size, used: stats.mtimeMs });
      else if (Date.now() - stats.mtimeMs > HOUR) await rm(path, { force: true });
    }
    let total = files.reduce((sum, { size }) => sum + size, 0);
    if (total > this.#most) {
      for (const { path, size } of files.sort((a, b) => a.used - b.used)) {
        if (total <= this.#most * KEPT) break;
        await rm(path, { force: true });
        total -= size;
      }
    }
    this.#known = total;
  }
}

/** A created file, or the problem that prevented it. */
export type Created<Problem> = { readonly path: string } | { readonly problem: Problem };

const HOUR = 3_600_000;
/** Milliseconds between looks for a file that another process creates. */
const PAUSE = 50;
/** Milliseconds after which a lock counts as abandoned, more than the time limit of a thumbnail. */
const ABANDONED = 60_000;
/** Part of the size after which a process looks for the files of others. */
const SHARE = 10;
/** Part of the maximum size that remains after a deletion, so that deletions are rare. */
const KEPT = 0.9;

const missing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
