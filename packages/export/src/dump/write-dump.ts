import type { Writable } from 'node:stream';
import { NS } from '@wikiquery/core';
import { chunkWriter } from '../output.ts';
import { FOOTER, header } from './header.ts';
import { logs } from './logs.ts';
import { type PageDumpOptions, pages } from './pages.ts';
import { copyFilesWithoutPage } from './uploads.ts';
import type { DumpedWiki } from './wiki.ts';

/** Options of `writeDump`. */
export interface DumpOptions extends PageDumpOptions {
  /** Whether to write pages. */
  readonly withPages: boolean;
  /** Whether to write the entries of public logs. */
  readonly withLogs: boolean;
  /** Called after each part of the dump. */
  onProgress?(counts: DumpCounts): void;
}

/** Number of exported pages, revisions and log entries, and of written bytes. */
export interface DumpCounts {
  pages: number;
  revisions: number;
  entries: number;
  bytes: number;
}

/** Writes a dump as MediaWiki's `dumpBackup.php` does, without suppressed content. Does not end the stream. Returns the counts. */
export async function writeDump(wiki: DumpedWiki, options: DumpOptions, out: Writable): Promise<DumpCounts> {
  const counts: DumpCounts = { pages: 0, revisions: 0, entries: 0, bytes: 0 };
  const sink = new Sink(out);
  await sink.put([header(wiki.site, options.schema)]);
  if (options.withPages) {
    for await (const part of pages(wiki, options)) {
      counts.pages += part.pages;
      counts.revisions += part.revisions;
      await sink.put(part.xml);
      options.onProgress?.({ ...counts, bytes: sink.bytes });
    }
  }
  const isOfAllFiles = !options.titles && (options.namespaces?.includes(NS.FILE) ?? true);
  if (options.withPages && options.uploads && isOfAllFiles) await copyFilesWithoutPage(wiki, options.uploads);
  if (options.withLogs) {
    for await (const part of logs(wiki)) {
      counts.entries += part.entries;
      await sink.put(part.xml);
      options.onProgress?.({ ...counts, bytes: sink.bytes });
    }
  }
  await sink.put([FOOTER]);
  await sink.flush();
  return { ...counts, bytes: sink.bytes };
}

const CHUNK = 1 << 20;

/** Writes strings as UTF-8 through one reusable buffer. */
class Sink {
  bytes = 0;
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  readonly #chunk = Buffer.allocUnsafe(CHUNK);
  #used = 0;

  constructor(out: Writable) {
    this.#write = chunkWriter(out);
  }

  async put(texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      // A UTF-16 code unit has at most three bytes in UTF-8.
      if (text.length * 3 > CHUNK - this.#used) await this.flush();
      if (text.length * 3 > CHUNK) {
        const bytes = Buffer.from(text);
        this.bytes += bytes.length;
        await this.#write(bytes);
      } else {
        const written = this.#chunk.write(text, this.#used);
        this.#used += written;
        this.bytes += written;
      }
    }
  }

  async flush(): Promise<void> {
    if (this.#used > 0) await this.#write(this.#chunk.subarray(0, this.#used));
    this.#used = 0;
  }
}
