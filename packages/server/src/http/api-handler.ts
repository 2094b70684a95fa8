import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Env } from '@wikiquery/core';
import type { ApiRequest, ApiResponse } from '@wikiquery/engine';
import { requestKey } from '../cache/request-key.ts';
import type { SharedResponse } from '../cache/response-cache.ts';
import { validated } from '../cache/validators.ts';
import type { Settings } from '../config/settings.ts';
import { anonymousClass } from '../limits/client-classes.ts';
import { addressKey, anonymousClient, LimitError, type Usage } from '../limits/client-limits.ts';
import { BodyError, tooLarge } from '../limits/request-bodies.ts';
import { refusalFor } from '../observability/failures.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { RequestLog } from '../observability/request-log.ts';
import { REQUESTS } from '../observability/request-trace.ts';
import type { WebRequest } from '../sessions/sessions.ts';
import type { Assembled } from '../wiki/assemble.ts';
import { type Client, clientReader } from './client.ts';
import { bodyRefusal, type Handler, isLocalRoute, lengthOf, READING, type ReadForm, type RestPath } from './endpoints.ts';
import { fail, pathOf, queryOf } from './fail.ts';
import { jsonError } from './json-error.ts';
import { holdsParameters, readParameters } from './request-body.ts';
import { send } from './send.ts';

type Answered = ApiResponse & Pick<SharedResponse, 'encoded'>;

export interface ApiHandler {
  /** Responds to requests for `api.php` and `rest.php`. */
  readonly handler: Handler;
  /** Returns the response to a GET request of the client that sent `request`. */
  ask(request: IncomingMessage, query: string, path: string | undefined): Promise<ApiResponse>;
  /** Runs work in the context of a request for something other than the APIs. */
  withEnv<T>(request: IncomingMessage, work: (env: Env) => Promise<T>): Promise<T>;
}

