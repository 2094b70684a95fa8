import { inflate, MAX_STORED } from './inflate.ts';
import { isPhpArray, type PhpArray, type PhpValue, unserialize } from './serialized/unserialize.ts';

/** Texts that the script `compressOld` stored in one row, or a pointer to such a row. */
export type HistoryBlob = { readonly items: ReadonlyMap<string, Buffer>; readonly main: string | undefined } | Pointer;

/** A text stored elsewhere: in another row of table `text` (`old_id` and key) or, before MediaWiki 1.5, in table `cur` (`cur_id`). */
export type Pointer = { readonly row: number; readonly key: string } | { readonly cur: number };

/** Parses the PHP object in a row with the flag `object`. Throws if the object is unknown or damaged, or expands to too many bytes. */
export async function readHistoryBlob(bytes: Buffer): Promise<HistoryBlob> {
  const [name, fields] = readObject(bytes.toString('latin1'));
  switch (name) {
    case 'concatenatedgziphistoryblob': {
      const stored = fields.get('mItems');
      const items = fields.get('mCompressed') ? readArray(await inflate(binary(stored))) : array(stored);
      return {
        items: new Map([...items].map(([key, item]) => [String(key), binary(item)])),
        main: optionalText(fields.get('mDefaultHash')),
      };
    }
    case 'diffhistoryblob':
      return readDiffs(readArray(await inflate(binary(fields.get('mCompressed')))));
    case 'historyblobstub':
      return { row: Number(fields.get('mOldId')), key: text(fields.get('mHash')) };
    case 'historyblobcurstub':
      return { cur: Number(fields.get('mCurId')) };
    default:
      throw new Error('The row holds a PHP object that is not a history blob.');
  }
}

export const textOf = (blob: HistoryBlob): Buffer | Pointer | undefined =>
  !('items' in blob) ? blob : blob.main === undefined ? undefined : blob.items.get(blob.main);

export const itemOf = (blob: HistoryBlob, key: string): Buffer | undefined => ('items' in blob ? blob.items.get(key) : undefined);

/** Parses a serialized object. Returns the name of its class in lower case, as PHP 4 wrote it, and its fields. */
function readObject(stored: string): readonly [name: string, fields: PhpArray] {
  // Old versions of MediaWiki serialized some objects twice.
  const inner = stored.startsWith('s:') ? unserialize(stored, 'bytes') : stored;
  const [head, name] = /^O:\d+:"(\w+)":/.exec(text(inner)) ?? damaged();
  return [(name as string).toLowerCase(), array(unserialize(`a:${text(inner).slice(head.length)}`, 'bytes'))];
}

const readArray = (bytes: Buffer): PhpArray => array(unserialize(bytes.toString('latin1'), 'bytes'));
const array = (value: PhpValue | undefined): PhpArray => (isPhpArray(value) ? value : damaged());
const binary = (value: PhpValue | undefined): Buffer => Buffer.from(text(value), 'latin1');
const optionalText = (value: PhpValue | undefined): string | undefined => (value === undefined || value === null ? undefined : text(value));

function text(value: PhpValue | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : damaged();
}

function damaged(): never {
  throw new Error('The history blob is damaged.');
}

/**
 * Reads a chain of texts, each stored as a binary patch to the previous text. `map` lists the steps from each key to the next. The oldest
 * form has a full base text and consecutive keys.
 */
function readDiffs(blob: PhpArray): HistoryBlob {
  const items = new Map<string, Buffer>();
  const base = optionalText(blob.get('base'));
  const steps = text(blob.get('map') ?? '')
    .split(',')
    .map(Number);
  let key = 0;
  let previous: Buffer = Buffer.from(base ?? '', 'latin1');
  let room = MAX_STORED - previous.length;
  if (base !== undefined) items.set('0', previous);
  for (const [at, diff] of [...array(blob.get('diffs') ?? new Map()).values()].entries()) {
    key += base === undefined ? (steps[at] ?? 0) : 1;
    previous = patch(previous, binary(diff), room);
    room -= previous.length;
    items.set(String(key), previous);
  }
  return { items, main: optionalText(blob.get('default')) };
}

const INSERT_SHORT = 1;
const COPY = 2;
const INSERT = 3;
const HEADER = 8;

/** Applies a LibXDiff binary patch: a header, then little-endian insert and copy operations. */
function patch(base: Buffer, diff: Buffer, room: number): Buffer {
  if (diff.readUInt32LE(4) !== base.length || diff.readUInt32LE(0) !== checksum(base)) damaged();
  const pieces: Buffer[] = [];
  let length = 0;
  let at = HEADER;
  while (at < diff.length) {
    const operation = diff[at++];
    let piece: Buffer;
    if (operation === COPY) {
      const offset = diff.readUInt32LE(at);
      piece = base.subarray(offset, offset + diff.readUInt32LE(at + 4));
      at += 8;
    } else if (operation === INSERT || operation === INSERT_SHORT) {
      const count = operation === INSERT ? diff.readUInt32LE(at) : diff.readUInt8(at);
      at += operation === INSERT ? 4 : 1;
      piece = diff.subarray(at, at + count);
      at += count;
    } else damaged();
    length += piece.length;
    if (length > room) throw new Error('The history blob expands to too much.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Computes Adler-32 as LibXDiff does, which starts at 0. */
function checksum(bytes: Buffer): number {
  let low = 0;
  let high = 0;
  for (let at = 0; at < bytes.length; ) {
    // After this many additions, the sums must be reduced to stay within 32 bits.
    for (const end = Math.min(at + 5552, bytes.length); at < end; at++) {
      low += bytes[at] as number;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return high * 65_536 + low;
}
