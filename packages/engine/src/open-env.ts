import type { Env } from '@wikiquery/core';
import { AcceptedLanguages } from './languages.ts';
import { type ApiRequest, RequestParams } from './request.ts';
import { RequestContext, type RequestOptions } from './request-context.ts';

/**
 * Opens the context of a request for something other than an API, such as a file. Rejects if the user cannot be identified, or if the client
 * exceeds its limits.
 */
export async function openEnv(options: RequestOptions & { readonly clock: () => Date }, request: ApiRequest): Promise<Env> {
  const context = await RequestContext.open(options, request, {
    params: new RequestParams({ method: 'GET', query: request.query }),
    accepted: new AcceptedLanguages(request.headers['accept-language']),
    style: { errorFormat: 'plaintext', formatVersion: 2, listsPages: true },
    now: options.clock(),
  });
  return context.env('');
}
