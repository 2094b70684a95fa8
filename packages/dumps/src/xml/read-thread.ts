import { isUtf8 } from 'node:buffer';
import { parentPort } from 'node:worker_threads';
import { freezeIntrinsics } from '@wikiquery/hardening';
import { type OpenFile, openFile } from '../input/open-file.ts';
import type { DumpLocation } from '../input/place.ts';
import { encodingOf, HTTP_HEADERS } from '../input/signatures.ts';
import type { DumpSite, FileProblem, Item, PageItem } from '../items.ts';
import { DumpError, DumpReader } from './reader.ts';

freezeIntrinsics();

export interface ReadTask {
  readonly place: DumpLocation;
  /** Items that were read before. */
  readonly skip: number;
  /** Ids; undefined for all. */
  readonly namespaces: readonly number[] | undefined;
  /** Pages, or log entries. */
  readonly limit: number;
}

/** A file to read, when the one before was read to its end; or that a batch was written. */
export type ReadRequest = ReadTask | 'next';

export type ReadMessage =
  | { readonly kind: 'site'; readonly site: DumpSite }
  | ReadBatch
  /** With the problem that ended it too early. */
  | { readonly kind: 'end'; readonly problem: FileProblem | undefined };

export interface ReadBatch {
  readonly kind: 'batch';
  readonly items: readonly Item[];
  readonly warnings: readonly FileProblem[];
  /** Items of the file up to here. */
  readonly position: number;
  /** Bytes of the file as it lies on the disk. */
  readonly read: number;
}

/** Bytes that are read before the batch is looked at. */
const PIECE = 64 << 10;
const MOST_ITEMS = 2000;
/** Characters of a batch. */
const MOST_TEXT = 1 << 20;
/** Batches that may wait for the one who writes them. */
const MOST_WAITING = 2;

const post = (message: ReadMessage): void => parentPort?.postMessage(message);

/** What is read, until the next task. */
let reading: Reading | undefined;

parentPort?.on('message', async (message: ReadRequest) => {
  if (message === 'next') reading?.taken();
  else {
    reading = new Reading(message, await openFile(message.place));
    await reading.read();
  }
});

/** The reading of one file. */
class Reading {
  readonly #task: ReadTask;
  readonly #file: OpenFile;
  #items: Item[] = [];
  #warnings: FileProblem[] = [];
  #size = 0;
  #position = 0;
  #page: PageItem | undefined;
  /** Whether the page that is read is wanted, and whether its item was handed out. */
  #isWanted = true;
  #isBegun = false;
  #wanted = 0;
  #waiting = 0;
  #wake = (): void => undefined;

  constructor(task: ReadTask, file: OpenFile) {
    [this.#task, this.#file] = [task, file];
  }

  /** A batch was written. */
  taken(): void {
    this.#waiting--;
    this.#wake();
  }

  async read(): Promise<void> {
    const { limit } = this.#task;
    const reader = new DumpReader({
      site: site => post({ kind: 'site', site }),
      item: item => this.#take(item),
      warn: problem => this.#warnings.push(problem),
    });
    try {
      const decode = decoder(problem => this.#warnings.push(reader.problem(problem)));
      for await (const chunk of this.#file.chunks) {
        for (let at = 0; at < chunk.length; at += PIECE) {
          reader.write(decode(chunk.subarray(at, at + PIECE)));
          if (this.#items.length >= MOST_ITEMS || this.#size >= MOST_TEXT) this.#handOut(this.#position);
          await this.#room();
          if (this.#wanted > limit) break;
        }
        if (this.#wanted > limit) break;
      }
      if (this.#wanted <= limit) reader.close();
      this.#handOut(this.#position);
      post({ kind: 'end', problem: undefined });
    } catch (error) {
      this.#handOut(this.#position);
      const problem = error instanceof DumpError ? error.problem : reader.problem(error instanceof Error ? error.message : String(error));
      post({ kind: 'end', problem });
    }
  }

  async #room(): Promise<void> {
    while (this.#waiting >= MOST_WAITING) {
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  #take(item: Item): void {
    const { namespaces, limit, skip } = this.#task;
    if (item.kind === 'page') {
      this.#page = item;
      this.#isBegun = false;
      this.#isWanted = namespaces === undefined || item.namespace === undefined || namespaces.includes(item.namespace);
      if (this.#isWanted) this.#wanted++;
    } else if (item.kind === 'log') this.#wanted++;
    if (this.#wanted > limit) this.#isWanted = false;
    this.#position++;
    if (!this.#isWanted || this.#position <= skip) return;
    // A page whose first revisions were read before is told anew.
    if (item.kind !== 'log' && item.kind !== 'page' && !this.#isBegun && this.#page) this.#items.push(this.#page);
    this.#isBegun = true;
    const own = sizeOf(item);
    // If it cannot be written, what stands before it is.
    if (own > MOST_TEXT) this.#handOut(this.#position - 1);
    this.#items.push(item);
    this.#size += own;
  }

  /** Gives away the items up to a position in the file. */
  #handOut(end: number): void {
    if (this.#items.length === 0 && this.#warnings.length === 0) return;
    post({ kind: 'batch', items: this.#items, warnings: this.#warnings, position: end, read: this.#file.position() });
    [this.#items, this.#warnings, this.#size] = [[], [], 0];
    this.#waiting++;
  }
}

/** About as many characters as an item has. */
function sizeOf(item: Item): number {
  if (item.kind === 'revision') return item.slots.reduce((sum, { text = '' }) => sum + text.length + 200, item.comment.length);
  return item.kind === 'log' ? item.params.length + item.comment.length + 200 : 200;
}

/** Bytes as text. Some that are not UTF-8 become U+FFFD, with a warning; UTF-16 is known by its mark. */
function decoder(warn: (problem: string) => void): (chunk: Uint8Array) => string {
  let decode: ((chunk: Uint8Array) => string) | undefined;
  return chunk => {
    if (decode) return decode(chunk);
    const encoding = encodingOf(chunk);
    const utf16 = new TextDecoder(encoding);
    decode = encoding === 'utf-8' ? utf8Decoder(warn) : bytes => utf16.decode(bytes, { stream: true });
    return decode(chunk).replace(HTTP_HEADERS, '');
  };
}

function utf8Decoder(warn: (problem: string) => void): (chunk: Uint8Array) => string {
  const utf8 = new TextDecoder('utf-8');
  let told = 0;
  let rest = Buffer.alloc(0);
  return chunk => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = wholeCharacters(bytes);
    rest = Buffer.from(bytes.subarray(end));
    const whole = bytes.subarray(0, end);
    if (!isUtf8(whole) && told++ === 0) warn('There are bytes that are not UTF-8 hereabouts; U+FFFD stands for them.');
    return utf8.decode(whole, { stream: true });
  };
}

/** Where the last character begins if it is not complete, else the end. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
