import type { AccountStanding } from '@wikiquery/accounts';
import { ApiError, message } from '@wikiquery/core';
import { DependencyError } from '@wikiquery/server/extend';
import { sessionCookieIn } from './session-cookies.ts';

/** Seconds after which a client may try again. */
export const RETRY_SECONDS = 5;

/** The wiki that keeps the sessions did not tell who asks: it is down, too slow, or answers something else than JSON. */
export class UpstreamError extends DependencyError {
  override readonly name = 'UpstreamError';
  override readonly kind = 'upstream';
  override readonly retryAfter = RETRY_SECONDS;
  override readonly advice =
    `The wiki that keeps the sessions does not answer. Try again in ${RETRY_SECONDS} seconds, or without a session.`;
}

/** What of a request tells the other wiki who asks. */
export interface UpstreamRequest {
  readonly cookie?: string | undefined;
  /** The `Authorization` header, for OAuth. */
  readonly authorization?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly ip: string;
  /** The client came over HTTPS. */
  readonly secure?: boolean;
  /** Scripts of any site may read the answer: whoever asks is anonymous. */
  readonly crossOrigin?: boolean;
}

/** Asks the wiki's own api.php for somebody; `query` is the query string without format. Rejects with an UpstreamError. */
export type AskUpstream = (query: string, request: UpstreamRequest) => Promise<UpstreamReply>;

export interface UpstreamReply {
  readonly json: object;
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[];
}

/** What the wiki told: an account, nobody, or why it refuses the credentials. */
export interface UpstreamAnswer {
  readonly account?: UpstreamAccount | undefined;
  readonly refusal?: ApiError | undefined;
}

export interface UpstreamAccount {
  readonly id: number;
  readonly name: string;
  readonly standing: AccountStanding;
  /** Language that it prefers. */
  readonly language: string | undefined;
}

interface Told {
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

/** Who asks in a request. Rejects with an UpstreamError. */
export async function whoIs(ask: AskUpstream, request: UpstreamRequest): Promise<UpstreamAnswer> {
  const { json } = await ask('action=query&meta=userinfo&uiprop=groups|implicitgroups|rights|options', request);
  const { query, error } = json as Told;
  if (error?.code !== undefined) {
    // A wiki that only members read says so to nobody.
    if (error.code === 'readapidenied') return {};
    return { refusal: new ApiError(message(error.code, error.info ?? error.code)) };
  }
  const { id, name, groups = [], implicitgroups = [], rights = [], options } = query?.userinfo ?? {};
  if (typeof id !== 'number' || typeof name !== 'string') throw new UpstreamError('meta=userinfo tells no name.');
  if (id === 0) return {};
  return {
    account: { id, name, standing: { groups, implicitGroups: implicitgroups, rights: new Set(rights) }, language: options?.language },
  };
}

/** The name of the wiki's session cookie, by beginning a session; undefined where it is not told. Rejects with an UpstreamError. */
export async function askSessionCookie(ask: AskUpstream): Promise<string | undefined> {
  const { cookies } = await ask('action=query&meta=tokens&type=login', { ip: '127.0.0.1' });
  return sessionCookieIn(cookies);
}
