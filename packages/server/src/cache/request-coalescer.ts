import type { ApiRequest, ApiResponse } from '@wikiquery/engine';
import { LRUCache } from 'lru-cache';
import type { Metrics } from '../observability/metrics.ts';
import { digestOf, requestKey } from './request-key.ts';
import type { ResponseCache, SharedResponse } from './response-cache.ts';

/** Maximum age in milliseconds of a running request whose response other requests may await. */
const MOMENT = 1000;
/** Options for the record of requests with private responses. While it contains a request, equal requests do not await each other. */
const PRIVATE = { maxSize: 2000, sizeCalculation: () => 1, ttl: 60_000, ttlAutopurge: true };

interface Running {
  readonly begun: number;
  readonly response: Promise<SharedResponse>;
}

/**
 * Computes one response for equal requests without a session that arrive at the same time, or while the response is cached. Shares only
 * responses that the engine marks as public: they depend only on the database, the clock and the key.
 */
export class RequestCoalescer<Request extends ApiRequest & { readonly secure: boolean }> {
  readonly #answer: (request: Request) => Promise<SharedResponse>;
  readonly #cache: ResponseCache;
  readonly #metrics: Pick<Metrics, 'shared'>;
  readonly #running = new Map<string, Running>();
  readonly #private = new LRUCache<string, true>(PRIVATE);

  constructor(answer: (request: Request) => Promise<SharedResponse>, cache: ResponseCache, metrics: Pick<Metrics, 'shared'>) {
    this.#answer = answer;
    this.#cache = cache;
    this.#metrics = metrics;
  }

  // Not async: an additional promise slows light requests down.
  answer(request: Request, key = requestKey(request)): Promise<ApiResponse> {
    if (key === undefined) return this.#answer(request);
    const running = this.#running.get(key);
    if (running)
      return performance.now() - running.begun > MOMENT || this.#private.has(digestOf(key))
        ? this.#answer(request)
        : this.#join(key, running, request);
    const response = this.#cache.shouldAdmit(key) ? this.#cache.make(key, request, () => this.#answer(request)) : this.#answer(request);
    this.#running.set(key, { begun: performance.now(), response });
    const end = (): unknown => this.#running.delete(key);
    response.then(end, end);
    return response;
  }

  async #join(key: string, running: Running, request: Request): Promise<ApiResponse> {
    // A failure of the other request, such as a disconnected client, must not affect this request.
    const response = await running.response.catch(() => undefined);
    // A long body cannot be shared: it is generated while it is sent, and only once.
    if (response?.isPublic && typeof response.body === 'string') {
      this.#metrics.shared();
      return response;
    }
    this.#private.set(digestOf(key), true);
    return this.#answer(request);
  }
}
