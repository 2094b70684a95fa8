import type { ApiError, Title } from '@wikiquery/core';
import type { AnyFormat, FieldFacts } from '@wikiquery/core/host';
import type { RunnableAction } from './action.ts';
import type { Freshness } from './caching.ts';
import type { Identity } from './identity.ts';
import type { mainParams } from './main-params.ts';
import type { ApiRequest, ApiResponse } from './request.ts';
import type { RequestOptions } from './request-context.ts';

/** Options of `createApi`. */
export interface ApiOptions extends RequestOptions {
  readonly actions: readonly RunnableAction[];
  /** Formats by name. */
  readonly formats: ReadonlyMap<string, AnyFormat>;
  readonly clock: () => Date;
  readonly hostname: string;
  /** URL of the API documentation. */
  readonly documentation: string;
  /**
   * Converts an error into a response, if the client did not cause the error. Logs unexpected errors, which become `internal_api_error`.
   */
  readonly failure: (error: unknown, request: ApiRequest) => Failure;
}

/** A response, and the conditions for caching it. */
export interface EngineResponse extends ApiResponse {
  /** Whether all clients without a session get the same response. */
  readonly isPublic: boolean;
  /** Lifetime of a public response. */
  readonly freshness: Freshness;
  /** The only pages on which the response depends; undefined if it depends on others. */
  readonly pages?: readonly Title[] | undefined;
  /** Undefined if the response was made before the user was identified. */
  readonly identity: Identity | undefined;
}

/** The response to an error that the client did not cause. */
export interface Failure {
  readonly error: ApiError;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The options and plugins that all requests share. */
export interface EngineContext extends Omit<ApiOptions, 'actions'> {
  readonly actions: ReadonlyMap<string, RunnableAction>;
  /** Format for requests that specify no format or an unknown one. */
  readonly fallback: AnyFormat;
  readonly mainParams: typeof mainParams;
  /** Returns the declaration of an action's response or, without an action, of the fields that every response can have. */
  readonly declared: (action: RunnableAction | undefined) => FieldFacts;
}
