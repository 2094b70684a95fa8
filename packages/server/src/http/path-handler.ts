import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '@wikiquery/core';
import type { ApiResponse } from '@wikiquery/engine';

/** Handles GET and HEAD requests for paths of a wiki besides its APIs, its web UIs and its files. */
export interface PathHandler {
  /** Whether it handles requests for this path. `path`: the URL before `?`, as sent. */
  matches(path: string): boolean;
  /** Responds to a request. If it rejects, the server logs the error and responds with status 500. */
  handle(request: IncomingMessage, response: ServerResponse, ask: AskApi, withEnv: WithEnv): Promise<void>;
}

/**
 * Sends a GET request to the wiki's own API as the client whose request is being handled. The account, the limits and the caches are the
 * same. `query`: the query string. `path`: the path after `rest.php`, for a request to the REST API.
 */
export type AskApi = (query: string, path?: string) => Promise<ApiResponse>;

/**
 * Runs work in the context of the client whose request is being handled: with its account, and with the wiki's database until the work has
 * ended. The request does not count toward the limits of the client. Rejects if the work does.
 */
export type WithEnv = <T>(work: (env: Env) => Promise<T>) => Promise<T>;