/** Creates the handler of requests to the APIs. */
export function apiHandler(
  { answer, withEnv, cache, local, context: { metrics, limits, bodies, watchdog } }: Assembled,
  settings: Pick<Settings, 'trustProxy' | 'bodyLimit'>,
  requests: RequestLog,
  restPath: RestPath,
): ApiHandler {
  const clientOf = clientReader(settings.trustProxy);
  const handler: Handler = (request, response, read) => {
    const failed = (error: unknown) => fail(error, request, response);
    const path = restPath(pathOf(request.url ?? ''));
    metrics.begin();
    const finish = (found: Answered): void => {
      // Routes of the REST API set their own validators.
      const answered = path === undefined ? validated(request.headers as ApiRequest['headers'], found) : found;
      metrics.request(answered.status);
      send(response, answered)?.catch(failed);
      if (!response.writableEnded || response.writableLength > 0) countWhileUnread(request, response);
    };
    const take = (found: Answered): void => {
      // Delayed, because a client over its limit would otherwise repeat the request at once.
      if (found.status === TOO_MANY) setTimeout(finish, HESITATION, found);
      else finish(found);
    };
    respond(request, response, path, read).then(take, failed);
  };
  return {
    handler,
    async ask(request, query, path) {
      const client = clientOf(request);
      const visitor = anonymousClient(request.headers, client.ip);
      const met = visitor === undefined ? undefined : limits.look(visitor, anonymousClass(request.headers));
      return met ? refusalOf(met, metrics, false) : ask('GET', request, undefined, client, path, query);
    },
    withEnv(request, work) {
      const headers = request.headers as WebRequest['headers'];
      const asked = { method: 'GET' as const, query: '', headers, signal: closingOf(request.socket), ...clientOf(request) };
      return withEnv(asked, work);
    },
  };

  async function respond(
    request: IncomingMessage,
    response: ServerResponse,
    path: string | undefined,
    read: ReadForm | undefined,
  ): Promise<Answered> {
    const method = request.method as ApiRequest['method'];
    const client = clientOf(request);
    const visitor = anonymousClient(request.headers, client.ip);
    const met = visitor === undefined ? undefined : limits.look(visitor, anonymousClass(request.headers));
    if (met) return refusalOf(met, metrics, method === 'POST');
    if (path !== undefined && !(method === 'POST' && isLocalRoute(local, path, method))) {
      const answered = await ask(method, request, undefined, client, path);
      return READING.has(method) ? answered : withoutMore(answered);
    }
    if (read || method !== 'POST') return ask(method, request, read?.body, client, path);
    let body: ApiRequest['body'];
    try {
      body = await readBody(request, response, client, visitor, path === undefined ? [] : TEXTS);
    } catch (error) {
      if (error instanceof BodyError) return bodyRefusal(error, metrics);
      throw error;
    }
    return ask(method, request, body, client, path);
  }

  /** Counts a request as running while its client does not read the response, which stays in memory. */
  function countWhileUnread(request: IncomingMessage, response: ServerResponse): void {
    if (response.destroyed) return;
    const look = setTimeout(() => {
      const usage = limits.hold(addressKey(clientOf(request).ip));
      response.once('close', () => limits.end(usage));
    }, UNREAD).unref();
    response.once('close', () => clearTimeout(look));
  }

  /** Reads the body of a request, which counts as running meanwhile. Rejects with a BodyError. */
  async function readBody(
    request: IncomingMessage,
    response: ServerResponse,
    { ip }: Client,
    visitor: string | undefined,
    texts: readonly string[],
  ): Promise<ApiRequest['body']> {
    const { headers } = request;
    const { bodyLimit } = settings;
    if (lengthOf(request) > bodyLimit) throw tooLarge(bodyLimit);
    if (!holdsParameters(headers, texts)) return undefined;
    const usage = visitor === undefined ? undefined : limits.hold(visitor);
    try {
      const { bytes, release } = await bodies.collect(request, ip, bodyLimit);
      response.once('close', release);
      return await readParameters(headers, bytes, bodyLimit);
    } finally {
      if (usage) limits.end(usage);
    }
  }

  async function ask(
    method: ApiRequest['method'],
    request: IncomingMessage,
    body: ApiRequest['body'],
    { ip, secure }: Client,
    path?: string,
    query = queryOf(request.url ?? ''),
  ): Promise<Answered> {
    const headers = request.headers as WebRequest['headers'];
    const asked = { method, path, query, body, headers, ip, secure };
    const key = requestKey(asked);
    const known = key === undefined ? undefined : await cache.find(key, ip);
    return known ? reuse(request, asked, known) : make(request, asked, key);
  }

  /** Returns a cached response, which counts toward the client's limits. */
  function reuse(request: IncomingMessage, asked: Asked, response: SharedResponse): Answered | Promise<Answered> {
    const visitor = anonymousClient(asked.headers, asked.ip);
    const reused = (): Answered => {
      if (requests.isOn || REQUESTS.start.hasSubscribers) {
        const trace = watchdog.begin(asked);
        requests.note(request, trace);
        trace.end(response.status);
      }
      return response;
    };
    if (visitor === undefined) return reused();
    const clientClass = anonymousClass(asked.headers);
    const counted = (usage: Usage): Answered => {
      limits.end(usage);
      metrics.client(clientClass);
      return reused();
    };
    const refused = (error: unknown): Answered => {
      if (error instanceof LimitError) return refusalOf(error, metrics, false);
      throw error;
    };
    try {
      // Other requests of the client may have started while the cache checked whether the data had changed.
      const started = limits.start(visitor, clientClass);
      return started instanceof Promise ? started.then(counted, refused) : counted(started);
    } catch (error) {
      return refused(error);
    }
  }

  function make(request: IncomingMessage, asked: Asked, key: string | undefined): Promise<ApiResponse> {
    const trace = watchdog.begin(asked);
    requests.note(request, trace);
    return answer({ ...asked, trace, signal: closingOf(request.socket) }, key);
  }
}

/** Content types that routes of the REST API accept besides forms. */
const TEXTS = ['application/json'];

type Asked = Pick<WebRequest, 'method' | 'query' | 'headers' | 'ip' | 'secure'> & {
  readonly path: string | undefined;
  readonly body: ApiRequest['body'];
};

/** Closes the connection after the response, because an unread body would be parsed as the next request. */
const withoutMore = (answered: ApiResponse): ApiResponse => ({ ...answered, headers: { ...answered.headers, Connection: 'close' } });

const TOO_MANY = 429;
/** Milliseconds by which the response to a client over its limit is delayed. */
const HESITATION = 1000;
/** Milliseconds after which an unread response counts as a running request. Most clients read faster. */
const UNREAD = 1000;

/** Rejects a request from a client over its limit without parsing the request, because parsing is the expensive part. */
function refusalOf(met: LimitError, metrics: Metrics, hasBody: boolean): ApiResponse {
  metrics.limited(met.limit, met.clientClass);
  const { error: said, status, headers } = refusalFor(met);
  return jsonError(status, said.code, said.messages[0].text, { ...headers, ...(hasBody && { Connection: 'close' }) });
}

const closings = new WeakMap<Socket, AbortSignal>();

/**
 * Returns a signal that aborts when the connection closes. Each connection has only one: creating it takes longer than parsing a request.
 */
function closingOf(socket: Socket): AbortSignal {
  const known = closings.get(socket);
  if (known) return known;
  const closing = new AbortController();
  if (socket.destroyed) closing.abort();
  else socket.once('close', () => closing.abort());
  closings.set(socket, closing.signal);
  return closing.signal;
}
