import { setTimeout as sleep } from 'node:timers/promises';
import { Wiki } from '@wikiquery/client';
import { checkPages, checkResponse } from './check-responses.ts';

export interface LiveOptions {
  /** Most requests a second. */
  readonly rate: number;
  /** How often a request is tried again that cannot be answered now. */
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
}

/** Seconds that the wiki's replicas may be behind, as https://www.mediawiki.org/wiki/Manual:Maxlag_parameter asks of programs. */
const MAXLAG = 5;
/** Seconds between two tries. */
const LONGEST_PAUSE = 300;

/** The interface of a wiki that others use, too: one request at a time, not too many, and none while it is busy. */
export function liveWiki(api: URL, { rate, retries, signal }: LiveOptions): Wiki {
  let next = 0;
  return new LiveWiki(api, {
    userAgent: 'wikiquery (follow)',
    maxlag: MAXLAG,
    retries,
    longestPause: LONGEST_PAUSE,
    onWarning: () => undefined,
    ...(signal && { signal }),
    async fetch(input, init) {
      await sleep(Math.max(0, next - performance.now()), undefined, { signal });
      next = performance.now() + 1000 / rate;
      try {
        return await fetch(input, init);
      } catch (error) {
        signal?.throwIfAborted();
        // A wiki that cannot be reached is asked again, as one that is busy.
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        return new Response(null, { status: 503, statusText: String(cause).replaceAll(/[^ -~]/g, ' ') });
      }
    },
  });
}

/** Checks responses before they are used. */
class LiveWiki extends Wiki {
  override async *responses(...args: Parameters<Wiki['responses']>): ReturnType<Wiki['responses']> {
    for await (const response of super.responses(...args)) {
      checkResponse(response);
      yield response;
    }
  }

  override async *pageBatches(...args: Parameters<Wiki['pageBatches']>): ReturnType<Wiki['pageBatches']> {
    for await (const pages of super.pageBatches(...args)) {
      checkPages(pages);
      yield pages;
    }
  }
}
