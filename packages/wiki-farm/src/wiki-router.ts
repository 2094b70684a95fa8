import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  admissionFor,
  CHECKS,
  describeError,
  fail,
  jsonError,
  log,
  type Operated,
  operatorPages,
  pathOf,
  send,
  toOriginForm,
} from '@wikiquery/server/extend';
import { startPage } from './start-page.ts';
import { type Wiki, type Wikis, WikiUnavailable } from './wikis.ts';

/** Routes requests to wikis by host name, or by the first part of the path, which it removes. */
export function createWikiRouter(wikis: Wikis, operated: Operated): RequestListener {
  const { context, settings } = wikis;
  const operators = operatorPages(operated, settings.admin === undefined, admissionFor(context, settings, CHECKS));
  const admits = admissionFor(context, settings);
  return (request, response) => {
    toOriginForm(request);
    const { url = '' } = request;
    const byHost = wikis.byHost(hostOf(request));
    if (byHost) return handTo(byHost, request, response);
    const [name, rest] = splitPath(url);
    const wiki = wikis.byName(name);
    if (wiki && rest === '') return redirect(url, response);
    if (wiki) {
      // As in Express: web UIs build redirects from the original URL, and pages build links from the base URL.
      Object.assign(request, { originalUrl: url, baseUrl: url.slice(0, url.length - rest.length) });
      request.url = rest;
      return handTo(wiki, request, response);
    }
    if (operators(request, response)) return;
    if (!admits(request, response)) return;
    if (pathOf(url) === '/') startPage(wikis, request, response).catch((error: unknown) => fail(error, request, response));
    else void send(response, NO_WIKI);
  };

  function handTo(wiki: Wiki, request: IncomingMessage, response: ServerResponse): void {
    wikis.answer(wiki, request, response)?.catch((error: unknown) => refuse(error, wiki, request, response));
  }
}

function refuse(error: unknown, { place }: Wiki, request: IncomingMessage, response: ServerResponse): void {
  if (!(error instanceof WikiUnavailable)) {
    fail(error, request, response);
    return;
  }
  log('error', 'request-failed', {
    wiki: place.name,
    method: request.method,
    path: pathOf(request.url ?? ''),
    error: describeError(error.message),
  });
  const info = `The wiki cannot be read now. Try again in ${error.retryAfter} second${error.retryAfter > 1 ? 's' : ''}. The log of the server has the reason.`;
  void send(response, jsonError(503, 'internal_api_error_DBConnectionError', info, { 'Retry-After': String(error.retryAfter) }));
}

const hostOf = ({ headers: { host = '' } }: IncomingMessage): string => host.replace(/:\d+$/, '').toLowerCase();

/** Splits `/pond/w/api.php?x` into `pond` and `/w/api.php?x`. The rest of `/pond` is empty. */
function splitPath(url: string): readonly [name: string, rest: string] {
  const path = pathOf(url);
  const end = path.indexOf('/', 1);
  const name = end < 0 ? path.slice(1) : path.slice(1, end);
  return [name.includes('%') ? decoded(name) : name, end < 0 ? '' : url.slice(end)];
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

/** Redirects to the path with a trailing slash, because URLs on the pages of a wiki are relative. */
function redirect(url: string, response: ServerResponse): void {
  const path = pathOf(url);
  response.writeHead(308, { Location: `${path.replace(/^\/+/, '/')}/${url.slice(path.length)}`, 'Cache-Control': 'no-cache' }).end();
}

const NO_WIKI = jsonError(
  404,
  'nowiki',
  'There is no wiki at this address. The start page of the server lists the wikis. The API of each is at /NAME/w/api.php.',
);
