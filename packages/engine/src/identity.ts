import type { Actor } from '@wikiquery/core';
import type { RequestFacts } from '@wikiquery/core/host';

/** The account and session of a request. */
export interface Identity {
  readonly actor: Actor;
  /** Whether the request or the response carries a session cookie. */
  readonly hasSession: boolean;
  /** Code of the account's preferred language; undefined for the content language. */
  readonly language?: string | undefined;
  /** How the session began; undefined for anonymous users. */
  readonly login?: RequestFacts['login'];
  /** Session object of the account system, for the services of actions. */
  readonly session?: unknown;
  /** Returns the session's token for a salt, which login verifies. */
  sessionToken(salt: string): string;
  /** Whether the session issued this token for the kind (`csrf`, `login`). */
  isToken(kind: string, token: string): boolean;
}
