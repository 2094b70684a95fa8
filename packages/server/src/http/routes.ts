import type { IncomingMessage } from 'node:http';
import type { Settings } from '../config/settings.ts';
import type { RequestLog } from '../observability/request-log.ts';
import type { Assembled } from '../wiki/assemble.ts';
import { scriptPathOf } from '../wiki/script-path.ts';
import { addedRoutes } from './added-routes.ts';
import { apiHandler } from './api-handler.ts';
import { type EndpointRoute, type Endpoints, PAGES, restPathBelow } from './endpoints.ts';
import { jsonError } from './json-error.ts';

export interface Routes {
  readonly api: EndpointRoute;
  readonly rest: EndpointRoute | undefined;
  /** Wiki pages, which only an extension such as proxy mode serves. */
  readonly pages: EndpointRoute | undefined;
  /** Routes that server extensions add. */
  readonly added: readonly EndpointRoute[];
}

export const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
const REST_METHODS: ReadonlySet<string> = new Set([...METHODS, 'PUT', 'DELETE', 'PATCH']);
const PAGE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** Returns the routes of a wiki's entry points, as its extension wraps them. */
export function routesOf(assembled: Assembled, requests: RequestLog, settings: Pick<Settings, 'trustProxy' | 'bodyLimit'>): Routes {
  const { context, plugins, local, site, extension } = assembled;
  const scriptPath = scriptPathOf(site);
  const restPath = restPathBelow(scriptPath);
  const { handler, ask, withEnv } = apiHandler(assembled, settings, requests, restPath);
  const own: Endpoints = { api: handler, rest: local.routes && handler, pages: undefined };
  const { metrics, bodies } = context;
  const { api, rest, pages } = extension?.wrap(own, { ...plugins, local, metrics, bodies, settings, restPath }) ?? own;
  // pywikibot requests //api.php.
  const apiPaths = new Set([`${scriptPath}/api.php`, '/api.php', '//api.php']);
  const pagePaths = new Set([`${scriptPath}/${PAGES}`, `/${PAGES}`]);
  return {
    api: { matches: path => apiPaths.has(path), methods: METHODS, handler: api },
    rest: rest && { matches: path => restPath(path) !== undefined, methods: REST_METHODS, handler: rest },
    pages: pages && { matches: path => pagePaths.has(path), methods: PAGE_METHODS, handler: pages },
    added: addedRoutes(assembled, request => ({
      ask: (query, path) => ask(request, query, path),
      withEnv: work => withEnv(request, work),
    })),
  };
}

/** Removes the scheme and the host from the URL of a request if the URL is in absolute form. */
export function toOriginForm(request: IncomingMessage): void {
  if (request.url?.[0] !== '/') request.url = request.url?.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
}

export const methodRefused = (methods: ReadonlySet<string>) =>
  jsonError(405, 'invalidmethod', 'This method is not supported here. Use GET or POST.', { Allow: [...methods].join(', ') });
export const invalidMethod = methodRefused(METHODS);
