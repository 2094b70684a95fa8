import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import type * as Httpxy from 'httpxy';
import type { Client } from '../http/client.ts';
import { jsonError } from '../http/json-error.ts';
import { Agent as HttpAgent } from '../http/node-http.ts';
import { gone } from '../http/request-body.ts';
import { log } from '../log.ts';
import { newId } from '../observed/request-id.ts';
import { CrowdedError, Gate } from './gate.ts';
import { headersFromWiki, headersToWiki, isLoop } from './headers.ts';

/** Passes requests on to the wiki itself. */
export interface Upstream {
  /** Streams request and response; `body` is what was read of the request already, without which it has none. For the wiki's api.php, or another script beside it. */
  pass(request: IncomingMessage, response: ServerResponse, client: Client, body?: ReadBody, script?: string): void;
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
/** Milliseconds for the wiki to take a connection. */
const CONNECTING = 5000;
/** Requests that are at the wiki at once, in all and for one client: no more connections are open. */
const AT_ONCE = { running: 256, each: 64, waiting: 0 };

export function createUpstream(api: URL): Upstream {
  // Only servers beside a wiki need it.
  const { createProxyServer } = createRequire(import.meta.url)('httpxy') as typeof Httpxy;
  const { Agent: HttpsAgent } = process.getBuiltinModule('node:https');
  const agent = api.protocol === 'https:' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const proxy = createProxyServer({ agent, changeOrigin: true, ignorePath: true, proxyTimeout: PATIENCE, selfHandleResponse: true });
  const gate = new Gate(AT_ONCE);
  proxy.on('error', (error, _request, response) => unavailable(error, response as ServerResponse));
  proxy.on('proxyReq', hasten);
  proxy.on('proxyRes', (answer, _request, response) => sendBack(answer, response as ServerResponse));
  return {
    pass(request, response, client, body, script) {
      if (isLoop(request.headers)) return refuse(response, looping);
      const done = gate.begin(client.ip);
      if (!done) return unavailable(new CrowdedError(), response);
      response.once('close', done);
      request.headers['x-request-id'] ??= newId();
      const target = new URL(api);
      if (script !== undefined) target.pathname = target.pathname.replace(/[^/]*$/, script);
      target.search = (request.url ?? '').replace(/^[^?]*/, '');
      request.headers = headersToWiki(
        request.headers,
        client,
        body?.rest ? undefined : (body?.bytes.length ?? 0),
      ) as IncomingMessage['headers'];
      void proxy.web(request, response, { target, buffer: Readable.from(body ? whole(body) : []) });
    },
  };
}

async function* whole({ bytes, rest }: ReadBody): AsyncGenerator<Buffer> {
  yield bytes;
  if (rest) yield* rest;
}

/** Reads a body as far as `limit` bytes and a little more. Throws a BodyError when its client goes away. */
export async function readUpTo(request: IncomingMessage, limit: number): Promise<ReadBody> {
  const all = request[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  const chunks: Buffer[] = [];
  for (let size = 0; size <= limit; ) {
    const { value, done } = await all.next().catch(() => {
      throw gone();
    });
    if (done) return { bytes: Buffer.concat(chunks), rest: undefined };
    size += value.length;
    chunks.push(value);
  }
  return { bytes: Buffer.concat(chunks), rest: all };
}

/** A machine that is gone takes no connection, which the system would wait for longer. */
function hasten(request: ClientRequest): void {
  const { socket } = request;
  if (!socket?.connecting) return;
  const impatience = setTimeout(() => request.destroy(new Error('The wiki takes no connection.')), CONNECTING);
  socket.once('connect', () => clearTimeout(impatience));
  socket.once('close', () => clearTimeout(impatience));
}

function sendBack(answer: IncomingMessage, response: ServerResponse): void {
  try {
    response.writeHead(answer.statusCode ?? 502, headersFromWiki(answer.headers));
  } catch (error) {
    answer.destroy();
    unavailable(error, response);
    return;
  }
  answer.pipe(response);
}

function unavailable(error: unknown, response: ServerResponse): void {
  // The client went away, or the wiki in the middle of its answer.
  if (response.destroyed || response.headersSent) return void response.destroy();
  log('error', 'upstream-failed', { message: error instanceof Error ? error.message : String(error) });
  refuse(response, upstreamUnavailable);
}

function refuse(response: ServerResponse, { status, headers, body }: ReturnType<typeof jsonError>): void {
  response.writeHead(status, headers as Record<string, string>).end(body);
}

/** What is answered where the wiki is needed and does not answer. */
const upstreamUnavailable = jsonError(
  503,
  'upstreamunavailable',
  `The wiki behind this server does not answer. Try again in ${RETRY_SECONDS} seconds.`,
  { 'Retry-After': String(RETRY_SECONDS) },
);

const looping = jsonError(508, 'upstreamloop', 'The address of the wiki behind this server leads back to this server.');
