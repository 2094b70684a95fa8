import type { HostConfiguration } from '@wikiquery/core/host';
import type { ApiRequest, ApiResponse } from './request.ts';

export interface Cors {
  readonly headers: Record<string, string>;
  readonly varyOrigin: boolean;
  /** Error response to send without running the request. */
  readonly refusal?: ApiResponse;
}

/** Request headers that scripts on other sites may send (`$wgAllowedCorsHeaders`). */
export const CORS_HEADERS: readonly string[] = [
  'Accept',
  'Accept-Language',
  'Content-Language',
  'Content-Type',
  'Accept-Encoding',
  'DNT',
  'Origin',
  'User-Agent',
  'Api-User-Agent',
  'Access-Control-Max-Age',
];

const ALLOWED_REQUEST_HEADERS = new Set([...CORS_HEADERS.map(name => name.toLowerCase()), 'authorization', 'promise-non-write-api-action']);

/**
 * Checks the parameter `origin` against the header Origin. `*` allows anonymous requests from any site; the wiki must trust any other
 * origin.
 */
export function crossOrigin(origin: string | undefined, { headers, method }: ApiRequest, configuration: HostConfiguration): Cors {
  if (origin === undefined) return { headers: {}, varyOrigin: false };
  if (origin === '*') return { headers: allow('*', false, method, headers), varyOrigin: false };
  const sent = headers.origin?.trim();
  const origins = sent === undefined ? [] : sent.split(/\s+/);
  if (!origins.includes(origin)) {
    const text = 'The parameter "origin" differs from the Origin header.\n';
    return {
      headers: {},
      varyOrigin: true,
      refusal: { status: 403, headers: { 'Content-Type': 'text/html; charset=UTF-8', 'Cache-Control': 'no-cache' }, body: text },
    };
  }
  if (!origins.every(one => isTrusted(one, configuration)))
    return { headers: { 'MediaWiki-CORS-Rejection': 'Origin mismatch' }, varyOrigin: true };
  return { headers: { ...allow(sent!, true, method, headers), 'Timing-Allow-Origin': sent! }, varyOrigin: true };
}

function allow(origin: string, credentials: boolean, method: string, sent: ApiRequest['headers']): Record<string, string> {
  const out: Record<string, string> = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': String(credentials) };
  const isPreflight = method === 'OPTIONS' && sent['access-control-request-method'] !== undefined;
  if (!isPreflight) {
    out['Access-Control-Expose-Headers'] = 'MediaWiki-API-Error, Retry-After, X-Database-Lag, MediaWiki-Login-Suppressed';
    return out;
  }
  const wanted = sent['access-control-request-headers'];
  if (wanted !== undefined) {
    const names = wanted.split(',').map(name => name.trim().toLowerCase());
    if (!names.every(name => name === '' || ALLOWED_REQUEST_HEADERS.has(name)))
      return { 'MediaWiki-CORS-Rejection': 'Unsupported header requested in preflight' };
    out['Access-Control-Allow-Headers'] = wanted;
  }
  out['Access-Control-Allow-Methods'] = 'POST, GET, HEAD';
  return out;
}

function isTrusted(origin: string, { crossSiteOrigins, crossSiteOriginsExcept }: HostConfiguration): boolean {
  const host = /^https?:\/\/(.+)$/.exec(origin)?.[1];
  if (host === undefined) return false;
  const matches = (pattern: string) =>
    new RegExp(
      `^${pattern
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '[^/]*?')
        .replaceAll('?', '.')}$`,
    ).test(host);
  return crossSiteOrigins.some(matches) && !crossSiteOriginsExcept.some(matches);
}
