import { createHash } from 'node:crypto';
import { closeSync, writeFileSync } from 'node:fs';
import type { ContainedFolder, DraftFile } from '@wikiquery/file-storage';
import { base36Sha1 } from '@wikiquery/text-storage';
import { factsOf, type UploadFacts } from './media/facts.ts';

export interface Stored extends UploadFacts {
  readonly size: number;
  readonly sha1: string;
  /** Whether the file is an HTML error page that a download tool saved. */
  readonly isPage: boolean;
}

const MAX_BUFFERED = 16 << 20;

export class Store {
  readonly #folder: ContainedFolder;

  constructor(folder: ContainedFolder) {
    this.#folder = folder;
  }

  /** Writes a file to a path in the folder. Does not keep an empty file, an HTML error page, or a file without the expected SHA-1. */
  async put(path: string, name: string, chunks: AsyncIterable<Uint8Array>, expectedSha1?: string): Promise<Stored> {
    const hash = createHash('sha1');
    const draft = new Draft(this.#folder);
    try {
      for await (const chunk of chunks) {
        hash.update(chunk);
        draft.add(chunk);
      }
      const { beginning, size } = draft;
      const facts = factsOf(name, beginning);
      const isPage = !/\.(?:html?|xml|svg|txt)$/i.test(name) && /^\s*<(?:!doctype html|html)\b/i.test(beginning.toString('latin1', 0, 200));
      const sha1 = base36Sha1(hash.digest('hex'));
      if (size > 0 && !isPage && (expectedSha1 === undefined || expectedSha1 === sha1)) draft.keep(path);
      return { ...facts, size, sha1, isPage };
    } finally {
      draft.end();
    }
  }
}

/** A file that arrives in chunks. Short files are buffered and written at once, which is much faster. */
class Draft {
  size = 0;
  readonly #folder: ContainedFolder;
  readonly #pieces: Uint8Array[] = [];
  #file: DraftFile | undefined;

  constructor(folder: ContainedFolder) {
    this.#folder = folder;
  }

  get beginning(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  add(chunk: Uint8Array): void {
    if (this.size < MAX_BUFFERED) this.#pieces.push(Uint8Array.from(chunk));
    else {
      const { descriptor } = this.#file ?? this.#open();
      writeFileSync(descriptor, chunk);
    }
    this.size += chunk.length;
  }

  keep(path: string): void {
    this.#folder.keep(this.#file ?? this.#open(), path);
  }

  end(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file.descriptor);
    this.#folder.discard(this.#file);
  }

  #open(): DraftFile {
    const file = this.#folder.draft();
    // Set before the first write, so that the file is removed if the disk is full.
    this.#file = file;
    for (const piece of this.#pieces) writeFileSync(file.descriptor, piece);
    return file;
  }
}
