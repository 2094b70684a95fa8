import { type ActionQuery, type Actor, defineService, type Message } from '@wikiquery/core';

/** An account whose password was right. */
export interface KnownAccount {
  readonly id: number;
  readonly name: string;
}

export interface Credentials {
  readonly name: string | undefined;
  readonly password: string | undefined;
  /** Address of the client: attempts are counted for it. */
  readonly ip: string;
}

export type Verdict<A = KnownAccount> = { readonly account: A } | { readonly failure: Message };

/** Tells whether credentials are right. */
export interface Authentication<A = KnownAccount> {
  /** With the password of the account. */
  byPassword(credentials: Credentials): Promise<Verdict<A>>;
  /** With a bot password; undefined when the credentials do not look like one. */
  byBotPassword(credentials: Credentials): Promise<Verdict<A> | undefined>;
}

export type SessionKind = 'anonymous' | 'user' | 'bot';

/** The session of one request. */
export interface ActionSession<A = KnownAccount> {
  readonly actor: Actor;
  /** `bot`: begun with a bot password. */
  readonly kind: SessionKind;
  /** Address of the client as MediaWiki writes it. */
  readonly ip: string;
  readonly crossOrigin: boolean;
  /** The request came with a session, so that tokens given out earlier can be checked. */
  readonly isContinued: boolean;
  /** A token of the session itself (`login`, `createaccount`). */
  token(purpose: string): string;
  isToken(purpose: string, token: string): boolean;
  /** Makes sure that there is a session. */
  persist(): void;
  /** Begins the session of an account, or of its bot password when it was read with one. */
  logIn(account: A, remember: boolean): void;
  logOut(): void;
}

/** The sessions that a server keeps, for actions that begin and end them. */
export interface SessionService extends Authentication {
  /** The session of the request that an action answers. */
  of(query: Pick<ActionQuery, 'session'>): ActionSession;
}

export const sessions = defineService<SessionService>('sessions');
