import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiRequest, type ApiResponse, routeMethod } from '@wikiquery/engine';
import { requestKey } from '../cache/request-key.ts';
import type { SharedResponse } from '../cache/response-cache.ts';
import { validated } from '../cache/validators.ts';
import type { Settings } from '../config/settings.ts';
import { lazy } from '../lazy.ts';
import { addressKey, anonymousClient, type LimitError } from '../limits/client-limits.ts';
import { BodyError, SMALL_BODY, tooLarge } from '../limits/request-bodies.ts';
import { refusalFor } from '../observability/failures.ts';
import type { Metrics } from '../observability/metrics.ts';
import { RequestLog } from '../observability/request-log.ts';
import { REQUESTS } from '../observability/request-trace.ts';
import type { WebRequest } from '../sessions/sessions.ts';
import { ARRIVING, createUpstream, credentialsOf, isSignedRequest, passesToWiki, type SentBody } from '../upstream/index.ts';
import type { Assembled } from '../wiki/assemble.ts';
import { scriptPathOf } from '../wiki/script-path.ts';
import { type Client, clientReader } from './client.ts';
import { fail, pathOf, queryOf } from './fail.ts';
import { jsonError } from './json-error.ts';
import { holdsParameters, readParameters } from './request-body.ts';
import { send } from './send.ts';

/**
 * Answers HTTP: the API, uploaded files, health and metrics. Requests to the API, nearly all there are, are answered before Express and its
 * routes, which would cost as much as reading a page.
 */
export function createListener(assembled: Assembled, settings: ListenerSettings): RequestListener {
  const scriptPath = scriptPathOf(assembled.site);
  // pywikibot asks below the root with two slashes.
  const entryPoints = new Set([`${scriptPath}/api.php`, '/api.php', '//api.php']);
  const restPath = restPathBelow(scriptPath);
  const requests = new RequestLog(settings.requestLog);
  const api = apiHandler(assembled, settings, requests, restPath);
  const beside = assembled.upstream && besideWiki(assembled, assembled.upstream, settings, api, restPath);
  const answer = beside?.answer ?? api;
  const pages = new Set([`${scriptPath}/${PAGES}`, `/${PAGES}`]);
  const other = whenAsked(async () => (await import('./other-pages.ts')).otherPages(assembled, scriptPath, PAGES, settings));
  return (request, response) => {
    // A client that takes this server for a proxy names the host as well.
    if (request.url?.[0] !== '/') request.url = request.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
    requests.begin(request, response);
    const path = pathOf(request.url ?? '');
    const [handler, methods] = handlerOf(path);
    if (methods.has(request.method ?? '')) handler(request, response);
    else void send(response, methodRefused(methods));
  };

  /** Methods that each script accepts, here and at the upstream. */
  function handlerOf(path: string): readonly [RequestListener, methods: ReadonlySet<string>] {
    if ((beside || assembled.local.routes) && restPath(path) !== undefined) return [beside?.answerRest ?? answer, REST_METHODS];
    if (entryPoints.has(path)) return [answer, METHODS];
    return beside && pages.has(path) ? [beside.showPage, PAGE_METHODS] : [other, METHODS];
  }
}

/** What stands behind `rest.php`, below the script path or the root; undefined for what is not of the REST API. */
type RestPath = (path: string) => string | undefined;

function restPathBelow(scriptPath: string): RestPath {
  const entryPoints = [...new Set([`${scriptPath}/${REST}`, `/${REST}`])];
  return path => {
    // Nearly all requests are none of these.
    if (!path.includes(REST)) return undefined;
    const entryPoint = entryPoints.find(each => path.startsWith(each) && (path.length === each.length || path[each.length] === '/'));
    return entryPoint === undefined ? undefined : path.slice(entryPoint.length);
  };
}

/** The script of the REST API. */
const REST = 'rest.php';
/** The script that shows the pages of a wiki. */
const PAGES = 'index.php';

type ListenerSettings = Pick<Settings, 'trustProxy' | 'bodyLimit' | 'requestLog' | 'admin'>;

/** Nothing here, nor in the interface of a wiki, knows others. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** The REST API has more of them, and says which of its paths answer to which. */
const REST_METHODS: ReadonlySet<string> = new Set([...METHODS, 'PUT', 'DELETE', 'PATCH']);
const PAGE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** These have no body. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Responds to a request; `read` has the parameters of its body if the body was read already. */
type Handler = (request: IncomingMessage, response: ServerResponse, read?: ReadForm) => void;
type ReadForm = Pick<ApiRequest, 'body'>;

/** Made with the first request: most servers never have one, and the libraries behind it take long to load. */
function whenAsked(make: () => Promise<RequestListener>): RequestListener {
  const made = lazy(make);
  return (request, response) => {
    made().then(
      answer => answer(request, response),
      (error: unknown) => fail(error, request, response),
    );
  };
}

