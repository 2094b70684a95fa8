import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { nextTurn } from '@wikiquery/core/host';
import type { ApiResponse } from '@wikiquery/engine';
import { type EncodedText, type Encoding, encodingFor } from './encodings.ts';

/** Sends an answer. Waits for nothing when it is short; a long one goes piece by piece, as fast as the client takes it. */
export function send(
  response: ServerResponse,
  { status, headers, body, isAscii = false, encoded }: ApiResponse & { readonly encoded?: EncodedText | undefined },
): Promise<void> | undefined {
  if (response.destroyed) return undefined;
  if (status === NOT_MODIFIED) {
    response.writeHead(status, headers as OutgoingHttpHeaders).end();
    return undefined;
  }
  const accepted = encoded && response.req.headers['accept-encoding'];
  const encoding = accepted === undefined ? undefined : encodingFor(String(accepted));
  if (encoded && encoding) return sendEncoded(response, status, headers, encoded, encoding);
  if (typeof body !== 'string') return sendPieces(response, status, headers, body);
  if (body.length > LONG) return sendPieces(response, status, headers, slices(body));
  const length = isAscii ? body.length : Buffer.byteLength(body);
  response.writeHead(status, { ...headers, 'Content-Length': length } as OutgoingHttpHeaders);
  if (response.req.method === 'HEAD') response.end();
  // ASCII is written as it is; to make UTF-8 of it takes longer.
  else response.end(body, isAscii ? 'latin1' : 'utf8');
  return undefined;
}

/** Has no body, and does not tell the length of one. */
const NOT_MODIFIED = 304;

/** What sends it on finds it encoded, and leaves it as it is. */
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

/** Characters that are written at once. */
const LONG = 1 << 20;

/** Others get their turn between the pieces, and no more of them are made than the client takes. */
async function sendPieces(
  response: ServerResponse,
  status: number,
  headers: ApiResponse['headers'],
  pieces: Iterable<string>,
): Promise<void> {
  response.writeHead(status, headers as OutgoingHttpHeaders);
  if (response.req.method === 'HEAD') return void response.end();
  let goOn = (): void => {};
  response.on('drain', () => goOn()).on('close', () => goOn());
  for (const piece of pieces) {
    const isFull = !response.write(piece);
    if (isFull && !response.destroyed) await new Promise<void>(resolve => (goOn = resolve));
    // A client that takes everything at once has it taken before anybody else's turn.
    await nextTurn();
    if (response.destroyed) return undefined;
  }
  response.end();
}

function* slices(text: string): Generator<string> {
  for (let begin = 0, end: number; begin < text.length; begin = end) {
    end = begin + LONG;
    // A pair of surrogates stays together.
    if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--;
    yield text.slice(begin, end);
  }
}
