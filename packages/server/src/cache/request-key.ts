import { hash } from 'node:crypto';
import type { ApiRequest } from '@wikiquery/engine';

type KeyedRequest = Pick<ApiRequest, 'method' | 'path' | 'query' | 'body' | 'headers'> & { readonly secure: boolean };

/**
 * Returns the key of everything that a response without a session may depend on, except the client's address. Returns undefined for a request with
 * credentials, a body or conditional headers. The length before each part makes keys unambiguous.
 */
export function requestKey({ method, path, query, body, headers, secure }: KeyedRequest): string | undefined {
  if (method !== 'GET' || body !== undefined || headers.cookie !== undefined || headers.authorization !== undefined) return undefined;
  if (path !== undefined && CONDITIONS.some(name => headers[name] !== undefined)) return undefined;
  let key = (secure ? 's' : '-') + part(path);
  for (const name of KEY_HEADERS) key += part(headers[name]);
  return key + query;
}

/** Returns the cache key of a response. Responses for a single address have keys of their own. */
export const responseKey = (key: string, ip: string | undefined): string => part(ip) + key;

/** Returns the digest of a key, for tables that outlive the request: always 43 characters, even for a long URL. */
export const digestOf = (key: string): string => hash('sha256', key, 'base64url');

/** Request headers that a response may depend on. */
const KEY_HEADERS = ['accept-language', 'origin', 'treat-as-untrusted'] as const;

/** Headers that a route of the REST API evaluates itself. */
const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

const part = (text: string | undefined): string => (text === undefined ? '-' : `${text.length}:${text}`);
