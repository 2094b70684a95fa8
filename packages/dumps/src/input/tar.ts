/** A file, folder or link in a tar: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06 */
export interface TarEntry {
  readonly name: string;
  readonly size: number;
  readonly time: Date | undefined;
  readonly isFile: boolean;
  readonly isLink: boolean;
  /** Content of the file. It must be read before the next entry; unread bytes are skipped. */
  readonly body: AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
const MAX_EXTRA = 1 << 20;

/** Yields the entries of a tar. Throws at a truncated or damaged part, after all entries before it. */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(chunks);
  try {
    let extra: Extra = {};
    for (let block = await bytes.take(BLOCK); block && !isEmpty(block); block = await bytes.take(BLOCK)) {
      const header = readHeader(block);
      const size = extra.size ?? header.size;
      const padding = -size & (BLOCK - 1);
      if ('xLgK'.includes(header.type)) {
        if (size > MAX_EXTRA) throw new Error(`A tar header has ${size} bytes; the limit is ${MAX_EXTRA}.`);
        extra = { ...extra, ...readExtra(header.type, (await bytes.take(size)) ?? Buffer.alloc(0)) };
        await bytes.skip(padding);
        continue;
      }
      const body = new Body(bytes, size);
      const isFile = header.type === '0' || header.type === '\0' || header.type === '7';
      const isLink = header.type === '1' || header.type === '2';
      yield { name: extra.name ?? header.name, size, time: header.time, isFile: isFile && !header.name.endsWith('/'), isLink, body };
      await body.skip();
      await bytes.skip(padding);
      extra = {};
    }
  } finally {
    await bytes.end();
  }
}

interface Extra {
  readonly name?: string;
  readonly size?: number;
}

const isEmpty = (block: Buffer): boolean => block.every(byte => byte === 0);

function readHeader(block: Buffer) {
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  if (numberAt(block, 148, 8) !== sum) throw new Error('The archive is damaged: a tar header is invalid. Download it again.');
  const isPosix = block.toString('latin1', 257, 263) === 'ustar\0';
  const [name, prefix] = [textAt(block, 0, 100), isPosix ? textAt(block, 345, 155) : ''];
  const seconds = numberAt(block, 136, 12);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size: numberAt(block, 124, 12),
    time: seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : undefined,
    type: String.fromCharCode(block[156] ?? 0),
  };
}

function textAt(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
}

/** Parses octal digits, or a binary number if the highest bit of the first byte is set. */
function numberAt(block: Buffer, at: number, length: number): number {
  const field = block.subarray(at, at + length);
  const isBinary = ((field[0] ?? 0) & 0x80) !== 0;
  const value = isBinary
    ? field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0)
    : Number.parseInt(field.toString('latin1').replaceAll(/[\0 ]/g, '') || '0', 8);
  if (!Number.isSafeInteger(value)) throw new Error('The archive is damaged: a number in a tar header is invalid. Download it again.');
  return value;
}

function readExtra(type: string, data: Buffer): Extra {
  if (type === 'L') return { name: textAt(data, 0, data.length) };
  if (type !== 'x') return {};
  const found: { name?: string; size?: number } = {};
  // Each record starts with its length: `18 path=Größe.png`.
  for (let at = 0; at < data.length; ) {
    const length = Number.parseInt(data.toString('latin1', at, at + 20), 10);
    if (!(length > 0)) break;
    const [, key, value = ''] = /^\d+ ([^=]+)=([\s\S]*)\n$/.exec(data.toString('utf8', at, at + length)) ?? [];
    if (key === 'path') found.name = value;
    if (key === 'size' && Number.isSafeInteger(Number(value))) found.size = Number(value);
    at += length;
  }
  return found;
}

class Body implements AsyncIterable<Uint8Array> {
  readonly #bytes: ByteReader;
  #left: number;

  constructor(bytes: ByteReader, size: number) {
    [this.#bytes, this.#left] = [bytes, size];
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    while (this.#left > 0) {
      const piece = await this.#bytes.some(this.#left);
      this.#left -= piece.length;
      yield piece;
    }
  }

  async skip(): Promise<void> {
    await this.#bytes.skip(this.#left);
    this.#left = 0;
  }
}

/** Reads requested numbers of bytes from chunks of any size. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#pieces = chunks[Symbol.asyncIterator]();
  }

  /** Returns 1 to `maximum` bytes. `name` is named in the error for a truncated archive. */
  async some(maximum: number, name = 'an entry'): Promise<Uint8Array> {
    if (!(await this.#fill())) throw new Error(`The archive is truncated within ${name}. Download it again.`);
    const piece = this.#rest.subarray(0, maximum);
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  async take(size: number): Promise<Buffer | undefined> {
    if (size > 0 && !(await this.#fill())) return undefined;
    const pieces: Uint8Array[] = [];
    for (let left = size; left > 0; left -= pieces.at(-1)?.length ?? 0) pieces.push(await this.some(left));
    return Buffer.concat(pieces);
  }

  async skip(size: number): Promise<void> {
    for (let left = size; left > 0; ) left -= (await this.some(left)).length;
  }

  async end(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #fill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const next = await this.#pieces.next();
      if (next.done) return false;
      this.#rest = next.value;
    }
    return true;
  }
}
