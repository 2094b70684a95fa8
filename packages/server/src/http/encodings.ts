import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, createBrotliCompress, createGzip, gzip, type ZlibOptions } from 'node:zlib';
import Negotiator from 'negotiator';
import { tagOf } from '../cache/validators.ts';

/** Minimum bytes for compression: smaller responses fit into one packet. */
export const THRESHOLD = 1400;
// Fast levels: the last percent costs more time than it saves.
const GZIP: ZlibOptions = { level: 3 };
const BROTLI: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };

export type Encoding = 'br' | 'gzip';

const [compressGzip, compressBrotli] = [
  promisify<Buffer, ZlibOptions, Buffer>(gzip),
  promisify<Buffer, BrotliOptions, Buffer>(brotliCompress),
];

const ENCODE: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: bytes => compressBrotli(bytes, BROTLI),
  gzip: bytes => compressGzip(bytes, GZIP),
};

/** Compresses a body that is generated while it is sent. */
export const encoderOf = (encoding: Encoding): Transform => (encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP));

/** A text or a file in each accepted content encoding, compressed once. */
export class EncodedText {
  readonly plain: Buffer;
  readonly #made = new Map<Encoding, Promise<Buffer>>();
  #tag: string | undefined;

  constructor(content: string | Buffer) {
    this.plain = Buffer.from(content);
  }
  in(encoding: Encoding): Promise<Buffer> {
    let made = this.#made.get(encoding);
    if (!made) {
      made = ENCODE[encoding](this.plain);
      this.#made.set(encoding, made);
    }
    return made;
  }
  get tag(): string {
    this.#tag ??= tagOf(this.plain);
    return this.#tag;
  }
}

/** Part of `negotiator` that its types lack. */
interface Preferring {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
}

/** Choices by header: clients of one kind send the same. */
const chosen = new Map<string, Encoding | undefined>();
const MOST_CHOSEN = 200;
/** Maximum characters of a cached header, and of a parsed header: parsing 60 KB takes longer than most responses. */
const LONGEST_CHOSEN = 100;
const LONGEST_READ = 1000;

/** Chooses the encoding for an `Accept-Encoding` header; undefined for none. */
export function encodingFor(accepted: string): Encoding | undefined {
  if (chosen.has(accepted)) return chosen.get(accepted);
  if (accepted.length > LONGEST_READ) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const [best] = (negotiator as unknown as Preferring).encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
  const encoding = best === 'br' || best === 'gzip' ? best : undefined;
  if (chosen.size < MOST_CHOSEN && accepted.length <= LONGEST_CHOSEN) chosen.set(accepted, encoding);
  return encoding;
}
