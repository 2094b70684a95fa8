import { type BoundedResponse, fetchBounded, parseJson } from '@wikiquery/client/fetch';
import { oneLine } from '@wikiquery/server/extend';
import { Breaker, WikiDownError } from './breaker.ts';
import { CrowdedError, Gate } from './gate.ts';
import { forwarding } from './headers.ts';
import { type AskUpstream, UpstreamError, type UpstreamReply, type UpstreamRequest } from './who-is.ts';

/** Timeout for a free slot, and then for the upstream's response, in milliseconds. */
const PATIENCE = 5000;
/** Maximum size of a decompressed response in bytes. A response describes one session. */
const MAX_BYTES = 4 << 20;
/** Limits for running and waiting requests, in total and for each client. */
const AT_ONCE = { running: 8, each: 2, waiting: 32 };

/** Creates a client that queries the upstream about sessions, with limits and a circuit breaker. `patience`: timeout in milliseconds. */
export function askingWiki(api: URL, patience = PATIENCE): AskUpstream {
  const breaker = new Breaker();
  const gate = new Gate(AT_ONCE);

  return async (query, request) => {
    breaker.check();
    const done = await gate.take(request.ip, patience).catch((error: unknown) => {
      throw error instanceof CrowdedError ? new UpstreamError(error.message) : error;
    });
    try {
      return await breaker.run(() => fetchJson(query, request));
    } finally {
      done();
    }
  };

  async function fetchJson(
    query: string,
    { cookie, authorization, userAgent, ip, secure = false }: UpstreamRequest,
  ): Promise<UpstreamReply> {
    const url = new URL(api);
    url.search = `${query}&format=json&formatversion=2`;
    const headers = forwarding({}, { ip, secure, proxied: false, claimed: '' });
    if (cookie !== undefined) headers.cookie = cookie;
    if (authorization !== undefined) headers.authorization = authorization;
    if (userAgent !== undefined) headers['user-agent'] = userAgent;
    let response: BoundedResponse;
    let body: string;
    try {
      response = await fetchBounded(url, { headers, redirect: 'manual', timeout: patience, maxBytes: MAX_BYTES });
      body = await response.text();
    } catch (error) {
      throw new WikiDownError(oneLine(error));
    }
    const json = readJson(body);
    if (response.status >= 500 || json?.error?.code?.startsWith('internal_api_error'))
      throw new WikiDownError(`status ${response.status}: ${body.slice(0, 300)}`);
    // The upstream, or a proxy in front of it, may have rejected this client's headers, which must not open the circuit breaker.
    const isRedirect = response.status >= 300 && response.status < 400;
    if (!json || isRedirect) throw new UpstreamError(`status ${response.status}, not an API response: ${body.slice(0, 300)}`);
    return { json, cookies: response.headers.getSetCookie() };
  }
}

function readJson(text: string): { readonly error?: { readonly code?: string } } | undefined {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
