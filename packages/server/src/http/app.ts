import type { RequestListener } from 'node:http';
import type { Settings } from '../config/settings.ts';
import { lazy } from '../lazy.ts';
import { RequestLog } from '../observability/request-log.ts';
import type { Assembled } from '../wiki/assemble.ts';
import { scriptPathOf } from '../wiki/script-path.ts';
import { apiHandler } from './api-handler.ts';
import { type Endpoints, PAGES, restPathBelow } from './endpoints.ts';
import { fail, pathOf } from './fail.ts';
import { jsonError } from './json-error.ts';
import { send } from './send.ts';

/**
 * Answers HTTP: the API, uploaded files, health and metrics. Requests to the API, nearly all there are, are answered before Express and its
 * routes, which would cost as much as reading a page.
 */
export function createListener(assembled: Assembled, settings: ListenerSettings): RequestListener {
  const { context, plugins, local, site, extension } = assembled;
  const scriptPath = scriptPathOf(site);
  // pywikibot asks below the root with two slashes.
  const entryPoints = new Set([`${scriptPath}/api.php`, '/api.php', '//api.php']);
  const restPath = restPathBelow(scriptPath);
  const requests = new RequestLog(settings.requestLog);
  const api = apiHandler(assembled, settings, requests, restPath);
  const own: Endpoints = { api, rest: local.routes && api, pages: undefined };
  const { metrics, bodies } = context;
  const endpoints = extension?.wrap(own, { ...plugins, local, metrics, bodies, settings, restPath }) ?? own;
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

  /** Methods that each script accepts, here and at an upstream. */
  function handlerOf(path: string): readonly [RequestListener, methods: ReadonlySet<string>] {
    if (endpoints.rest && restPath(path) !== undefined) return [endpoints.rest, REST_METHODS];
    if (entryPoints.has(path)) return [endpoints.api, METHODS];
    return endpoints.pages && pages.has(path) ? [endpoints.pages, PAGE_METHODS] : [other, METHODS];
  }
}

type ListenerSettings = Pick<Settings, 'trustProxy' | 'bodyLimit' | 'requestLog' | 'admin'>;

/** Nothing here, nor in the interface of a wiki, knows others. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** The REST API has more of them, and says which of its paths answer to which. */
const REST_METHODS: ReadonlySet<string> = new Set([...METHODS, 'PUT', 'DELETE', 'PATCH']);
const PAGE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

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

const methodRefused = (methods: ReadonlySet<string>) =>
  jsonError(405, 'invalidmethod', 'This method is not supported here. Use GET or POST.', { Allow: [...methods].join(', ') });
export const invalidMethod = methodRefused(METHODS);
