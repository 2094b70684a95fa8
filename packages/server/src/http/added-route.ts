import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '@wikiquery/core';
import type { ApiResponse } from '@wikiquery/engine';

/** A route that a server extension adds to a wiki, besides its APIs and web UIs. */
export interface AddedRoute {
  /** Whether it handles requests for this path. `path`: the URL before `?`, as sent. */
  matches(path: string): boolean;
  /** Allowed HTTP methods. Requests with others get status 405. */
  readonly methods: ReadonlySet<string>;
  /** Responds to a request. If it rejects, the server logs the error and responds with status 500. */
  handle(request: IncomingMessage, response: ServerResponse, client: RouteClient): Promise<void>;
}

/** The methods of a route that only reads. */
export const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Access to the wiki as the client whose request a route handles. */
export interface RouteClient {
  /**
   * Sends a GET request to the wiki's own API. The account, the limits and the caches are those of the client. `query`: the query string.
   * `path`: the path after `rest.php`, for a request to the REST API.
   */
  ask(query: string, path?: string): Promise<ApiResponse>;
  /**
   * Runs work with the account of the client, and with the wiki's database until the work has ended. The request does not count toward the
   * limits of the client. Rejects if the work does.
   */
  withEnv<T>(work: (env: Env) => Promise<T>): Promise<T>;
}
