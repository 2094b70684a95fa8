import type { Actor } from '@wikiquery/core';
import type { RequestFacts } from '@wikiquery/core/host';

/** The user and session of a request. */
export interface Identity {
  readonly actor: Actor;
  /** Whether the request or the response carries a session cookie. */
  readonly hasSession: boolean;
  /** Code of the account's preferred language; undefined for the content language. */
  readonly language?: string | undefined;
  /** The login that started the session; undefined for anonymous users. */
  readonly login?: RequestFacts['login'];
  /** Session object of the account system, which actions pass to the service that manages sessions. */
  readonly session?: unknown;
  /** Returns the session's token for a salt such as `login`. */
  sessionToken(salt: string): string;
  /** Whether the session issued this token of the kind (`csrf`, `login`). */
  isToken(kind: string, token: string): boolean;
}
