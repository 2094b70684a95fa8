import { setTimeout as sleep } from 'node:timers/promises';
import { Wiki } from '@wikiquery/client';
import { type OutgoingRequestOptions, PATIENCE, USER_AGENT } from '../context.ts';
import { checkPages, checkResponse } from './check-responses.ts';

export interface LiveOptions extends OutgoingRequestOptions {
  readonly rate: number;
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum replication lag of the wiki in seconds: https://www.mediawiki.org/wiki/Manual:Maxlag_parameter */
const MAXLAG = 5;

/** Creates a client that limits the rate of requests and sends one request at a time. */
export function liveWiki(api: URL, { rate, retries, signal, userAgent = USER_AGENT, onPause }: LiveOptions): Wiki {
  let next = 0;
  return new LiveWiki(api, {
    userAgent,
    maxlag: MAXLAG,
    retries,
    longestPause: PATIENCE.longestPause,
    onPause,
    onWarning: () => undefined,
    ...(signal && { signal }),
    async fetch(input, init) {
      await sleep(Math.max(0, next - performance.now()), undefined, { signal });
      next = performance.now() + 1000 / rate;
      try {
        return await fetch(input, init);
      } catch (error) {
        signal?.throwIfAborted();
        // An unreachable wiki is retried like a busy one.
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
        return new Response(null, { status: 503, statusText: String(cause).replaceAll(/[^ -~]/g, ' ') });
      }
    },
  });
}

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
