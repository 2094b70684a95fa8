import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import type { ApiRequest, ApiResponse } from '@wikiquery/engine';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Assembled } from '../assemble.ts';
import { describeError, log, redact } from '../log.ts';
import { scriptPathOf } from '../script-path.ts';
import type { WebRequest } from '../sessions.ts';
import type { Settings } from '../settings.ts';
import { createUpstream, credentialsOf, isSignedRequest, passesToWiki, readUpTo } from '../upstream/index.ts';
import { clientReader } from './client.ts';
import { imageFiles } from './images.ts';
import { jsonError } from './json-error.ts';
import { BodyError, readBody } from './request-body.ts';
import { send } from './send.ts';

/**
 * Answers HTTP: the API, uploaded files, health and metrics. Requests to the API, nearly all there are, are answered before Express and its
 * routes, which would cost as much as reading a page.
 */
export function createListener(assembled: Assembled, settings: Pick<Settings, 'trustProxy' | 'bodyLimit'>): RequestListener {
  const scriptPath = scriptPathOf(assembled.site);
  // pywikibot asks below the root with two slashes.
  const entryPoints = new Set([`${scriptPath}/api.php`, '/api.php', '//api.php']);
  const api = apiHandler(assembled, settings);
  const answer = assembled.upstream ? besideWiki(assembled, assembled.upstream, settings, api) : compressed(api);
  const other = compressed(createApp(assembled, scriptPath));
  return (request, response) => {
    // A client that takes this server for a proxy names the host as well.
    if (request.url?.[0] !== '/') request.url = request.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
    if (!METHODS.has(request.method ?? '')) void send(response, invalidMethod);
    else (entryPoints.has(pathOf(request.url ?? '')) ? answer : other)(request, response);
  };
}

/** Nothing here, nor in the interface of a wiki, knows others. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** Answers a request; `form` is its body where that was read already. */
type Handler = (request: IncomingMessage, response: ServerResponse, form?: ApiRequest['body']) => void;

const compressed =
  (handler: Handler): Handler =>
  (request, response, form) => {
    if (request.headers['accept-encoding'] === undefined) handler(request, response, form);
    else compress(request as Request, response as Response, () => handler(request, response, form));
  };

/** Answers queries and passes everything else on to the wiki itself. */
function besideWiki(
  { registry, formats }: Assembled,
  { api, accounts }: NonNullable<Assembled['upstream']>,
  { trustProxy, bodyLimit }: Pick<Settings, 'trustProxy' | 'bodyLimit'>,
  here: Handler,
): RequestListener {
  const wiki = createUpstream(api);
  const clientOf = clientReader(trustProxy);
  const answer = compressed(here);
  return (request, response) => {
    route(request, response).catch((error: unknown) => {
      if (error instanceof BodyError) void send(response, refusal(error));
      else fail(error, request, response);
    });
  };

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const isSigned = isSignedRequest(headers);
    if (method !== 'POST') {
      const isReading = method === 'GET' || method === 'HEAD';
      if (isReading && (isSigned || passesToWiki({ method: 'GET', query: queryOf(url) }, { registry, formats })))
        wiki.pass(request, response, clientOf(request));
      else answer(request, response);
      return;
    }
    const body = await readUpTo(request, bodyLimit);
    // What is too long for a query may be an upload.
    const form = body.rest ? undefined : await readBody(Object.assign(Readable.from([body.bytes]), { headers }), bodyLimit);
    if (
      !isSigned &&
      !body.rest &&
      !passesToWiki({ method, query: queryOf(url), ...(form !== undefined && { body: form }) }, { registry, formats })
    )
      return answer(request, response, form);
    // It may be a login, a logout, or a change of rights: what was told of the session before its end holds no more, either.
    const client = clientOf(request);
    const credentials = credentialsOf({ headers: headers as ApiRequest['headers'], ...client });
    accounts.forget(credentials);
    response.once('close', () => accounts.forget(credentials));
    wiki.pass(request, response, client, body);
  }
}

