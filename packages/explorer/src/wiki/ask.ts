import { fetchBounded, parseJson } from '@wikiquery/client/fetch';
import { type ApiParams, asSent, printRequest } from '../request/request.ts';

/** The API of a wiki. */
export interface WikiApi {
  /** Absolute address of api.php. */
  readonly address: string;
  /** It belongs to the page's own server, which has sessions. */
  readonly isOwn: boolean;
}

export interface WikiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Undefined if the text is not JSON. */
  readonly json: JsonValue | undefined;
  /** Milliseconds until the last byte. */
  readonly time: number;
  /** Bytes of the text. */
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

/** Sends a request, anonymously to other servers. Rejects if the server does not respond, or with an AbortError. */
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

/** Maximum length of a URL: servers reject longer ones. */
const LONGEST_QUERY = 6000;

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Returns a single value as text; an empty text for lists and objects. */
export const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);
