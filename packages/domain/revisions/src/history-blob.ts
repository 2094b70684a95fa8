import { inflateRawSync } from 'node:zlib';
import { unserialize } from 'php-serialize';

/** Several texts in one row, as MediaWiki's `compressOld` scripts leave them, or the address of one. */
export type HistoryBlob = { readonly items: ReadonlyMap<string, string>; readonly main: string | undefined } | Pointer;

/** A text that is kept in another row. */
export interface Pointer {
  /** `old_id`. */
  readonly row: number;
  readonly key: string;
}

/** Reads the PHP object of a row with the flag `object`. Throws when it is none of MediaWiki's. */
export function readHistoryBlob(bytes: Buffer): HistoryBlob {
  const object = readObject(bytes);
  if (object instanceof ConcatenatedGzipHistoryBlob) {
    const items = object.mCompressed ? readArray(inflate(text(object.mItems))) : (object.mItems as Values);
    return { items: new Map(Object.entries(items).map(([key, item]) => [key, utf8(item)])), main: optionalText(object.mDefaultHash) };
  }
  if (object instanceof DiffHistoryBlob) return readDiffs(readArray(inflate(object.mCompressed)));
  if (object instanceof HistoryBlobStub) return { row: Number(object.mOldId), key: text(object.mHash) };
  throw new Error('The row holds a PHP object that is no history blob.');
}

/** The text that the row itself stands for. */
export const textOf = (blob: HistoryBlob): string | Pointer | undefined =>
  'row' in blob ? blob : blob.main === undefined ? undefined : blob.items.get(blob.main);

/** One text of several. */
export const itemOf = (blob: HistoryBlob, key: string): string | undefined => ('row' in blob ? undefined : blob.items.get(key));

// The names and the fields are those of MediaWiki's classes: PHP wrote them into the database. Strings hold bytes, one a character.
class ConcatenatedGzipHistoryBlob {
  mCompressed: unknown;
  mItems: unknown;
  mDefaultHash: unknown;
}
class DiffHistoryBlob {
  mCompressed = '';
}
class HistoryBlobStub {
  mOldId: unknown;
  mHash: unknown;
}

const CLASSES = Object.fromEntries(
  [ConcatenatedGzipHistoryBlob, DiffHistoryBlob, HistoryBlobStub].flatMap(type => [
    [type.name, type],
    // PHP 4 wrote class names in lower case.
    [type.name.toLowerCase(), type],
  ]),
);

type Values = Readonly<Record<string, unknown>>;

function readObject(bytes: Buffer): unknown {
  const value: unknown = unserialize(bytes as never, CLASSES, { encoding: 'binary' });
  // A bug of old versions serialized twice.
  return typeof value === 'string' ? unserialize(Buffer.from(value, 'latin1') as never, CLASSES, { encoding: 'binary' }) : value;
}

const readArray = (bytes: Buffer): Values => unserialize(bytes as never, {}, { encoding: 'binary' }) as Values;
const inflate = (binary: string): Buffer => inflateRawSync(Buffer.from(binary, 'latin1'));
const utf8 = (binary: unknown): string => Buffer.from(text(binary), 'latin1').toString();
const optionalText = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : text(value));

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new Error('The history blob is damaged.');
}

/** A chain of texts, each as the difference from the one before; `map` tells, as steps, which text each of them is. */
function readDiffs({ diffs, map, default: main }: Values): HistoryBlob {
  const items = new Map<string, string>();
  const steps = text(map ?? '')
    .split(',')
    .map(Number);
  let key = 0;
  let previous: Buffer = Buffer.alloc(0);
  for (const [at, diff] of Object.values((diffs as Values | undefined) ?? {}).entries()) {
    key += steps[at] ?? 0;
    previous = patch(previous, Buffer.from(text(diff), 'latin1'));
    items.set(String(key), previous.toString());
  }
  return { items, main: optionalText(main) };
}

const INSERT_SHORT = 1;
const COPY = 2;
const INSERT = 3;
/** Checksum and length of the text before. */
const HEADER = 8;

/** Applies a binary difference of LibXDiff: a header, then texts to insert and pieces of the base to copy. Numbers are little-endian. */
function patch(base: Buffer, diff: Buffer): Buffer {
  if (diff.readUInt32LE(4) !== base.length) throw new Error('The difference belongs to another text.');
  const pieces: Buffer[] = [];
  let at = HEADER;
  while (at < diff.length) {
    const operation = diff[at++];
    if (operation === COPY) {
      const offset = diff.readUInt32LE(at);
      pieces.push(base.subarray(offset, offset + diff.readUInt32LE(at + 4)));
      at += 8;
    } else if (operation === INSERT || operation === INSERT_SHORT) {
      const length = operation === INSERT ? diff.readUInt32LE(at) : diff.readUInt8(at);
      at += operation === INSERT ? 4 : 1;
      pieces.push(diff.subarray(at, at + length));
      at += length;
    } else throw new Error('The difference is damaged.');
  }
  return Buffer.concat(pieces);
}
