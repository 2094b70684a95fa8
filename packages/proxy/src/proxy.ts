import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import {
  type Client,
  type CollectedBody,
  Agent as HttpAgent,
  request as httpRequest,
  jsonError,
  log,
  newId,
  type RequestBodies,
} from '@wikiquery/server/extend';
import { Gate } from './gate.ts';
import { headersFromWiki, headersToWiki, isLoop } from './headers.ts';
import { scriptTarget } from './script-target.ts';
import { RETRY_SECONDS } from './who-is.ts';

export interface Upstream {
  /** Forwards a request. Streams the response and the unread part of the request's body. */
  pass(request: IncomingMessage, response: ServerResponse, passed: Passed): void;
}

export interface Passed {
  readonly client: Client;
  /** Name of the script: `api.php`, or another script in the same folder. */
  readonly script: string;
  /** The path after the script name, as the client sent it. */
  readonly pathInfo: string;
  readonly query: string;
  readonly body: ProxiedBody | undefined;
}

/** A whole body, or the part of a body that has been read. The rest is streamed. */
export type ProxiedBody = Pick<CollectedBody, 'bytes' | 'isWhole'>;
/** A body of which nothing has been read. */
export const ARRIVING: ProxiedBody = { bytes: Buffer.alloc(0), isWhole: false };

/** Timeout of the upstream's response in milliseconds. It is long because uploads and edits can take a long time. */
const PATIENCE = 180_000;
/** Timeout for a connection to the upstream, in milliseconds. */
const CONNECTING = 5000;
/** Limits for concurrent requests, and therefore for upstream connections. */
const AT_ONCE = { running: 256, each: 64, waiting: 0 };
/** Limits for requests whose bodies are still arriving, because a slow client occupies an upstream connection. */
const ARRIVING_AT_ONCE = { running: 128, each: 8, waiting: 0 };

export function createUpstream(api: URL, bodies: RequestBodies): Upstream {
  const https = api.protocol === 'https:' ? process.getBuiltinModule('node:https') : undefined;
  const agent = https ? new https.Agent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const send = https?.request ?? httpRequest;
  const place = { host: urlToHttpOptions(api).hostname, port: api.port, agent, timeout: PATIENCE };
  const [gate, arrivals] = [new Gate(AT_ONCE), new Gate(ARRIVING_AT_ONCE)];
  /** Running responses, oldest first, each with the function that releases its slot. */
  const turns = new Map<ServerResponse, () => void>();
  return {
    pass(request, response, { client, script, pathInfo, query, body }) {
      const path = scriptTarget(api, script, pathInfo, query);
      if (path === undefined) return refuse(response, leavesScript);
      if (isLoop(request.headers)) return refuse(response, looping);
      const isArriving = body?.isWhole === false;
      if (gate.isFull) endUnread(turns);
      const done = takeTurn(gate, client, response);
      if (!done || (isArriving && !takeTurn(arrivals, client, response))) return refuse(response, upstreamUnavailable);
      turns.set(response, done);
      response.once('close', () => turns.delete(response));
      request.headers['x-request-id'] ??= newId();
      const length = isArriving ? undefined : (body?.bytes.length ?? 0);
      const headers = { ...headersToWiki(request.headers, client, length), host: api.host };
      const sent = send({ ...place, method: request.method, path, headers });
      hasten(sent);
      // Other requests can use the upstream connection from now on, even if the client reads slowly.
      sent.once('close', done);
      sent.on('timeout', () => sent.destroy(new Error('The upstream does not respond.')));
      sent.on('error', error => unavailable(error, response));
      sent.on('response', answer => sendBack(answer, request, response));
      sent.on('upgrade', (_answer, socket) => {
        socket.destroy();
        unavailable(new Error('The upstream switched to another protocol.'), response);
      });
      response.once('close', () => {
        if (!response.writableFinished || !sent.writableFinished) sent.destroy();
      });
      if (!isArriving) return void sent.end(body?.bytes);
      sent.write(body.bytes);
      bodies.stream(request, sent, refusal => {
        sent.destroy();
        if (!response.headersSent) refuse(response, jsonError(refusal.status, refusal.code, refusal.message));
      });
    },
  };
}

/** Takes a slot until the response ends. Returns undefined if the client, or all clients together, have too many requests. */
function takeTurn(gate: Gate, { ip }: Client, response: ServerResponse): (() => void) | undefined {
  const done = gate.begin(ip);
  if (done) response.once('close', done);
  return done;
}

/** Aborts the oldest response that its client does not read. Otherwise a few clients could occupy all upstream connections. */
function endUnread(turns: ReadonlyMap<ServerResponse, () => void>): void {
  for (const [response, done] of turns) {
    if (!response.writableNeedDrain) continue;
    response.destroy();
    done();
    return;
  }
}

/** Limits the time to connect. The operating system would wait longer for an unreachable machine. */
function hasten(sent: ClientRequest): void {
  sent.once('socket', socket => {
    if (!socket.connecting) return;
    const impatience = setTimeout(() => sent.destroy(new Error('The upstream accepts no connection.')), CONNECTING);
    socket.once('connect', () => clearTimeout(impatience));
    socket.once('close', () => clearTimeout(impatience));
  });
}

function sendBack(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
  try {
    response.writeHead(answer.statusCode ?? 502, { ...headersFromWiki(answer.headers), ...endingOf(request) });
  } catch (error) {
    answer.destroy();
    unavailable(error, response);
    return;
  }
  answer.once('error', () => response.destroy());
  answer.pipe(response);
}

function unavailable(error: unknown, response: ServerResponse): void {
  // Either the client disconnected, or the upstream failed during its response.
  if (response.destroyed || response.headersSent) return void (response.writableEnded || response.destroy());
  log('error', 'upstream-failed', { message: error instanceof Error ? error.message : String(error) });
  refuse(response, upstreamUnavailable);
}

function refuse(response: ServerResponse, { status, headers, body }: ReturnType<typeof jsonError>): void {
  response.writeHead(status, { ...(headers as Record<string, string>), ...endingOf(response.req) }).end(body);
}

/** Closes the connection after an unread body, which would otherwise be read as the next request. */
const endingOf = ({ complete, headers }: IncomingMessage): { readonly connection?: string } =>
  complete || (headers['transfer-encoding'] === undefined && !Number(headers['content-length'])) ? {} : { connection: 'close' };

const upstreamUnavailable = jsonError(
  503,
  'upstreamunavailable',
  `The upstream wiki does not respond. Try again in ${RETRY_SECONDS} seconds.`,
  { 'Retry-After': String(RETRY_SECONDS) },
);

const looping = jsonError(508, 'upstreamloop', 'The upstream address leads back to this server.');

const leavesScript = jsonError(
  400,
  'badurl',
  'The path has "." or ".." between slashes, or is encoded too often. Send the path of a page or resource.',
);
