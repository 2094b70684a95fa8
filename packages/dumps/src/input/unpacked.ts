import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, rmdir, stat, statfs, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { localName } from '@wikiquery/file-storage';
import { SourceError } from '../context.ts';
import type { Progress } from '../progress.ts';
import { openFile } from './open-file.ts';
import { type DumpLocation, nameOf, shortNameOf } from './place.ts';

/** Archives within each other: there are some that hold themselves. */
const DEEPEST = 4;
/** Bytes after which it is looked whether there is room still, and those that have to be left. */
const STEP = 64 << 20;
const LEFT = 1 << 30;

/**
 * What lies in an archive and can be read only where it lies alone: archives, databases, and what is compressed with bzip2 or xz. It lies in a folder until
 * it is imported.
 */
export class Unpacked {
  readonly #folder: string;
  readonly #progress: Progress;
  /** How many archives are around each, by its path. */
  readonly #depths = new Map<string, number>();

  constructor(folder: string, progress: Progress) {
    [this.#folder, this.#progress] = [folder, progress];
  }

  /** Puts it there. Rejects with a `SourceError`. */
  async take(place: DumpLocation): Promise<DumpLocation> {
    const called = nameOf(place);
    const depth = (this.#depths.get(place.path) ?? 0) + 1;
    if (depth > DEEPEST) throw new SourceError(`More than ${DEEPEST} archives lie within each other.`);
    const key = createHash('sha1')
      .update(`${place.path}\0${place.member ?? ''}`)
      .digest('hex')
      .slice(0, 8);
    const path = join(this.#folder, key, nameIn(place));
    this.#depths.set(path, depth);
    await mkdir(dirname(path), { recursive: true });
    await this.#write(place, called, path);
    // The same bytes are the same dump when they are unpacked once more.
    const { mtime } = await stat(place.path);
    await utimes(path, mtime, mtime);
    return { path, called: shortNameOf(place), below: place.below };
  }

  /** Removes everything. */
  async clear(): Promise<void> {
    for (const path of this.#depths.keys()) await rm(dirname(path), { recursive: true, force: true });
    // It may have others.
    await rmdir(this.#folder).catch(() => undefined);
  }

  async #write(place: DumpLocation, called: string, path: string): Promise<void> {
    let size = 0;
    let looked = 0;
    this.#progress.begin(`unpacks ${called}`, 0);
    const count = async function* (this: Unpacked, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const bytes of source) {
        if (size >= looked) {
          await this.#checkRoom();
          looked = size + STEP;
        }
        size += bytes.length;
        this.#progress.update(size, { MB: Math.ceil(size / 1e6) });
        yield bytes;
      }
    }.bind(this);
    try {
      await pipeline((await openFile(place)).chunks, count, createWriteStream(path));
    } catch (error) {
      // What is good before the damage can be imported, and reading it tells what is wrong.
      if (error instanceof SourceError || size === 0) throw error instanceof SourceError ? error : new SourceError(String(error));
    } finally {
      this.#progress.end();
    }
  }

  async #checkRoom(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < LEFT)
      throw new SourceError(`There is no room to unpack it in ${this.#folder}: make room, or unpack it elsewhere.`);
  }
}

const nameIn = ({ path, member }: DumpLocation): string => localName(basename((member ?? path).replaceAll('\\', '/')), 'unpacked');
