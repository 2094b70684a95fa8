import { isUtf8 } from 'node:buffer';
import { parentPort, workerData } from 'node:worker_threads';
import { openFile } from '../input/open-file.ts';
import type { Place } from '../input/place.ts';
import type { DumpSite, Item, PageItem, Problem } from '../items.ts';
import { DumpError, DumpReader } from './reader.ts';

export interface ReadTask {
  readonly place: Place;
  /** Items that were read before. */
  readonly skip: number;
  /** Ids; undefined for all. */
  readonly namespaces: readonly number[] | undefined;
  /** Pages, or log entries. */
  readonly limit: number;
}

export type ReadMessage =
  | { readonly kind: 'site'; readonly site: DumpSite }
  | ReadBatch
  /** With the problem that ended it too early. */
  | { readonly kind: 'end'; readonly problem: Problem | undefined };

export interface ReadBatch {
  readonly kind: 'batch';
  readonly items: readonly Item[];
  readonly warnings: readonly Problem[];
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

const task = workerData as ReadTask;
const post = (message: ReadMessage): void => parentPort?.postMessage(message);
const file = await openFile(task.place);

let items: Item[] = [];
let warnings: Problem[] = [];
let size = 0;
let position = 0;
let page: PageItem | undefined;
/** Whether the page that is read is wanted, and whether its item was handed out. */
let isWanted = true;
let isBegun = false;
let wanted = 0;

let waiting = 0;
let wake = (): void => undefined;
parentPort?.on('message', () => {
  waiting--;
  wake();
});

await read();
parentPort?.close();

async function read(): Promise<void> {
  const reader = new DumpReader({ site: site => post({ kind: 'site', site }), item: take, warn: problem => warnings.push(problem) });
  const room = async (): Promise<void> => {
    while (waiting >= MOST_WAITING) {
      await new Promise<void>(resolve => {
        wake = resolve;
      });
    }
  };
  try {
    const decode = decoder(problem => warnings.push(reader.problem(problem)));
    for await (const chunk of file.chunks) {
      for (let at = 0; at < chunk.length; at += PIECE) {
        reader.write(decode(chunk.subarray(at, at + PIECE)));
        if (items.length >= MOST_ITEMS || size >= MOST_TEXT) handOut(position);
        await room();
        if (wanted > task.limit) break;
      }
      if (wanted > task.limit) break;
    }
    if (wanted <= task.limit) reader.close();
    handOut(position);
    post({ kind: 'end', problem: undefined });
  } catch (error) {
    handOut(position);
    const problem = error instanceof DumpError ? error.problem : reader.problem(error instanceof Error ? error.message : String(error));
    post({ kind: 'end', problem });
  }
}

function take(item: Item): void {
  if (item.kind === 'page') {
    page = item;
    isBegun = false;
    isWanted = task.namespaces === undefined || item.namespace === undefined || task.namespaces.includes(item.namespace);
    if (isWanted) wanted++;
  } else if (item.kind === 'log') wanted++;
  if (wanted > task.limit) isWanted = false;
  position++;
  if (!isWanted || position <= task.skip) return;
  // A page whose first revisions were read before is told anew.
  if (item.kind !== 'log' && item.kind !== 'page' && !isBegun && page) items.push(page);
  isBegun = true;
  const own = sizeOf(item);
  // If it cannot be written, what stands before it is.
  if (own > MOST_TEXT) handOut(position - 1);
  items.push(item);
  size += own;
}

/** Gives away the items up to a position in the file. */
function handOut(end: number): void {
  if (items.length === 0 && warnings.length === 0) return;
  post({ kind: 'batch', items, warnings, position: end, read: file.position() });
  [items, warnings, size] = [[], [], 0];
  waiting++;
}

/** About as many characters as an item has. */
function sizeOf(item: Item): number {
  if (item.kind === 'revision') return item.slots.reduce((sum, { text = '' }) => sum + text.length + 200, item.comment.length);
  return item.kind === 'log' ? item.params.length + item.comment.length + 200 : 200;
}

/** Bytes as text. Some that are not UTF-8 become U+FFFD, with a warning; another encoding cannot be read. */
function decoder(warn: (problem: string) => void): (chunk: Uint8Array) => string {
  const utf8 = new TextDecoder('utf-8');
  let isFirst = true;
  let told = 0;
  let rest = Buffer.alloc(0);
  return chunk => {
    if (isFirst && ((chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff))) {
      throw new Error('The file is in UTF-16; a dump is in UTF-8.');
    }
    isFirst = false;
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
