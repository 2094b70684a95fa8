import type { Accounts, Session } from '@wikiquery/accounts';
import type { Actor } from '@wikiquery/core';
import type { ApiRequest, ApiResponse, Identity } from '@wikiquery/engine';
import type { SessionService } from '@wikiquery/users/sessions';

/** The accounts of a wiki in the form that the engine asks for. */
export interface Sessions {
  identify(request: ApiRequest, anonymous: boolean): Promise<Identity>;
  /** `Set-Cookie` values for a response with such a `Cache-Control`; undefined when there is none to set. Signing takes a promise, so they are not the engine's to ask for. */
  cookies(identity: Identity | undefined, cacheControl?: string): Promise<readonly string[]> | undefined;
  /** For the actions that begin and end sessions; undefined where another server keeps them. */
  readonly service: SessionService | undefined;
}

/** A request that also knows whether it came over HTTPS. */
export interface WebRequest extends ApiRequest {
  readonly secure: boolean;
}

export function createSessions(accounts: Accounts): Sessions {
  return {
    async identify(request, anonymous) {
      const secure = 'secure' in request && request.secure === true;
      return new SessionIdentity(
        await accounts.session({ cookie: request.headers.cookie, ip: request.ip, secure, crossOrigin: anonymous }),
      );
    },
    cookies: (identity, cacheControl = '') =>
      identity instanceof SessionIdentity && identity.session.setsCookies(!cacheControl.includes('public'))
        ? identity.session.setCookies()
        : undefined,
    // What the actions are given they hand back: the sessions and accounts of this very object.
    service: { ...accounts.authentication, of: ({ session }) => session } as SessionService,
  };
}

/** Carries the session, which a WeakMap by request would keep in memory until a full collection. */
class SessionIdentity implements Identity {
  readonly session: Session;
  #gaveToken = false;

  constructor(session: Session) {
    this.session = session;
  }
  get actor(): Actor {
    return this.session.actor;
  }
  get language(): string | undefined {
    return this.session.language;
  }
  get hasSession(): boolean {
    return this.session.isContinued || this.#gaveToken;
  }
  get login() {
    const { loggedInAt, kind } = this.session;
    return loggedInAt && { at: loggedInAt, byBotPassword: kind === 'bot' };
  }
  isToken(kind: string, token: string): boolean {
    return this.session.accepts(kind, token);
  }
  sessionToken(salt: string): string {
    this.#gaveToken = true;
    return this.session.token(salt);
  }
}

/** Cookies are for one client: no cache that others share may keep the answer. */
export function withCookies({ Expires, ...headers }: ApiResponse['headers'], cookies: readonly string[]): ApiResponse['headers'] {
  const isPrivate = /private|no-store/.test(String(headers['Cache-Control']));
  return {
    ...headers,
    ...(isPrivate ? Expires !== undefined && { Expires } : { 'Cache-Control': 'private, must-revalidate, max-age=0' }),
    'Set-Cookie': cookies,
  };
}
