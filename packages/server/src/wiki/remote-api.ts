import { fetchBounded } from '@wikiquery/client/fetch';
import { retryAfterOf } from '@wikiquery/client/retries';
import type { QueryWikiApi } from '@wikiquery/files';

/** Timeout of a request in milliseconds. It is also at most half of the time until the deadline of the client's request. */
const PATIENCE = 5000;
/** Milliseconds without requests after a failure, unless `Retry-After` is longer. */
const PAUSE = 10_000;
/** Maximum milliseconds without requests. */
const LONGEST_PAUSE = 3_600_000;
/** Maximum number of concurrent requests. */
const MOST_AT_ONCE = 4;
/** Maximum bytes of a decompressed response. */
const MOST_BYTES = 8 << 20;

/** Creates a client for the API of another wiki. It sends neither addresses nor cookies of users, and returns undefined after a failure. */
export function remoteApi(api: URL, userAgent: string, failed: (error: unknown) => void): QueryWikiApi {
  let running = 0;
  let until = Number.NEGATIVE_INFINITY;
  return async (params, { signal, deadline }) => {
    const now = performance.now();
    if (running >= MOST_AT_ONCE || now < until) return undefined;
    running++;
    let rest = PAUSE;
    try {
      const time = Math.max(1, Math.min(PATIENCE, (deadline - now) / 2));
      const response = await fetchBounded(api, {
        ...{ method: 'POST', body: new URLSearchParams(params), headers: { 'User-Agent': userAgent } },
        ...{ redirect: 'error', maxBytes: MOST_BYTES, timeout: time, signal },
      });
      if (response.ok) return await response.json();
      rest = Math.max(PAUSE, 1000 * (retryAfterOf(response.headers) ?? 0));
      await response.cancel();
      throw new Error(`The response has status ${response.status}.`);
    } catch (error) {
      if (signal.aborted) return undefined;
      until = Math.max(until, performance.now() + Math.min(rest, LONGEST_PAUSE));
      failed(error);
      return undefined;
    } finally {
      running--;
    }
  };
}
