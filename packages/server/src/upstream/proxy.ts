import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Readable } from 'node:stream';
import { createProxyServer } from 'httpxy';
import { jsonError } from '../http/json-error.ts';
import { log } from '../log.ts';

/** Passes requests on to the wiki's own api.php. */
export interface Upstream {
  /** Streams request and response; `body` is what was read of the request already. */
  pass(request: IncomingMessage, response: ServerResponse, body?: ReadBody): void;
}

/** The beginning of a body, and the rest where it was too long to be read. */
export interface ReadBody {
  readonly bytes: Buffer;
  readonly rest: AsyncIterable<Buffer> | undefined;
}

/** Seconds after which a client may try again. */
export const RETRY_SECONDS = 5;
/** Milliseconds for the wiki to answer: an upload or an edit may take a while. */
const PATIENCE = 180_000;

export function createUpstream(api: URL): Upstream {
  const agent = api.protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const proxy = createProxyServer({ agent, changeOrigin: true, xfwd: true, ignorePath: true, proxyTimeout: PATIENCE });
  proxy.on('error', (error, _request, response) => unavailable(error, response as ServerResponse));
  return {
    pass(request, response, body) {
      const target = new URL(api);
      target.search = (request.url ?? '').replace(/^[^?]*/, '');
      void proxy.web(request, response, { target, ...(body && { buffer: Readable.from(whole(body)) }) });
    },
  };
}

async function* whole({ bytes, rest }: ReadBody): AsyncGenerator<Buffer> {
  yield bytes;
  if (rest) yield* rest;
}

/** Reads a body as far as `limit` bytes and a little more. */
export async function readUpTo(request: IncomingMessage, limit: number): Promise<ReadBody> {
  const all = request[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  const chunks: Buffer[] = [];
  for (let size = 0; size <= limit; ) {
    const { value, done } = await all.next();
    if (done) return { bytes: Buffer.concat(chunks), rest: undefined };
    size += value.length;
    chunks.push(value);
  }
  return { bytes: Buffer.concat(chunks), rest: all };
}

function unavailable(error: unknown, response: ServerResponse): void {
  // The client went away, or the wiki in the middle of its answer.
  if (response.destroyed || response.headersSent) return void response.destroy();
  log('error', 'upstream-failed', { message: error instanceof Error ? error.message : String(error) });
  const { status, headers, body } = upstreamUnavailable();
  response.writeHead(status, headers as Record<string, string>).end(body);
}

/** What is answered where the wiki is needed and does not answer. */
const upstreamUnavailable = () =>
  jsonError(503, 'upstreamunavailable', `The wiki behind this server does not answer. Try again in ${RETRY_SECONDS} seconds.`, {
    'Retry-After': String(RETRY_SECONDS),
  });
