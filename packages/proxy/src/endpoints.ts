import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ApiRequest } from '@wikiquery/engine';
import {
  BodyError,
  bodyRefusal,
  clientReader,
  type Endpoints,
  fail,
  holdsParameters,
  isLocalRoute,
  lengthOf,
  PAGES,
  pathOf,
  queryOf,
  READING,
  REST,
  readParameters,
  type ServedWiki,
  SMALL_BODY,
  send,
} from '@wikiquery/server/extend';
import type { UpstreamAccounts } from './accounts.ts';
import { passesToWiki } from './passes.ts';
import { ARRIVING, createUpstream, type ProxiedBody } from './proxy.ts';
import { credentialsOf, isSignedRequest } from './sessions.ts';

/** Returns endpoints that respond to queries, and forward all other requests to the upstream wiki, including requests for pages. */
export function proxyEndpoints(
  own: Endpoints,
  { registry, formats, local, metrics, bodies, settings: { trustProxy, bodyLimit }, restPath }: ServedWiki,
  { api, accounts }: { readonly api: URL; readonly accounts: UpstreamAccounts },
): Endpoints {
  const wiki = createUpstream(api, bodies);
  const clientOf = clientReader(trustProxy);
  const proxied = metrics.counter('wikiquery_proxied_requests_total', 'Forwarded requests by HTTP status.', ['status']);
  const listenerOf =
    (work: (request: IncomingMessage, response: ServerResponse) => Promise<void>): RequestListener =>
    (request, response) => {
      work(request, response).catch((error: unknown) => {
        if (error instanceof BodyError) void send(response, bodyRefusal(error, metrics));
        else fail(error, request, response);
      });
    };
  return { api: listenerOf(route), rest: listenerOf(answerRest), pages: listenerOf(showPage) };

  async function showPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await passTo({ script: PAGES, pathInfo: '' }, request, response);
  }

  /** Responds to a REST request if a local route has its path and method; otherwise forwards it. */
  async function answerRest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method = '', headers } = request;
    const pathInfo = restPath(pathOf(url)) ?? '';
    if (isLocalRoute(local, pathInfo, method) && !isSignedRequest(headers)) (own.rest ?? own.api)(request, response);
    else await passTo({ script: REST, pathInfo }, request, response);
  }

  /** Forwards a request. Reads a small body first, so that a slow client does not occupy an upstream connection. */
  async function passTo(place: Place, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (READING.has(request.method ?? '')) pass(request, response, place, undefined);
    else passPost(request, response, place, isSmall(request) ? await collect(request, response, SMALL_BODY) : ARRIVING);
  }

  /** Forwards a POST. Forgets its session before and after, because the request may be a login, a logout or a change of rights. */
  function passPost(request: IncomingMessage, response: ServerResponse, place: Place, body: ProxiedBody): void {
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
      else own.api(request, response);
      return;
    }
    // A body over the limit may be an upload.
    if (isSigned || lengthOf(request) > bodyLimit) return passTo(API, request, response);
    const read = await collect(request, response, bodyLimit);
    if (!read.isWhole) return passPost(request, response, API, read);
    const body = holdsParameters(headers) ? await readParameters(headers, read.bytes, bodyLimit) : undefined;
    const form = body === undefined ? {} : { body };
    if (passesToWiki({ method, query, ...form }, { registry, formats, local })) passPost(request, response, API, read);
    else own.api(request, response, form);
  }

  async function collect(request: IncomingMessage, response: ServerResponse, limit: number): Promise<ProxiedBody> {
    const collected = await bodies.collectUpTo(request, clientOf(request).ip, limit);
    response.once('close', collected.release);
    return collected;
  }

  function pass(request: IncomingMessage, response: ServerResponse, place: Place, body: ProxiedBody | undefined): void {
    response.once('close', () => proxied.inc({ status: response.headersSent ? response.statusCode : GIVEN_UP }));
    wiki.pass(request, response, { ...place, client: clientOf(request), query: queryOf(request.url ?? ''), body });
  }
}

/** An upstream script, and the path after its name. */
interface Place {
  readonly script: string;
  readonly pathInfo: string;
}
const API: Place = { script: 'api.php', pathInfo: '' };

const isSmall = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] === undefined && lengthOf(request) <= SMALL_BODY;

/** Status that the metric counts for requests whose client has disconnected. */
const GIVEN_UP = 499;
