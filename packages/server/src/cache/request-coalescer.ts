import type { ApiRequest, ApiResponse } from '@wikiquery/engine';
import { LRUCache } from 'lru-cache';
import { digestOf, requestKey } from './request-key.ts';
import type { ResponseCache, SharedResponse } from './response-cache.ts';

/** Milliseconds for which others may join a request: what they get is no older than that. */
const MOMENT = 1000;
/** Requests whose responses were for a single client, by the digests of their keys, remembered for so many milliseconds. */
const PRIVATE = { maxSize: 2000, sizeCalculation: () => 1, ttl: 60_000, ttlAutopurge: true };

interface Running {
  readonly begun: number;
  readonly response: Promise<SharedResponse>;
}

/** What happens to requests that others have made as well. */
interface Notices {
  /** One got the answer that was made for another. */
  shared(): void;
}

/**
 * Answers equal requests of clients without a session once, when they come at the same moment or while the answer is kept. Only what the engine calls public is
 * given to others: it depends on nothing but the database, the clock and what is in the key.
 */
export class RequestCoalescer<Request extends ApiRequest & { readonly secure: boolean }> {
  readonly #answer: (request: Request) => Promise<SharedResponse>;
  readonly #cache: ResponseCache;
  readonly #notices: Notices;
  readonly #running = new Map<string, Running>();
  readonly #private = new LRUCache<string, true>(PRIVATE);

  constructor(answer: (request: Request) => Promise<SharedResponse>, cache: ResponseCache, notices: Notices) {
    this.#answer = answer;
    this.#cache = cache;
    this.#notices = notices;
  }

  // Not async without a wait: an additional promise slows light requests down.
  answer(request: Request, key = requestKey(request)): Promise<ApiResponse> {
    if (key === undefined) return this.#answer(request);
    const running = this.#running.get(key);
    if (running)
      return performance.now() - running.begun > MOMENT || this.#private.has(digestOf(key))
        ? this.#answer(request)
        : this.#join(key, running, request);
    const response = this.#cache.shouldAdmit(key) ? this.#cache.make(key, request.ip, () => this.#answer(request)) : this.#answer(request);
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
      this.#notices.shared();
      return response;
    }
    this.#private.set(digestOf(key), true);
    return this.#answer(request);
  }
}
