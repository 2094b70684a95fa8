import { isUtf8 } from 'node:buffer';
import { parentPort } from 'node:worker_threads';
import { freezeIntrinsics } from '@wikiquery/hardening';
import { messageOf } from '../context.ts';
import type { DumpLocation } from '../input/location.ts';
import { type OpenFile, openFile } from '../input/open-file.ts';
import { encodingOf, HTTP_HEADERS } from '../input/signatures.ts';
import type { DumpSite, FileProblem, Item, PageItem } from '../items.ts';
import { DumpError, DumpReader } from './reader.ts';

freezeIntrinsics();

export interface ReadTask {
  readonly place: DumpLocation;
  readonly skip: number;
  readonly namespaces: readonly number[] | undefined;
  readonly limit: number;
}

export type ReadRequest = ReadTask | 'next';

export type ReadMessage =
  | { readonly kind: 'site'; readonly site: DumpSite }
  | ReadBatch
  | { readonly kind: 'end'; readonly problem: FileProblem | undefined };

export interface ReadBatch {
  readonly kind: 'batch';
  readonly items: readonly Item[];
  readonly warnings: readonly FileProblem[];
  readonly position: number;
  readonly read: number;
}

const PIECE = 64 << 10;
const MAX_ITEMS = 2000;
const MAX_TEXT = 1 << 20;
const MAX_WAITING = 2;

const post = (message: ReadMessage): void => parentPort?.postMessage(message);

let reading: Reading | undefined;

parentPort?.on('message', async (message: ReadRequest) => {
  if (message === 'next') reading?.written();
  else {
    reading = new Reading(message, await openFile(message.place));
    await reading.read();
  }
});

class Reading {
  readonly #task: ReadTask;
  readonly #file: OpenFile;
  #items: Item[] = [];
  #warnings: FileProblem[] = [];
  #size = 0;
  #position = 0;
  #page: PageItem | undefined;
  /** Whether the current page passes the filter, and whether its page item was posted. */
  #isSelected = true;
  #isPagePosted = false;
  #selected = 0;
  #waiting = 0;
  #wake = (): void => undefined;

  constructor(task: ReadTask, file: OpenFile) {
    [this.#task, this.#file] = [task, file];
  }

  written(): void {
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
          if (this.#items.length >= MAX_ITEMS || this.#size >= MAX_TEXT) this.#post(this.#position);
          await this.#room();
          if (this.#selected > limit) break;
        }
        if (this.#selected > limit) break;
      }
      if (this.#selected <= limit) reader.close();
      this.#post(this.#position);
      post({ kind: 'end', problem: undefined });
    } catch (error) {
      this.#post(this.#position);
      const problem = error instanceof DumpError ? error.problem : reader.problem(messageOf(error));
      post({ kind: 'end', problem });
    }
  }

  async #room(): Promise<void> {
    while (this.#waiting >= MAX_WAITING) {
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
  }

  #take(item: Item): void {
    const { namespaces, limit, skip } = this.#task;
    if (item.kind === 'page') {
      this.#page = item;
      this.#isPagePosted = false;
      this.#isSelected = namespaces === undefined || item.namespace === undefined || namespaces.includes(item.namespace);
      if (this.#isSelected) this.#selected++;
    } else if (item.kind === 'log') this.#selected++;
    if (this.#selected > limit) this.#isSelected = false;
    this.#position++;
    if (!this.#isSelected || this.#position <= skip) return;
    // The items of a resumed page start with its page item again.
    if (item.kind !== 'log' && item.kind !== 'page' && !this.#isPagePosted && this.#page) this.#items.push(this.#page);
    this.#isPagePosted = true;
    const own = sizeOf(item);
    // Posts the items before a large one first, so that they are written even if the large one cannot be.
    if (own > MAX_TEXT) this.#post(this.#position - 1);
    this.#items.push(item);
    this.#size += own;
  }

  #post(end: number): void {
    if (this.#items.length === 0 && this.#warnings.length === 0) return;
    post({ kind: 'batch', items: this.#items, warnings: this.#warnings, position: end, read: this.#file.position() });
    [this.#items, this.#warnings, this.#size] = [[], [], 0];
    this.#waiting++;
  }
}

function sizeOf(item: Item): number {
  if (item.kind === 'revision') return item.slots.reduce((sum, { text = '' }) => sum + text.length + 200, item.comment.length);
  return item.kind === 'log' ? item.params.length + item.comment.length + 200 : 200;
}

/** Returns a function that decodes bytes. UTF-16 is detected from its byte order mark. Invalid UTF-8 becomes U+FFFD, with a warning. */
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
  let warnings = 0;
  let rest = Buffer.alloc(0);
  return chunk => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = wholeCharacters(bytes);
    rest = Buffer.from(bytes.subarray(end));
    const whole = bytes.subarray(0, end);
    if (!isUtf8(whole) && warnings++ === 0) warn('Some bytes near here are not valid UTF-8. They become U+FFFD.');
    return utf8.decode(whole, { stream: true });
  };
}

/** Returns the position of an incomplete last character, or the length if the last character is complete. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
