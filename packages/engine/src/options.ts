import type { ApiError } from '@wikiquery/core';
import type { AnyFormat, FieldFacts } from '@wikiquery/core/host';
import type { RunnableAction } from './action.ts';
import type { Freshness } from './caching.ts';
import type { Identity } from './identity.ts';
import type { mainParams } from './main-params.ts';
import type { ApiRequest, ApiResponse } from './request.ts';
import type { RequestOptions } from './request-context.ts';

export interface ApiOptions extends RequestOptions {
  readonly actions: readonly RunnableAction[];
  /** Formats by name. */
  readonly formats: ReadonlyMap<string, AnyFormat>;
  readonly clock: () => Date;
  readonly hostname: string;
  /** URL of the API documentation. */
  readonly documentation: string;
  /** Maps a failure that the client did not cause to a response. Logs unexpected failures, which become `internal_api_error`. */
  readonly failure: (error: unknown, request: ApiRequest) => Failure;
}

/** A response with its audience and lifetime. */
export interface EngineResponse extends ApiResponse {
  /** Whether all clients without a session get the same response. */
  readonly isPublic: boolean;
  /** Lifetime of a public response. */
  readonly freshness: Freshness;
  /** Undefined if the request ended before the account was identified. */
  readonly identity: Identity | undefined;
}

export interface Failure {
  readonly error: ApiError;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Options and plugins that all requests share. */
export interface EngineContext extends Omit<ApiOptions, 'actions'> {
  readonly actions: ReadonlyMap<string, RunnableAction>;
  /** Format of requests that name none or an unknown one. */
  readonly fallback: AnyFormat;
  readonly mainParams: typeof mainParams;
  /** Returns the declared response of an action; without an action, the fields of every response. */
  readonly declared: (action: RunnableAction | undefined) => FieldFacts;
}
