import type { ApiRequest, ApiResponse } from '@wikiquery/engine';
import { LRUCache } from 'lru-cache';

/** A response, and whether it is the same for everybody without a session. */
export interface SharedResponse extends ApiResponse {
  readonly isPublic: boolean;
}

/** Milliseconds for which others may join a request: what they get is no older than that. */
const MOMENT = 1000;
/** Requests of which it is remembered that their answers are for one client each, and for how long. */
const PRIVATE = { max: 2000, ttl: 60_000 };

interface Running {
  readonly begun: number;
  readonly response: Promise<SharedResponse>;
}

/**
 * Answers equal requests of clients without a session once, when they come at the same moment. Only what the engine calls public is given to others: it depends
 * on nothing but the database, the clock and what is in the key.
 */
export class EqualRequests<Request extends ApiRequest & { readonly secure: boolean }> {
  readonly #answer: (request: Request) => Promise<SharedResponse>;
  readonly #onShared: () => void;
  readonly #running = new Map<string, Running>();
  readonly #private = new LRUCache<string, true>(PRIVATE);

  constructor(answer: (request: Request) => Promise<SharedResponse>, onShared: () => void) {
    this.#answer = answer;
    this.#onShared = onShared;
  }

  // Not async where nothing is waited for: a promise more is noticed by light requests.
  answer(request: Request): Promise<ApiResponse> {
    const key = keyOf(request);
    if (key === undefined) return this.#answer(request);
    const running = this.#running.get(key);
    if (running)
      return performance.now() - running.begun > MOMENT || this.#private.has(key)
        ? this.#answer(request)
        : this.#join(key, running, request);
    const response = this.#answer(request);
    this.#running.set(key, { begun: performance.now(), response });
    const end = (): unknown => this.#running.delete(key);
    response.then(end, end);
    return response;
  }

  async #join(key: string, running: Running, request: Request): Promise<ApiResponse> {
    // What ended the other request, perhaps that its client left, is no reason to end this one.
    const response = await running.response.catch(() => undefined);
    // A long body is made while it is sent, once.
    if (response?.isPublic && typeof response.body === 'string') {
      this.#onShared();
      return response;
    }
    this.#private.set(key, true);
    return this.#answer(request);
  }
}

/** Everything about a request that its public answer may depend on; undefined where the request may be of a session. */
function keyOf({ method, path, query: sent, body, headers, secure }: ApiRequest & { readonly secure: boolean }): string | undefined {
  if (method !== 'GET' || body !== undefined || headers.cookie !== undefined || headers.authorization !== undefined) return undefined;
  if (path !== undefined && CONDITIONS.some(name => headers[name] !== undefined)) return undefined;
  const query = path === undefined ? sent : `${path}?${sent}`;
  const language = headers['accept-language'];
  const { origin } = headers;
  const untrusted = headers['treat-as-untrusted'];
  if (language === undefined && origin === undefined && untrusted === undefined) return secure ? `${query} secure` : query;
  return JSON.stringify([query, secure, language, origin, untrusted]);
}

/** Headers that a route answers by itself. */
const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];
