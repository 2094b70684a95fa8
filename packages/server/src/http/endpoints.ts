import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugins } from '@wikiquery/core/host';
import { type ApiRequest, type ApiResponse, routeMethod } from '@wikiquery/engine';
import type { Settings } from '../config/settings.ts';
import type { BodyError, RequestBodies } from '../limits/request-bodies.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { LocalEndpoints } from '../plugins/local-endpoints.ts';
import { jsonError } from './json-error.ts';

/** The entry points of a wiki: `api.php`, `rest.php` with the paths below it, and `index.php`. */
export interface Endpoints {
  readonly api: Handler;
  readonly rest: Handler | undefined;
  readonly pages: Handler | undefined;
}

/** Responds to a request. `read`: the parameters in its body, if the body was already read. */
export type Handler = (request: IncomingMessage, response: ServerResponse, read?: ReadForm) => void;
export type ReadForm = Pick<ApiRequest, 'body'>;

/** A route to one of the entry points, or to a path that a server extension serves. */
export interface EndpointRoute {
  matches(path: string): boolean;
  readonly methods: ReadonlySet<string>;
  readonly handler: Handler;
}

/** Parts of a wiki for server extensions that wrap its entry points. */
export interface ServedWiki extends Pick<Plugins, 'registry' | 'formats'> {
  readonly local: LocalEndpoints;
  readonly bodies: RequestBodies;
  readonly metrics: Metrics;
  readonly settings: Pick<Settings, 'trustProxy' | 'bodyLimit'>;
  readonly restPath: RestPath;
}

/** Returns the part of a URL path after `rest.php` in the script path or the root; undefined for other paths. */
export type RestPath = (path: string) => string | undefined;

/** File name of MediaWiki's entry point for the REST API. */
export const REST = 'rest.php';
/** File name of MediaWiki's entry point for wiki pages. */
export const PAGES = 'index.php';

export function restPathBelow(scriptPath: string): RestPath {
  const entryPoints = [...new Set([`${scriptPath}/${REST}`, `/${REST}`])];
  return path => {
    // Fast path for nearly all requests.
    if (!path.includes(REST)) return undefined;
    const entryPoint = entryPoints.find(each => path.startsWith(each) && (path.length === each.length || path[each.length] === '/'));
    return entryPoint === undefined ? undefined : path.slice(entryPoint.length);
  };
}

/** Whether a route of this server handles a request with this method. Each route also handles OPTIONS. */
export function isLocalRoute({ routes }: LocalEndpoints, path: string, method: string): boolean {
  const matches = routes?.match(path);
  if (!matches) return false;
  const asked = routeMethod(method);
  return asked ? matches.has(asked) : method === 'OPTIONS';
}

/** HTTP methods of requests without a body. */
export const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns the declared bytes of a request's body; 0 for a chunked body, whose length is unknown. */
export const lengthOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/** Returns the response to a rejected body. Closes the connection, because the rest of the body would be parsed as the next request. */
export function bodyRefusal({ status, code, message }: BodyError, metrics: Metrics): ApiResponse {
  const isCrowded = status === 429 || status === 503;
  if (isCrowded) metrics.limited('bodies');
  return jsonError(status, code, message, { Connection: 'close', ...(isCrowded && { 'Retry-After': '1' }) });
}