/** Everything but the API. */
function createApp({ health, metrics, images, site }: Assembled, scriptPath: string): Express {
  const app = express();
  app.disable('etag').disable('x-powered-by');
  app.get('/healthz', async (_request, response) => {
    const report = await health.report();
    const status = report.status === 'ok' || report.status === 'degraded' ? 200 : 503;
    response
      .status(status)
      .set('Cache-Control', 'no-store')
      .type('application/json')
      .end(`${JSON.stringify(report, undefined, 2)}\n`);
  });
  app.get('/metrics', async (_request, response) => {
    response.type(metrics.contentType).end(await metrics.text());
  });
  if (images !== undefined && site.groups.get('*')?.rights.includes('read')) {
    app.use([...new Set([`${scriptPath}/images`, '/images'])], imageFiles(images));
  }
  app.get('/', (_request, response) => response.redirect(`${scriptPath}/api.php`));
  app.use(missing(`${scriptPath}/api.php`));
  app.use(broken);
  return app;
}

/** JSON shrinks to a tenth; small answers fit into one packet anyway. Quick levels: the last percent costs more time than it saves. */
const compress: RequestHandler = compression({
  threshold: 1400,
  level: 3,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
});

function apiHandler({ answer, metrics, watchdog }: Assembled, settings: Pick<Settings, 'trustProxy' | 'bodyLimit'>): Handler {
  const clientOf = clientReader(settings.trustProxy);
  return (request, response, form) => {
    const failed = (error: unknown) => fail(error, request, response);
    respond(request, form).then(answered => {
      metrics.request(answered.status);
      send(response, answered)?.catch(failed);
    }, failed);
  };

  function respond(request: IncomingMessage, form: ApiRequest['body']): Promise<ApiResponse> {
    const { method } = request;
    if (method !== 'GET' && method !== 'POST' && method !== 'HEAD' && method !== 'OPTIONS') return Promise.resolve(invalidMethod);
    if (form !== undefined || method !== 'POST' || request.readableEnded) return ask(method, request, form);
    return readBody(request, settings.bodyLimit).then(
      body => ask(method, request, body),
      (error: unknown) => {
        if (!(error instanceof BodyError)) throw error;
        return refusal(error);
      },
    );
  }

  function ask(method: ApiRequest['method'], request: IncomingMessage, body: ApiRequest['body']): Promise<ApiResponse> {
    const { ip, secure } = clientOf(request);
    const headers = request.headers as WebRequest['headers'];
    const query = queryOf(request.url ?? '');
    const progress = watchdog.begin({ method, query, body });
    return answer({
      method,
      query,
      ...(body !== undefined && { body }),
      headers,
      progress,
      ip,
      secure,
      signal: closingOf(request.socket),
    });
  }
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
const refusal = ({ status, code, message }: BodyError): ApiResponse => jsonError(status, code, message, { Connection: 'close' });

const pathOf = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
};

/** The part of the URL behind `?`, which is ASCII: Node refuses others. */
function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

export const invalidMethod = jsonError(405, 'invalidmethod', 'This method is not understood here. Use GET or POST.', {
  Allow: 'GET, HEAD, POST, OPTIONS',
});

const missing =
  (entryPoint: string): RequestHandler =>
  ({ method }, response) => {
    const isReading = method === 'GET' || method === 'HEAD';
    const [status, title] = isReading ? [404, 'Not found'] : [405, 'Method not allowed'];
    response.status(status).set('X-Content-Type-Options', 'nosniff').type('text/html');
    if (!isReading) response.set('Allow', 'GET, HEAD');
    const escaped = entryPoint.replaceAll(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`);
    response.end(
      `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>The interface of this wiki is at <a href="${escaped}">${escaped}</a>.</p></html>\n`,
    );
  };

const broken: ErrorRequestHandler = (error, request, response, _next) => fail(error, request, response);

/** What nobody expected: the log tells what, the client that it was not its fault. */
function fail(error: unknown, { method, url = '' }: IncomingMessage, response: ServerResponse): void {
  log('error', 'request-failed', { method, path: pathOf(url), query: redact(queryOf(url)), error: describeError(error) });
  if (response.headersSent) return void response.destroy();
  const { status, headers, body } = jsonError(
    500,
    'internal_api_error_Error',
    'The server failed to answer this request; its log tells why.',
  );
  response.writeHead(status, headers as Record<string, string>).end(body);
}
