import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, rmdir, stat, statfs, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { localName } from '@wikiquery/file-storage';
import { SourceError } from '../context.ts';
import { type Progress, reportBytes } from '../progress.ts';
import { type DumpLocation, nameOf, shortNameOf } from './location.ts';
import { openFile } from './open-file.ts';

/** Maximum depth of nested archives, because some archives contain themselves. */
const MAX_DEPTH = 4;
/** Bytes between two checks of the free disk space, and minimum free bytes. */
const CHECK_INTERVAL = 64 << 20;
const MIN_FREE = 1 << 30;

/** Unpacks archive members that must be files to be read: archives, databases, bzip2 and xz. Removes them after the import. */
export class UnpackedFiles {
  readonly #folder: string;
  readonly #progress: Progress;
  readonly #depths = new Map<string, number>();

  constructor(folder: string, progress: Progress) {
    [this.#folder, this.#progress] = [folder, progress];
  }

  /** Unpacks a member into the folder. Returns its location. Rejects with a `SourceError`. */
  async take(place: DumpLocation): Promise<DumpLocation> {
    const depth = (this.#depths.get(place.path) ?? 0) + 1;
    if (depth > MAX_DEPTH) throw new SourceError(`Archives are nested more than ${MAX_DEPTH} levels deep. Unpack the inner ones first.`);
    const key = createHash('sha1')
      .update(`${place.path}\0${place.member ?? ''}`)
      .digest('hex')
      .slice(0, 8);
    const path = join(this.#folder, key, nameIn(place));
    this.#depths.set(path, depth);
    await mkdir(dirname(path), { recursive: true });
    await this.#write(place, path);
    // A repeated import must recognize the dump, so the file gets the time of its archive.
    const { mtime } = await stat(place.path);
    await utimes(path, mtime, mtime);
    return { path, called: shortNameOf(place), below: place.below };
  }

  async clear(): Promise<void> {
    for (const path of this.#depths.keys()) await rm(dirname(path), { recursive: true, force: true });
    // Other imports may still use the folder.
    await rmdir(this.#folder).catch(() => undefined);
  }

  async #write(place: DumpLocation, path: string): Promise<void> {
    let size = 0;
    let nextCheck = 0;
    this.#progress.begin(`unpacking ${nameOf(place)}`, 0);
    const count = reportBytes(this.#progress, 0, async (bytes, before) => {
      if (before >= nextCheck) {
        await this.#checkRoom();
        nextCheck = before + CHECK_INTERVAL;
      }
      size = before + bytes.length;
    });
    try {
      await pipeline((await openFile(place)).chunks, count, createWriteStream(path));
    } catch (error) {
      // The part before the damage can be imported. The import reports the damage when it reaches it.
      if (error instanceof SourceError || size === 0) throw error instanceof SourceError ? error : new SourceError(String(error));
    } finally {
      this.#progress.end();
    }
  }

  async #checkRoom(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < MIN_FREE)
      throw new SourceError(`The disk of ${this.#folder} is full. Free some space, or unpack the archive elsewhere.`);
  }
}

const nameIn = ({ path, member }: DumpLocation): string => localName(basename((member ?? path).replaceAll('\\', '/')), 'unpacked');
