import { sessionCookieIn, type UpstreamAnswer, UpstreamError, type UpstreamRequest, type UpstreamWiki } from '@wikiquery/accounts';
import { ApiError, message } from '@wikiquery/core';
import { oneLine } from '../problems.ts';
import { Breaker, WikiDownError } from './breaker.ts';
import { forwarding } from './headers.ts';
import { CrowdedError, Turns } from './turns.ts';

/** Milliseconds to wait for the wiki, and before that for a turn. */
const PATIENCE = 5000;
/** Questions that are at the wiki at once, and that wait: who makes up sessions waits behind nobody's but his own. */
const AT_ONCE = { running: 8, each: 2, waiting: 32 };

/** Asks the wiki whose sessions they are, a bounded number of times at once, and not while it is known to be down. */
export function askingWiki(api: URL, patience = PATIENCE): UpstreamWiki {
  const breaker = new Breaker();
  const turns = new Turns(AT_ONCE);

  return {
    async whoIs(request) {
      const { told } = await ask('meta=userinfo&uiprop=groups|implicitgroups|rights|options', request);
      return answerOf(told);
    },
    async sessionCookie() {
      const { cookies } = await ask('meta=tokens&type=login', { ip: '127.0.0.1' });
      return sessionCookieIn(cookies);
    },
  };

  async function ask(query: string, request: UpstreamRequest) {
    breaker.check();
    const done = await turns.take(request.ip, patience).catch((error: unknown) => {
      throw error instanceof CrowdedError ? new UpstreamError(error.message) : error;
    });
    try {
      return await breaker.run(() => fetchJson(query, request));
    } finally {
      done();
    }
  }

  async function fetchJson(query: string, { cookie, authorization, userAgent, ip, secure = false }: UpstreamRequest) {
    const url = new URL(api);
    url.search = `action=query&${query}&format=json&formatversion=2`;
    const headers = forwarding({}, { ip, secure, proxied: false, claimed: '' });
    if (cookie !== undefined) headers.cookie = cookie;
    if (authorization !== undefined) headers.authorization = authorization;
    if (userAgent !== undefined) headers['user-agent'] = userAgent;
    let response: Response;
    let body: string;
    try {
      response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(patience) });
      body = await response.text();
    } catch (error) {
      throw new WikiDownError(oneLine(error instanceof Error ? (error.cause ?? error) : error));
    }
    const told = readJson(body);
    if (response.status >= 500 || told?.error?.code?.startsWith('internal_api_error'))
      throw new WikiDownError(`status ${response.status}: ${body.slice(0, 300)}`);
    // It may be what the client sent that the wiki, or a proxy before it, does not take.
    if (!told) throw new UpstreamError(`status ${response.status}, no JSON: ${body.slice(0, 300)}`);
    return { told, cookies: response.headers.getSetCookie() };
  }
}

interface Told {
  readonly error?: { readonly code?: string; readonly info?: string };
  readonly query?: {
    readonly userinfo?: {
      readonly id?: number;
      readonly name?: string;
      readonly groups?: readonly string[];
      readonly implicitgroups?: readonly string[];
      readonly rights?: readonly string[];
      readonly options?: { readonly language?: string };
    };
  };
}

function answerOf({ query, error }: Told): UpstreamAnswer {
  if (error?.code !== undefined) {
    // A wiki that only members read says so to nobody.
    if (error.code === 'readapidenied') return {};
    return { refusal: new ApiError(message(error.code, error.info ?? error.code)) };
  }
  const { id, name, groups = [], implicitgroups = [], rights = [], options } = query?.userinfo ?? {};
  if (typeof id !== 'number' || typeof name !== 'string') throw new UpstreamError('meta=userinfo tells no name.');
  if (id === 0) return {};
  return {
    account: { id, name, standing: { groups, implicitGroups: implicitgroups, rights: new Set(rights) }, language: options?.language },
  };
}

function readJson(text: string): Told | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
