import { fetchBounded } from '@wikiquery/client/fetch';
import type { QueryWikiApi } from '@wikiquery/files';

/** Milliseconds that the other wiki has, if half of what the request has left is not less. */
const PATIENCE = 5000;
/** For which it is left alone when it failed. */
const PAUSE = 10_000;
/** Questions at a time; requests that come to more go without. */
const MOST_AT_ONCE = 4;
/** Most bytes of a decompressed response. */
const MOST_BYTES = 8 << 20;

/** Asks the API of another wiki. It gets no more than what was asked for: no address, no cookie of a reader. */
export function remoteApi(api: URL, failed: (error: unknown) => void): QueryWikiApi {
  let running = 0;
  let until = Number.NEGATIVE_INFINITY;
  return async (params, { signal, deadline }) => {
    const now = performance.now();
    if (running >= MOST_AT_ONCE || now < until) return undefined;
    running++;
    try {
      const time = Math.max(1, Math.min(PATIENCE, (deadline - now) / 2));
      const response = await fetchBounded(api, {
        ...{ method: 'POST', body: new URLSearchParams(params), headers: { 'User-Agent': 'wikiquery (file repository)' } },
        ...{ redirect: 'error', maxBytes: MOST_BYTES, timeout: time, signal },
      });
      if (response.ok) return await response.json();
      await response.cancel();
      throw new Error(`The response has status ${response.status}.`);
    } catch (error) {
      if (signal.aborted) return undefined;
      until = performance.now() + PAUSE;
      failed(error);
      return undefined;
    } finally {
      running--;
    }
  };
}