/** Answers queries and passes everything else on to the wiki itself, pages too. */
function besideWiki(
  { registry, formats, local, metrics, bodies }: Assembled,
  { api, accounts }: NonNullable<Assembled['upstream']>,
  { trustProxy, bodyLimit }: ListenerSettings,
  answerLocally: Handler,
  restPath: RestPath,
): { readonly answer: RequestListener; readonly answerRest: RequestListener; readonly showPage: RequestListener } {
  const wiki = createUpstream(api, bodies);
  const clientOf = clientReader(trustProxy);
  const listenerOf =
    (work: (request: IncomingMessage, response: ServerResponse) => Promise<void>): RequestListener =>
    (request, response) => {
      work(request, response).catch((error: unknown) => {
        if (error instanceof BodyError) void send(response, refusal(error, metrics));
        else fail(error, request, response);
      });
    };
  return { answer: listenerOf(route), answerRest: listenerOf(answerRest), showPage: listenerOf(showPage) };

  async function showPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await passTo({ script: PAGES, pathInfo: '' }, request, response);
  }

  /** Paths that are not answered here are the wiki's, and so are their other methods. */
  async function answerRest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method = '', headers } = request;
    const pathInfo = restPath(pathOf(url)) ?? '';
    if (isLocalRoute(local, pathInfo, method) && !isSignedRequest(headers)) answerLocally(request, response);
    else await passTo({ script: REST, pathInfo }, request, response);
  }

  /** Forwards the body to the upstream in any case. Reads only a small body first, so that a slow client does not occupy an upstream connection. */
  async function passTo(place: Place, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (READING.has(request.method ?? '')) pass(request, response, place, undefined);
    else passPost(request, response, place, isSmall(request) ? await collect(request, response, SMALL_BODY) : ARRIVING);
  }

  /** It may be a login, a logout, or a change of rights: what was told of the session before its end holds no more, either. */
  function passPost(request: IncomingMessage, response: ServerResponse, place: Place, body: SentBody): void {
    const credentials = credentialsOf({ headers: request.headers as ApiRequest['headers'], ...clientOf(request) });
    accounts.forget(credentials);
    response.once('close', () => accounts.forget(credentials));
    pass(request, response, place, body);
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const isSigned = isSignedRequest(headers);
    const query = queryOf(url);
    if (method !== 'POST') {
      const isReading = method === 'GET' || method === 'HEAD';
      if (isReading && (isSigned || passesToWiki({ method: 'GET', query }, { registry, formats, local })))
        pass(request, response, API, undefined);
      else answerLocally(request, response);
      return;
    }
    // What is too long for a query may be an upload.
    if (isSigned || lengthOf(request) > bodyLimit) return passTo(API, request, response);
    const read = await collect(request, response, bodyLimit);
    if (!read.isWhole) return passPost(request, response, API, read);
    const body = holdsParameters(headers) ? await readParameters(headers, read.bytes, bodyLimit) : undefined;
    const form = body === undefined ? {} : { body };
    if (passesToWiki({ method, query, ...form }, { registry, formats, local })) passPost(request, response, API, read);
    else answerLocally(request, response, form);
  }

  async function collect(request: IncomingMessage, response: ServerResponse, limit: number): Promise<SentBody> {
    const collected = await bodies.collectUpTo(request, clientOf(request).ip, limit);
    response.once('close', collected.release);
    return collected;
  }

  function pass(request: IncomingMessage, response: ServerResponse, place: Place, body: SentBody | undefined): void {
    response.once('close', () => metrics.proxied(response.headersSent ? response.statusCode : GIVEN_UP));
    wiki.pass(request, response, { ...place, client: clientOf(request), query: queryOf(request.url ?? ''), body });
  }
}

/** An upstream script, and the path after its name. */
interface Place {
  readonly script: string;
  readonly pathInfo: string;
}
const API: Place = { script: 'api.php', pathInfo: '' };

/** Declared bytes of the body; unknown for a chunked body. */
const lengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);
const isSmall = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] === undefined && lengthOf(request) <= SMALL_BODY;

/** What stands for the status of an answer that nobody waited for. */
const GIVEN_UP = 499;

type Answered = ApiResponse & Pick<SharedResponse, 'encoded'>;

