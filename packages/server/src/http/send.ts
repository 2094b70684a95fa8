import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline, type Writable } from 'node:stream';
import { Yielder } from '@wikiquery/core/host';
import type { ApiResponse } from '@wikiquery/engine';
import { hasTag } from '../cache/validators.ts';
import { EncodedText, type Encoding, encoderOf, encodingFor, THRESHOLD } from './encodings.ts';

/**
 * Sends a response, compressed if it is long enough and the client accepts it. Sends long bodies in pieces, as fast as the client reads.
 */
export function send(
  response: ServerResponse,
  { status, headers, body, isAscii = false, encoded }: ApiResponse & { readonly encoded?: EncodedText | undefined },
): Promise<void> | undefined {
  if (response.destroyed) return undefined;
  if (status === NOT_MODIFIED) {
    response.writeHead(status, headers as OutgoingHttpHeaders).end();
    return undefined;
  }
  const { method, headers: asked } = response.req;
  const varied = asked['accept-encoding'] === undefined ? headers : withVary(headers);
  const encoding = encodingOf(response, typeof body === 'string' ? body.length : Number.POSITIVE_INFINITY);
  const pieces = typeof body !== 'string' ? body : body.length > LONG ? slices(body) : undefined;
  if (pieces) return sendPieces(response, status, varied, pieces, encoding);
  const text = body as string;
  if (encoding) return sendEncoded(response, status, varied, encoded ?? new EncodedText(text), encoding);
  const length = isAscii ? text.length : Buffer.byteLength(text);
  response.writeHead(status, { ...varied, 'Content-Length': length } as OutgoingHttpHeaders);
  if (method === 'HEAD') response.end();
  // Writing ASCII as Latin-1 is faster.
  else response.end(text, isAscii ? 'latin1' : 'utf8');
  return undefined;
}

/** Sends a cached text in an encoding that the client accepts, or status 304 if the client already has the text. */
export function sendCached(response: ServerResponse, status: number, headers: ApiResponse['headers'], text: EncodedText): void {
  if (response.destroyed) return;
  const { method, headers: asked } = response.req;
  const tagged = withVary({ ...headers, ETag: text.tag });
  if (status === 200 && hasTag(asked['if-none-match'], text.tag))
    return void response.writeHead(NOT_MODIFIED, tagged as OutgoingHttpHeaders).end();
  const encoding = encodingOf(response, text.plain.length);
  if (encoding) return void sendEncoded(response, status, tagged, text, encoding).catch(() => response.destroy());
  response.writeHead(status, { ...tagged, 'Content-Length': text.plain.length } as OutgoingHttpHeaders);
  response.end(method === 'HEAD' ? undefined : text.plain);
}

function encodingOf({ req: { method, headers } }: ServerResponse, length: number): Encoding | undefined {
  const accepted = headers['accept-encoding'];
  return accepted !== undefined && method !== 'HEAD' && length >= THRESHOLD ? encodingFor(String(accepted)) : undefined;
}

function withVary(headers: ApiResponse['headers']): ApiResponse['headers'] {
  const { Vary } = headers;
  if (Vary === undefined) return { ...headers, Vary: 'Accept-Encoding' };
  const vary = String(Vary);
  return vary.includes('Accept-Encoding') ? headers : { ...headers, Vary: `${vary}, Accept-Encoding` };
}

const NOT_MODIFIED = 304;

async function sendEncoded(
  response: ServerResponse,
  status: number,
  headers: ApiResponse['headers'],
  text: EncodedText,
  encoding: Encoding,
): Promise<void> {
  const bytes = await text.in(encoding);
  if (response.destroyed) return;
  response
    .writeHead(status, { ...headers, 'Content-Encoding': encoding, 'Content-Length': bytes.length } as OutgoingHttpHeaders)
    .end(bytes);
}

/** Maximum characters of one write. */
const LONG = 1 << 20;

/** Sends pieces as fast as the client reads, and yields to the event loop in between. */
async function sendPieces(
  response: ServerResponse,
  status: number,
  headers: ApiResponse['headers'],
  pieces: Iterable<string>,
  encoding: Encoding | undefined,
): Promise<void> {
  response.writeHead(status, { ...headers, ...(encoding && { 'Content-Encoding': encoding }) } as OutgoingHttpHeaders);
  if (response.req.method === 'HEAD') return void response.end();
  const encoder = encoding && encoderOf(encoding);
  // A disconnected client is not an error.
  if (encoder) pipeline(encoder, response, () => {});
  const output: Writable = encoder ?? response;
  let goOn = (): void => {};
  output.on('drain', () => goOn());
  response.on('close', () => goOn());
  const yielder = new Yielder();
  for (const text of together(pieces, yielder)) {
    const isFull = !output.write(text);
    if (isFull && !response.destroyed) await new Promise<void>(resolve => (goOn = resolve));
    // A fast client would otherwise block the event loop.
    await yielder.yield();
    if (response.destroyed) return undefined;
  }
  output.end();
}

/** Minimum characters of one write, to save system calls. */
const ENOUGH = 1 << 16;

/** Joins short pieces until they are long enough, or other work on the event loop is due. */
function* together(pieces: Iterable<string>, yielder: Yielder): Generator<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < ENOUGH && !yielder.isDue) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

function* slices(text: string): Generator<string> {
  for (let begin = 0, end: number; begin < text.length; begin = end) {
    end = begin + LONG;
    // Keep surrogate pairs together.
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    yield text.slice(begin, end);
  }
}
