import { type ActionQuery, type Actor, defineService, type Message } from '@wikiquery/core';

export interface AuthenticatedAccount {
  readonly id: number;
  readonly name: string;
}

export interface Credentials {
  readonly name: string | undefined;
  readonly password: string | undefined;
  /** Client address, for limits of attempts. */
  readonly ip: string;
}

export type Verdict<A = AuthenticatedAccount> = { readonly account: A } | { readonly failure: Message };

export interface Authentication<A = AuthenticatedAccount> {
  byPassword(credentials: Credentials): Promise<Verdict<A>>;
  /** Returns undefined if the credentials do not have the form of a bot password. */
  byBotPassword(credentials: Credentials): Promise<Verdict<A> | undefined>;
}

export type SessionKind = 'anonymous' | 'user' | 'bot';

export interface ActionSession<A = AuthenticatedAccount> {
  readonly actor: Actor;
  /** `bot`: authenticated with a bot password. */
  readonly kind: SessionKind;
  /** Client address in MediaWiki's form. */
  readonly ip: string;
  readonly crossOrigin: boolean;
  /** Whether the request has a session, so that earlier tokens are valid. */
  readonly isContinued: boolean;
  /** Returns a token of the session (`login`, `createaccount`). */
  token(purpose: string): string;
  isToken(purpose: string, token: string): boolean;
  persist(): void;
  /** Starts a session of an account, or of its bot password. */
  logIn(account: A, remember: boolean): void;
  logOut(): void;
}

/** Service for actions that start and end sessions. */
export interface SessionService extends Authentication {
  of(query: Pick<ActionQuery, 'session'>): ActionSession;
}

export const sessions = defineService<SessionService>('sessions');
