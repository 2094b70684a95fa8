import type { ApiError } from '@wikiquery/core';
import type { AnyFormat, FieldFacts, Lag } from '@wikiquery/core/host';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import type { RunnableAction } from './action.ts';
import type { Freshness } from './caching.ts';
import type { Identity } from './identity.ts';
import type { mainParams } from './main-params.ts';
import type { ApiRequest, ApiResponse } from './request.ts';
import type { Wiki } from './request-context.ts';

export interface ApiOptions {
  readonly wiki: Wiki;
  readonly actions: readonly RunnableAction[];
  /** By name. */
  readonly formats: ReadonlyMap<string, AnyFormat>;
  readonly clock: () => Date;
  /** Milliseconds that a request may take; no end when left out. */
  readonly deadline?: number;
  /** The database for one request: its queries end with its signal, and when it is due by `performance.now()`. */
  readonly database: (request: ApiRequest, due: number) => Kysely<Database>;
  /** `anonymous`: the session is not to be looked at. */
  readonly identify: (request: ApiRequest, anonymous: boolean) => Identity | Promise<Identity>;
  readonly lags: () => Promise<readonly Lag[]>;
  readonly hostname: string;
  /** Where the documentation of this interface stands. */
  readonly documentation: string;
  /** Failures that are not the client's fault: becomes a response, or is logged and answered with `internal_api_error`. */
  readonly failure: (error: unknown, request: ApiRequest) => Failure;
}

/** A response, and who it is for. */
export interface Answer extends ApiResponse {
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
