import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { base36Sha1 } from '@wikiquery/sha1';
import { type FileFacts, factsOf } from './media/facts.ts';

/** A file that was put into its place. */
export interface Stored extends FileFacts {
  readonly size: number;
  /** In base 36. */
  readonly sha1: string;
  /** An HTML page that says why there is no file, as programs that fetch them save it. */
  readonly isPage: boolean;
}

/** Bytes of a file that are looked at for metadata; of longer ones their beginning. */
const MOST_BYTES = 16 << 20;

/** Puts files into an upload folder, each whole or not at all. */
export class Store {
  readonly #folder: string;
  readonly #made = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a file to a path below the folder; `name` is its title. An empty one is not written. */
  async put(path: string, name: string, chunks: AsyncIterable<Uint8Array>): Promise<Stored> {
    const target = join(this.#folder, path);
    const hash = createHash('sha1');
    const draft = new Draft(join(this.#folder, `.part-${process.pid}`));
    this.#make(dirname(target));
    try {
      for await (const chunk of chunks) {
        hash.update(chunk);
        draft.add(chunk);
      }
      const { beginning, size } = draft;
      const facts = factsOf(name, beginning);
      const isPage = !/\.(?:html?|xml|svg|txt)$/i.test(name) && /^\s*<(?:!doctype html|html)\b/i.test(beginning.toString('latin1', 0, 200));
      if (size > 0 && !isPage) draft.keep(target);
      return { ...facts, size, sha1: base36Sha1(hash.digest('hex')), isPage };
    } finally {
      draft.end();
    }
  }

  #make(folder: string): void {
    if (this.#made.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
  }
}

/** A file that comes piece by piece. Few are long: those that are not are written at once, which takes a fraction of the time. */
class Draft {
  size = 0;
  readonly #path: string;
  readonly #pieces: Uint8Array[] = [];
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  get beginning(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  add(chunk: Uint8Array): void {
    if (this.size < MOST_BYTES) this.#pieces.push(Uint8Array.from(chunk));
    else {
      this.#file ??= this.#open();
      writeFileSync(this.#file, chunk);
    }
    this.size += chunk.length;
  }

  keep(target: string): void {
    this.#file ??= this.#open();
    renameSync(this.#path, target);
  }

  end(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #open(): number {
    const file = openSync(this.#path, 'w');
    for (const piece of this.#pieces) writeFileSync(file, piece);
    return file;
  }
}
