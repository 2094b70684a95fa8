import { type ActionQuery, type Actor, defineService, type Message } from '@wikiquery/core';

/** Account whose credentials were verified. */
export interface AuthenticatedAccount {
  readonly id: number;
  readonly name: string;
}

/** Credentials of a login attempt. */
export interface Credentials {
  readonly name: string | undefined;
  readonly password: string | undefined;
  /** Client address, for rate limits on attempts. */
  readonly ip: string;
}

/** Result of an authentication: the account, or the reason for the failure. */
export type Verdict<A = AuthenticatedAccount> = { readonly account: A } | { readonly failure: Message };

/** Verifies credentials. */
export interface Authentication<A = AuthenticatedAccount> {
  byPassword(credentials: Credentials): Promise<Verdict<A>>;
  /** Returns undefined if the credentials do not have the form of a bot password. */
  byBotPassword(credentials: Credentials): Promise<Verdict<A> | undefined>;
}

/** Kind of a session. `bot` represents a bot password. */
export type SessionKind = 'anonymous' | 'user' | 'bot';

/** Session of a request, which an action can start or end. */
export interface ActionSession<A = AuthenticatedAccount> {
  readonly actor: Actor;
  /** `bot`: the client authenticated with a bot password. */
  readonly kind: SessionKind;
  /** Client address in MediaWiki's form. */
  readonly ip: string;
  readonly crossOrigin: boolean;
  /** Whether the request continues a session, so that the session's earlier tokens are valid. */
  readonly isContinued: boolean;
  /** Returns the session's token for a purpose (`login`, `createaccount`). */
  token(purpose: string): string;
  isToken(purpose: string, token: string): boolean;
  persist(): void;
  /** Starts a session for an account or for its bot password. */
  logIn(account: A, remember: boolean): void;
  logOut(): void;
}

/** Service for actions that start and end sessions. */
export interface SessionService extends Authentication {
  of(query: Pick<ActionQuery, 'session'>): ActionSession;
}

/** Service that verifies credentials, and starts and ends sessions. */
export const sessions = defineService<SessionService>('sessions');
