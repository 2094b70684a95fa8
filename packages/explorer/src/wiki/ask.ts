import { fetchBounded, parseJson } from '@wikiquery/client/fetch';
import { asSent, printRequest, type Request } from '../request/request.ts';

/** The interface of a wiki. */
export interface Api {
  /** Absolute address of api.php. */
  readonly address: string;
  /** Whether it belongs to the server that the page comes from: there sessions are kept. */
  readonly isOwn: boolean;
}

/** What came back, and how. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Undefined: the text is no JSON. */
  readonly json: Json | undefined;
  /** Milliseconds until the last byte. */
  readonly time: number;
  /** Bytes of the text. */
  readonly size: number;
}

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export interface AskOptions {
  readonly signal?: AbortSignal;
  readonly post?: boolean;
}

/** Sends a request. Rejects when nothing came back, or with an AbortError. Wikis elsewhere are asked anonymously. */
export async function ask({ address, isOwn }: Api, request: Request, { signal, post = false }: AskOptions = {}): Promise<Answer> {
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

/** Servers refuse longer addresses. */
const LONGEST_QUERY = 6000;

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text) as Json;
  } catch {
    return undefined;
  }
}

/** A single value as text; nothing of lists and objects. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
