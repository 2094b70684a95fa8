import { type WikiOptions, wiki } from '@wikiquery/client';
import { type BoundedResponse, fetchBounded } from '@wikiquery/client/fetch';
import { pause, retryAfterOf } from '@wikiquery/client/retries';
import { LRUCache } from 'lru-cache';
import type { WikiSource } from './source.ts';

/** Seconds of replication lag from which requests wait. Wikimedia recommends this value. */
const MAX_LAG = 5;
/** Maximum bytes of a response, and characters of all cached responses. */
const MOST_OF_RESPONSE = 16 << 20;
const MOST_OF_CACHE = 32 << 20;
/** Milliseconds for which a response is cached. */
const FRESH = 60_000;
/** Maximum seconds of a pause that the wiki requests. */
const LONGEST_PAUSE = 60;
/** Host of the files of all Wikimedia wikis. */
const WIKIMEDIA_FILES = 'upload.wikimedia.org';

/**
 * Returns a wiki on another server. Requests are sent one at a time, and not while the wiki is busy (`maxlag`, `Retry-After`). Successful
 * responses are cached for a minute.
 */
export function remoteSource(api: URL, options: Pick<WikiOptions, 'userAgent' | 'onPause'>): WikiSource {
  const queue = new Queue();
  const cache = new LRUCache<string, string>({ maxSize: MOST_OF_CACHE, sizeCalculation: text => text.length + 1, ttl: FRESH });
  const send: typeof fetch = async (url, { signal, ...init } = {}) => {
    const key = init.method === 'POST' ? undefined : (url as URL).search;
    const known = key === undefined ? undefined : cache.get(key);
    if (known !== undefined) return readResponse({ ok: true, status: 200, headers: new Headers() }, known);
    return queue.run(signal, async () => {
      const response = await fetchBounded(url as URL, { ...init, signal, maxBytes: MOST_OF_RESPONSE });
      const text = await response.text();
      const { ok, status, headers } = response;
      queue.pauseFor(retryAfterOf(headers) ?? 0);
      if (key !== undefined && ok && !headers.has('MediaWiki-API-Error')) cache.set(key, text);
      return readResponse({ ok, status, headers }, text);
    });
  };
  return {
    wiki: wiki(api, { ...options, maxlag: MAX_LAG, longestPause: LONGEST_PAUSE, fetch: send, onWarning: () => undefined }),
    requester: { ip: '127.0.0.1' },
    descriptions: new Map(),
    async fetchImage(url, maxBytes, signal) {
      const address = URL.parse(url, String(api));
      // A hostile wiki could name a server of the user's own network.
      if (!address || (address.host !== api.host && !address.href.startsWith(`https://${WIKIMEDIA_FILES}/`))) return undefined;
      const { userAgent = '' } = options;
      return queue.run(signal, async () => {
        try {
          const response = await fetchBounded(address, { headers: { 'User-Agent': userAgent }, maxBytes, signal, redirect: 'error' });
          queue.pauseFor(retryAfterOf(response.headers) ?? 0);
          if (response.ok) return await bytesOf(response);
          await response.cancel();
          return undefined;
        } catch {
          signal.throwIfAborted();
          return undefined;
        }
      });
    },
  };
}

/** Returns a response whose text was already read. A real Response would encode and decode it without need. */
const readResponse = (head: Pick<Response, 'ok' | 'status' | 'headers'>, text: string): Response =>
  ({ ...head, statusText: `HTTP status ${head.status}`, text: async () => text }) as Response;

async function bytesOf(response: BoundedResponse): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Runs functions one after the other, and pauses between them. */
class Queue {
  #last: Promise<unknown> = Promise.resolve();
  /** End of the pause, as a value of `performance.now()`. */
  #pausedUntil = 0;

  /** Pauses for seconds, at most for `LONGEST_PAUSE`, from now. */
  pauseFor(seconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + 1000 * Math.min(seconds, LONGEST_PAUSE));
  }

  /** Runs a function after all earlier ones. Rejects with the reason of `signal` if it is aborted while it waits. */
  run<T>(signal: AbortSignal | null | undefined, work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      signal?.throwIfAborted();
      const seconds = (this.#pausedUntil - performance.now()) / 1000;
      if (seconds > 0) await pause(seconds, signal);
      return work();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
