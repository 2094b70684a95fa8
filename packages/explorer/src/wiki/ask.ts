import { fetchBounded, parseJson } from '@wikiquery/client/fetch';
import { type ApiParams, asSent, printRequest } from '../request/request.ts';

/** The API of a wiki. */
export interface WikiApi {
  /** Absolute URL of `api.php`. */
  readonly address: string;
  /** Whether the API belongs to the page's own server, which has sessions. */
  readonly isOwn: boolean;
}

export interface WikiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Undefined if the text is not JSON. */
  readonly json: JsonValue | undefined;
  /** Time until the last byte, in milliseconds. */
  readonly time: number;
  /** Size of the decoded body in bytes. */
  readonly size: number;
}

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

export interface WikiRequestOptions {
  readonly signal?: AbortSignal;
  readonly post?: boolean;
}

/** Sends a request; without credentials to other servers. Rejects if the server does not respond, and with an AbortError if aborted. */
export async function ask(
  { address, isOwn }: WikiApi,
  request: ApiParams,
  { signal, post = false }: WikiRequestOptions = {},
): Promise<WikiResponse> {
  const cross = isOwn ? {} : { origin: '*' };
  const query = printRequest({ ...asSent(request), ...cross });
  const isPost = post || query.length > LONGEST_QUERY;
  const begin = performance.now();
  const response = await fetchBounded(isPost ? `${address}${isOwn ? '' : '?origin=*'}` : `${address}?${query}`, {
    credentials: isOwn ? 'same-origin' : 'omit',
    ...(isPost && { method: 'POST', body: new URLSearchParams(asSent(request)) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: parsed(text),
    time: performance.now() - begin,
    size: response.bytes,
  };
}

/** Maximum length of the query string in characters. Longer requests use POST, because servers reject long URLs. */
const LONGEST_QUERY = 6000;

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Returns a scalar value as a string, and an empty string for null, lists and objects. */
export const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
