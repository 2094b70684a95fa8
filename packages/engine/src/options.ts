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
  /** By name. */
  readonly formats: ReadonlyMap<string, AnyFormat>;
  readonly clock: () => Date;
  readonly hostname: string;
  /** Where the documentation of this interface stands. */
  readonly documentation: string;
  /** Failures that are not the client's fault: becomes a response, or is logged and answered with `internal_api_error`. */
  readonly failure: (error: unknown, request: ApiRequest) => Failure;
}

/** A response, and who it is for. */
export interface EngineResponse extends ApiResponse {
  /** It is the same for everybody without a session who asks this. */
  readonly isPublic: boolean;
  /** Of an answer that is public. */
  readonly freshness: Freshness;
  /** Undefined when the request ended before anybody looked at it. */
  readonly identity: Identity | undefined;
}

export interface Failure {
  readonly error: ApiError;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The same for every request. */
export interface EngineContext extends Omit<ApiOptions, 'actions'> {
  readonly actions: ReadonlyMap<string, RunnableAction>;
  /** Writes what names no format, or an unknown one. */
  readonly fallback: AnyFormat;
  readonly mainParams: typeof mainParams;
  /** What the response of an action is declared to be; of a request that names none, what every response is. */
  readonly declared: (action: RunnableAction | undefined) => FieldFacts;
}
