import { hash } from 'node:crypto';
import type { ApiRequest } from '@wikiquery/engine';
import { madeChanges } from '../wiki/chronology.ts';

type KeyedRequest = Pick<ApiRequest, 'method' | 'path' | 'query' | 'body' | 'headers'> & { readonly secure: boolean };

/**
 * Returns a key of everything that the response to a request without a session may depend on, except the client's address. Returns
 * undefined for a request with credentials, a body or conditional REST headers, for a client that made changes a moment ago, and if the
 * method is not GET. A length before each part makes keys unambiguous.
 */
export function requestKey({ method, path, query, body, headers, secure }: KeyedRequest): string | undefined {
  if (method !== 'GET' || body !== undefined || headers.cookie !== undefined || headers.authorization !== undefined) return undefined;
  if (path !== undefined && CONDITIONS.some(name => headers[name] !== undefined)) return undefined;
  if (madeChanges({ query, headers: {} }, 0)) return undefined;
  let key = (secure ? 's' : '-') + part(path);
  for (const name of KEY_HEADERS) key += part(headers[name]);
  return key + query;
}

/** Returns the cache key of a response. `ip`: the only address that may get the response; undefined for a public response. */
export const responseKey = (key: string, ip: string | undefined): string => part(ip) + key;

/** Maximum length of a key that is its own digest. A table of 4,000 such keys takes 1 MB. */
const SHORT = 250;

/**
 * Returns a string of at most 250 characters that identifies a key, even the key of a long URL. Tables that outlive the request store it
 * instead of the key. Short keys are not hashed: hashing takes 12 µs, a tenth of a light request.
 */
export const digestOf = (key: string): string => (key.length <= SHORT ? key : hash('sha256', key, 'base64url'));

/** Request headers that a response may depend on. */
const KEY_HEADERS = ['accept-language', 'origin', 'treat-as-untrusted'] as const;

/** Conditional headers, which routes of the REST API evaluate themselves. */
const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

const part = (text: string | undefined): string => (text === undefined ? '-' : `${text.length}:${text}`);
