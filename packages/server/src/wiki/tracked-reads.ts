import type { Actor } from '@wikiquery/core';
import { RequestReads } from '@wikiquery/database';
import type { ApiRequest, EngineResponse } from '@wikiquery/engine';
import { addressKey } from '../limits/client-limits.ts';
import { madeChanges } from './chronology.ts';

/** Tracks how requests read from replicas and external storage. */
export class TrackedReads {
  readonly #reads = new WeakMap<ApiRequest, RequestReads>();

  begin(request: ApiRequest, actor: Actor): RequestReads {
    const client = actor.isAnon ? addressKey(request.ip) : `account ${actor.id}`;
    const reads = new RequestReads({ client, isRecent: madeChanges(request, Date.now()) });
    this.#reads.set(request, reads);
    return reads;
  }

  /** Adds the lag of the replica to a response, in whole seconds. A response that lacks texts must not be cached. */
  async finish(request: ApiRequest, running: Promise<EngineResponse>): Promise<EngineResponse> {
    const response = await running;
    const { lag, missesTexts } = this.#reads.get(request) ?? {};
    const headers = lag !== undefined && lag >= 1 ? withLag(response.headers, Math.floor(lag)) : response.headers;
    return { ...response, headers, ...(missesTexts && { freshness: 'unknown' }) };
  }
}

/** The name differs from MediaWiki's `X-Database-Lag`, with which clients recognize the error `maxlag`. */
const HEADER = 'X-Replica-Lag';
const EXPOSED = 'Access-Control-Expose-Headers';

function withLag(headers: EngineResponse['headers'], seconds: number): EngineResponse['headers'] {
  const exposed = headers[EXPOSED];
  return { ...headers, [HEADER]: String(seconds), ...(typeof exposed === 'string' && { [EXPOSED]: `${exposed}, ${HEADER}` }) };
}