function apiHandler(
  { answer, cache, metrics, limits, bodies, watchdog, local }: Assembled,
  settings: ListenerSettings,
  requests: RequestLog,
  restPath: RestPath,
): Handler {
  const clientOf = clientReader(settings.trustProxy);
  return (request, response, read) => {
    const failed = (error: unknown) => fail(error, request, response);
    const path = restPath(pathOf(request.url ?? ''));
    metrics.begin();
    const finish = (found: Answered): void => {
      // A route says itself what its answer may be validated by.
      const answered = path === undefined ? validated(request.headers as ApiRequest['headers'], found) : found;
      metrics.request(answered.status);
      send(response, answered)?.catch(failed);
      if (!response.writableEnded || response.writableLength > 0) countWhileUnread(request, response);
    };
    const take = (found: Answered): void => {
      // Who asks too much would otherwise ask again at once.
      if (found.status === TOO_MANY) setTimeout(finish, HESITATION, found);
      else finish(found);
    };
    respond(request, response, path, read).then(take, failed);
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
    const met = visitor === undefined ? undefined : limits.look(visitor);
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
      if (error instanceof BodyError) return refusal(error, metrics);
      throw error;
    }
    return ask(method, request, body, client, path);
  }

  /** Counts a request as running while its client does not read the response, which is in memory. */
  function countWhileUnread(request: IncomingMessage, response: ServerResponse): void {
    if (response.destroyed) return;
    const look = setTimeout(() => {
      const usage = limits.hold(addressKey(clientOf(request).ip));
      response.once('close', () => limits.end(usage));
    }, UNREAD).unref();
    response.once('close', () => clearTimeout(look));
  }

  /** Counts a request as running while its body arrives. */
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
  ): Promise<Answered> {
    const headers = request.headers as WebRequest['headers'];
    const asked = { method, path, query: queryOf(request.url ?? ''), body, headers, ip, secure };
    const key = requestKey(asked);
    const known = key === undefined ? undefined : await cache.find(key, ip);
    return known ? again(request, asked, known) : make(request, asked, key);
  }

  /** Who gets an answer that is there has asked all the same. */
  function again(request: IncomingMessage, asked: Asked, response: SharedResponse): Answered {
    const visitor = anonymousClient(asked.headers, asked.ip);
    // Others of its requests may have begun while the database was asked for its state.
    const met = visitor === undefined ? undefined : limits.look(visitor);
    if (met) return refusalOf(met, metrics, false);
    if (visitor !== undefined) limits.end(limits.begin(visitor));
    if (requests.isOn || REQUESTS.start.hasSubscribers) {
      const trace = watchdog.begin(asked);
      requests.note(request, trace);
      trace.end(response.status);
    }
    metrics.kept();
    return response;
  }

  function make(request: IncomingMessage, asked: Asked, key: string | undefined): Promise<ApiResponse> {
    const trace = watchdog.begin(asked);
    requests.note(request, trace);
    return answer({ ...asked, trace, signal: closingOf(request.socket) }, key);
  }
}

/** Whether a route answers here to this method; what is asked of paths beforehand it answers, too. */
function isLocalRoute({ routes }: Assembled['local'], path: string, method: string): boolean {
  const matches = routes?.match(path);
  if (!matches) return false;
  const asked = routeMethod(method);
  return asked ? matches.has(asked) : method === 'OPTIONS';
}

/** What routes read besides forms. */
const TEXTS = ['application/json'];

/** What a request asks, and who. */
type Asked = Pick<WebRequest, 'method' | 'query' | 'headers' | 'ip' | 'secure'> & {
  readonly path: string | undefined;
  readonly body: ApiRequest['body'];
};

/** A body that nobody reads would be read as the next request. */
const withoutMore = (answered: ApiResponse): ApiResponse => ({ ...answered, headers: { ...answered.headers, Connection: 'close' } });

const TOO_MANY = 429;
const UNAVAILABLE = 503;
/** Milliseconds. */
const HESITATION = 1000;
/** Milliseconds within which most clients read a response. */
const UNREAD = 1000;

/** Before a request of too many is read: parsing it is what it would cost. */
function refusalOf(met: LimitError, metrics: Metrics, hasBody: boolean): ApiResponse {
  metrics.limited(met.limit);
  const { error: said, status, headers } = refusalFor(met);
  return jsonError(status, said.code, said.messages[0].text, { ...headers, ...(hasBody && { Connection: 'close' }) });
}

const closings = new WeakMap<Socket, AbortSignal>();

/** Fires when the client is gone: its connection closes. One for all requests of a connection, because to make one takes longer than to read them. */
function closingOf(socket: Socket): AbortSignal {
  const known = closings.get(socket);
  if (known) return known;
  const closing = new AbortController();
  if (socket.destroyed) closing.abort();
  else socket.once('close', () => closing.abort());
  closings.set(socket, closing.signal);
  return closing.signal;
}

/** What is left of the body would be read as the next request. */
function refusal({ status, code, message }: BodyError, metrics: Metrics): ApiResponse {
  const isCrowded = status === TOO_MANY || status === UNAVAILABLE;
  if (isCrowded) metrics.limited('bodies');
  return jsonError(status, code, message, { Connection: 'close', ...(isCrowded && { 'Retry-After': '1' }) });
}

const methodRefused = (methods: ReadonlySet<string>) =>
  jsonError(405, 'invalidmethod', 'This method is not supported here. Use GET or POST.', { Allow: [...methods].join(', ') });
export const invalidMethod = methodRefused(METHODS);
