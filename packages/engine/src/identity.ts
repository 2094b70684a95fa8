import type { Actor } from '@wikiquery/core';
import type { RequestFacts } from '@wikiquery/core/host';

/** Who asks, and what goes with it. */
export interface Identity {
  readonly actor: Actor;
  /** A session cookie came with the request or will go with the response. */
  readonly hasSession: boolean;
  /** Code of the language that the account prefers; undefined for that of the wiki. */
  readonly language?: string | undefined;
  /** How the session of the account began; undefined for an anonymous reader. */
  readonly login?: RequestFacts['login'];
  /** The session as its keeper has it, for the services of actions. */
  readonly session?: unknown;
  /** Token of the session for a salt: what login checks. */
  sessionToken(salt: string): string;
  /** Whether this is the token of a kind (`csrf`, `login`) that the session gave. */
  isToken(kind: string, token: string): boolean;
}
