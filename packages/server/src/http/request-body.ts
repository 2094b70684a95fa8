import { isAscii, isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { yieldToEventLoop } from '@wikiquery/core/host';
import type { ApiRequest } from '@wikiquery/engine';
import { BodyError, tooLarge } from '../limits/request-bodies.ts';

/** Whether a body contains parameters: its content type is one of the forms that PHP parses, or one of `texts`, which are used unparsed. */
export function holdsParameters(headers: IncomingHttpHeaders, texts: readonly string[] = []): boolean {
  const given = typeOf(headers);
  return [URLENCODED, MULTIPART, ...texts].some(type => given.startsWith(type));
}

/**
 * Returns the parameters in the body of a POST as a urlencoded form. Returns a body of another type as text, or an empty string if it is
 * not UTF-8. Rejects with a BodyError for a field over `limit` bytes or an invalid form.
 */
export async function readParameters(headers: IncomingHttpHeaders, bytes: Buffer, limit: number): Promise<ApiRequest['body']> {
  const type = typeOf(headers);
  if (type.startsWith(MULTIPART)) return readForm(headers, bytes, limit);
  if (bytes.length > SHORT) await yieldToEventLoop();
  if (type.startsWith(URLENCODED)) return escapeBytes(bytes);
  return isUtf8(bytes) ? bytes.toString() : '';
}

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const typeOf = (headers: IncomingHttpHeaders): string => headers['content-type']?.toLowerCase() ?? '';

/** Percent-encodes the bytes of a form beyond ASCII, even if they are not valid UTF-8. */
function escapeBytes(bytes: Buffer): string | Promise<string> {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return bytes.length <= PIECE ? escapePiece(bytes, NOT_ASCII) : escapePieces(bytes);
}

async function escapePieces(bytes: Buffer, which = NOT_ASCII): Promise<string> {
  if (bytes.length <= PIECE) return escapePiece(bytes, which);
  const pieces: string[] = [];
  for (let begin = 0; begin < bytes.length; begin += PIECE) {
    pieces.push(escapePiece(bytes.subarray(begin, begin + PIECE), which));
    await yieldToEventLoop();
  }
  return pieces.join('');
}

const escapePiece = (bytes: Buffer, which: RegExp): string =>
  bytes.toString('latin1').replaceAll(which, byte => ESCAPED[byte.charCodeAt(0)]!);

const NOT_ASCII = /[\u0080-\u00ff]/g;
const NOT_PLAIN = /[^\w.~-]/g;

/** Maximum bytes of a multipart form that are parsed in one event-loop tick. */
const SHORT = 16_384;
/** Maximum bytes that are percent-encoded in one event-loop tick. */
const PIECE = 65_536;
const ESCAPED: readonly string[] = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`);

/** Converts a multipart form to an equivalent urlencoded form. */
async function readForm(headers: IncomingHttpHeaders, bytes: Buffer, limit: number): Promise<string> {
  const form = formOf(headers, limit);
  const pairs: string[] = [];
  for (const [name, value] of await fieldsOf(form, bytes))
    pairs.push(`${await escapePieces(name, NOT_PLAIN)}=${await escapePieces(value, NOT_PLAIN)}`);
  return pairs.join('&');
}

type Fields = readonly (readonly [name: Buffer, value: Buffer])[];

/** A parser of a multipart form, and the fields that it finds. `fields` rejects with a BodyError. */
interface Form {
  readonly parser: InstanceType<typeof Busboy>;
  readonly fields: Promise<Fields>;
}

const broken = () => new BodyError(400, 'badform', 'The multipart form of the request is invalid.');

/** Creates a parser for the text fields of a multipart form. Like PHP, it ignores the character set of a part. */
function formOf(given: IncomingHttpHeaders, limit: number): Form {
  const { promise, resolve, reject } = Promise.withResolvers<Fields>();
  let parser: Form['parser'];
  try {
    // All parts are parsed as files, because Busboy does not decode files.
    const headers = { ...given, 'content-type': given['content-type'] ?? '' };
    parser = new Busboy({ headers, isPartAFile: () => true, limits: { fileSize: limit, files: MOST_FIELDS, fieldNameSize: 200 } });
  } catch {
    throw broken();
  }
  const fields: (readonly [name: string, chunks: Buffer[]])[] = [];
  parser.on('file', (name, stream, filename: string | undefined) => {
    if (filename !== undefined) return void stream.resume();
    const chunks: Buffer[] = [];
    fields.push([name ?? '', chunks]);
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('limit', () => reject(tooLarge(limit)));
    stream.on('error', () => reject(broken()));
  });
  parser.on('filesLimit', () => reject(new BodyError(413, 'requesttoolarge', `A form can have at most ${MOST_FIELDS} fields.`)));
  parser.on('error', () => reject(broken()));
  parser.on('finish', () => resolve(fields.map(([name, chunks]) => [Buffer.from(name), Buffer.concat(chunks)])));
  return { parser, fields: promise };
}

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
    if (bytes.length > SHORT) await yieldToEventLoop();
    yield bytes.subarray(begin, begin + SHORT);
  }
}

const MOST_FIELDS = 1000;
