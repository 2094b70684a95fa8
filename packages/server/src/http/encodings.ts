import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, createBrotliCompress, createGzip, gzip, type ZlibOptions } from 'node:zlib';
import Negotiator from 'negotiator';
import { tagOf } from '../cache/validators.ts';

/** Minimum length of a body that is compressed: a shorter one fits into one packet. */
export const THRESHOLD = 1400;
// Fast levels: the last percent of compression costs more time than it saves.
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

/** Creates a stream that compresses a body while it is generated and sent. */
export const encoderOf = (encoding: Encoding): Transform => (encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP));

/** A text or a file, which is compressed once for each content encoding that clients accept. */
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

/** Method signature that the types of `negotiator` lack. */
interface Preferring {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
}

/** Negotiated encodings, cached by `Accept-Encoding` header: clients of the same kind send the same header. */
const chosen = new Map<string, Encoding | undefined>();
const MOST_CHOSEN = 200;
/** Maximum characters of a header that is cached, and of one that is parsed: parsing 60 KB takes longer than most responses. */
const LONGEST_CHOSEN = 100;
const LONGEST_READ = 1000;

/** Returns the best encoding for an `Accept-Encoding` header; undefined for no compression. */
export function encodingFor(accepted: string): Encoding | undefined {
  if (chosen.has(accepted)) return chosen.get(accepted);
  if (accepted.length > LONGEST_READ) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const [best] = (negotiator as unknown as Preferring).encodings(['br', 'gzip', 'identity'], { preferred: ['br', 'gzip'] });
  const encoding = best === 'br' || best === 'gzip' ? best : undefined;
  if (chosen.size < MOST_CHOSEN && accepted.length <= LONGEST_CHOSEN) chosen.set(accepted, encoding);
  return encoding;
}
