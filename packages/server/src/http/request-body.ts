import { isAscii, isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { nextTurn } from '@wikiquery/core/host';
import type { ApiRequest } from '@wikiquery/engine';

/** A body that is not read. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A request, or what was read of one. */
export type Body = Readable & { readonly headers: IncomingHttpHeaders };

/**
 * The parameters in the body of a POST, as a urlencoded form; of a multipart form the text fields. As in PHP other types hold no parameters,
 * whatever they say; those in `texts` are taken as they are, empty where they are no UTF-8. Throws a BodyError for a body over `limit` bytes or a broken form.
 */
export async function readBody(request: Body, limit: number, texts: readonly string[] = []): Promise<ApiRequest['body']> {
  const type = request.headers['content-type']?.toLowerCase() ?? '';
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  if (type.startsWith('application/x-www-form-urlencoded')) {
    const bytes = await readAll(request, limit);
    if (bytes.length > SHORT) await nextTurn();
    return escapeBytes(bytes);
  }
  if (type.startsWith('multipart/form-data')) return readForm(request, limit);
  if (texts.some(each => type.startsWith(each))) {
    const bytes = await readAll(request, limit);
    if (bytes.length > SHORT) await nextTurn();
    return isUtf8(bytes) ? bytes.toString() : '';
  }
  return undefined;
}

/** The bytes of a form as ASCII: what is not percent-encoded in it becomes so. Nothing is lost, valid UTF-8 or not. */
function escapeBytes(bytes: Buffer): string | Promise<string> {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return bytes.length <= PIECE ? escapePiece(bytes, NOT_ASCII) : escapePieces(bytes);
}

/** Others have their turn in between. */
async function escapePieces(bytes: Buffer, which = NOT_ASCII): Promise<string> {
  if (bytes.length <= PIECE) return escapePiece(bytes, which);
  const pieces: string[] = [];
  for (let begin = 0; begin < bytes.length; begin += PIECE) {
    pieces.push(escapePiece(bytes.subarray(begin, begin + PIECE), which));
    await nextTurn();
  }
  return pieces.join('');
}

const escapePiece = (bytes: Buffer, which: RegExp): string =>
  bytes.toString('latin1').replaceAll(which, byte => ESCAPED[byte.charCodeAt(0)]!);

const NOT_ASCII = /[\u0080-\u00ff]/g;
/** What means something in a urlencoded form, or is no ASCII. */
const NOT_PLAIN = /[^\w.~-]/g;

/** Bytes of a body that is read at once: many longer ones that arrive together are read in turn. */
const SHORT = 16_384;
/** Bytes that are looked at at once. */
const PIECE = 65_536;
const ESCAPED: readonly string[] = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`);

const tooLarge = (limit: number): BodyError =>
  new BodyError(413, 'requesttoolarge', `The body of a request may have ${limit} bytes at most. Send fewer values at once.`);
export const gone = (): BodyError => new BodyError(400, 'requestincomplete', 'The request ended before its body was complete.');

/** Bytes of all bodies that have begun to arrive: many slow clients must not fill the memory. */
let arriving = 0;
const MOST_ARRIVING = 256 << 20;
const tooMany = (): BodyError => new BodyError(503, 'servertoobusy', 'Too many long requests arrive at once. Try again in a moment.');

async function readAll(request: Body, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      arriving += chunk.length;
      if (size > limit) throw tooLarge(limit);
      if (arriving > MOST_ARRIVING) throw tooMany();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof BodyError ? error : gone();
  } finally {
    arriving -= size;
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** A multipart form as the urlencoded one that would say the same. */
async function readForm(request: Body, limit: number): Promise<string> {
  const form = formOf(request, limit);
  const bytes = await readAll(request, limit);
  const pairs: string[] = [];
  for (const [name, value] of await fieldsOf(form, bytes))
    pairs.push(`${await escapePieces(name, NOT_PLAIN)}=${await escapePieces(value, NOT_PLAIN)}`);
  return pairs.join('&');
}

type Fields = readonly (readonly [name: Buffer, value: Buffer])[];

/** A multipart form that is read: what is written to `parser` becomes `fields`, which reject where it is broken or too large. */
interface Form {
  readonly parser: InstanceType<typeof Busboy>;
  readonly fields: Promise<Fields>;
}

const broken = () => new BodyError(400, 'badform', 'The multipart form of the request is broken.');

/** What reads the text fields of a multipart form as they were sent: whatever characters a part says that it has, as in PHP only its bytes count. */
function formOf(request: Body, limit: number): Form {
  const { promise, resolve, reject } = Promise.withResolvers<Fields>();
  let parser: Form['parser'];
  try {
    // Of parts that are taken for files nothing is decoded.
    const headers = { ...request.headers, 'content-type': request.headers['content-type'] ?? '' };
    parser = new Busboy({ headers, isPartAFile: () => true, limits: { fileSize: limit, files: MOST_FIELDS, fieldNameSize: 200 } });
  } catch {
    throw broken();
  }
  const fields: (readonly [name: string, chunks: Buffer[]])[] = [];
  parser.on('file', (name, stream, filename: string | undefined) => {
    // Nothing here takes a file.
    if (filename !== undefined) return void stream.resume();
    const chunks: Buffer[] = [];
    fields.push([name ?? '', chunks]);
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('limit', () => reject(tooLarge(limit)));
    stream.on('error', () => reject(broken()));
  });
  parser.on('filesLimit', () => reject(new BodyError(413, 'requesttoolarge', `A form may have ${MOST_FIELDS} fields at most.`)));
  parser.on('error', () => reject(broken()));
  parser.on('finish', () => resolve(fields.map(([name, chunks]) => [Buffer.from(name), Buffer.concat(chunks)])));
  return { parser, fields: promise };
}

/** Others have their turn in between. */
async function fieldsOf({ parser, fields }: Form, bytes: Buffer): Promise<Fields> {
  const whole = Readable.from(slicesOf(bytes), { objectMode: false }).pipe(parser);
  try {
    return await fields;
  } finally {
    whole.destroy();
  }
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let begin = 0; begin < bytes.length; begin += SHORT) {
    if (bytes.length > SHORT) await nextTurn();
    yield bytes.subarray(begin, begin + SHORT);
  }
}

const MOST_FIELDS = 1000;
