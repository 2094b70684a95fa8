import type { AccountStanding } from '@wikiquery/accounts';
import { ApiError, message } from '@wikiquery/core';
import { DependencyError } from '@wikiquery/server/extend';
import { sessionCookieIn } from './session-cookies.ts';

/** Time after which a client may try again, in seconds. */
export const RETRY_SECONDS = 5;

/** Thrown if the upstream cannot identify a user: it is unreachable, too slow, or its response is invalid. */
export class UpstreamError extends DependencyError {
  override readonly name = 'UpstreamError';
  override readonly kind = 'upstream';
  override readonly retryAfter = RETRY_SECONDS;
  override readonly advice =
    `The upstream wiki, which manages the sessions, does not respond. Try again in ${RETRY_SECONDS} seconds, or without a session.`;
}

/** The parts of a request that identify its user. */
export interface UpstreamRequest {
  readonly cookie?: string | undefined;
  /** The `Authorization` header, for OAuth. */
  readonly authorization?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly ip: string;
  /** Whether the client used HTTPS. */
  readonly secure?: boolean;
  /** Whether scripts of any site may read the response, so that the user counts as anonymous. */
  readonly crossOrigin?: boolean;
}

/** Sends a query string, without `format`, to the upstream with the credentials of a request. Rejects with an UpstreamError. */
export type AskUpstream = (query: string, request: UpstreamRequest) => Promise<UpstreamReply>;

export interface UpstreamReply {
  readonly json: object;
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[];
}

/** The account of a session, or the error for rejected credentials; neither for an anonymous user. */
export interface UpstreamAnswer {
  readonly account?: UpstreamAccount | undefined;
  readonly refusal?: ApiError | undefined;
}

export interface UpstreamAccount {
  readonly id: number;
  readonly name: string;
  readonly standing: AccountStanding;
  readonly language: string | undefined;
}

interface UserInfoResponse {
  readonly error?: { readonly code?: string; readonly info?: string };
  readonly query?: {
    readonly userinfo?: {
      readonly id?: number;
      readonly name?: string;
      readonly groups?: readonly string[];
      readonly implicitgroups?: readonly string[];
      readonly rights?: readonly string[];
      readonly options?: { readonly language?: string };
    };
  };
}

/** Identifies the user of a request. Rejects with an UpstreamError. */
export async function whoIs(ask: AskUpstream, request: UpstreamRequest): Promise<UpstreamAnswer> {
  const { json } = await ask('action=query&meta=userinfo&uiprop=groups|implicitgroups|rights|options', request);
  const { query, error } = json as UserInfoResponse;
  if (error?.code !== undefined) {
    // The wiki is private, and the user is anonymous.
    if (error.code === 'readapidenied') return {};
    return { refusal: new ApiError(message(error.code, error.info ?? error.code)) };
  }
  const { id, name, groups = [], implicitgroups = [], rights = [], options } = query?.userinfo ?? {};
  if (typeof id !== 'number' || typeof name !== 'string') throw new UpstreamError('The response to meta=userinfo has no name.');
  if (id === 0) return {};
  return {
    account: { id, name, standing: { groups, implicitGroups: implicitgroups, rights: new Set(rights) }, language: options?.language },
  };
}

/** Starts a session to learn the name of the session cookie, which is undefined if unclear. Rejects with an UpstreamError. */
export async function askSessionCookie(ask: AskUpstream): Promise<string | undefined> {
  const { cookies } = await ask('action=query&meta=tokens&type=login', { ip: '127.0.0.1' });
  return sessionCookieIn(cookies);
}
