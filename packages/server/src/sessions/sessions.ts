import type { Accounts, Session } from '@wikiquery/accounts';
import type { Actor } from '@wikiquery/core';
import type { ApiRequest, ApiResponse, Identity } from '@wikiquery/engine';
import type { SessionService } from '@wikiquery/users/sessions';

/** Identifies the users of a wiki. */
export interface Sessions {
  /** Returns the identity of the client. `anonymous`: treats the client as logged out, because any site may read the response. */
  identify(request: ApiRequest, anonymous: boolean): Promise<Identity>;
  /** Returns the `Set-Cookie` values for a response with this `Cache-Control`; undefined if it sets no cookies. */
  cookies(identity: Identity | undefined, cacheControl?: string): Promise<readonly string[]> | undefined;
  /** Service for actions that change sessions, such as `login`; undefined in proxy mode. */
  readonly service: SessionService | undefined;
}

export interface WebRequest extends ApiRequest {
  /** Whether the client used HTTPS. */
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
    // Actions pass only identities that `identify` has returned.
    service: { ...accounts.authentication, of: ({ session }) => session } as SessionService,
  };
}

/** An identity that contains its session. A WeakMap of sessions would keep them in memory until a full garbage collection. */
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

/** Adds cookies to the headers, and prevents shared caches from storing the response. */
export function withCookies({ Expires, ...headers }: ApiResponse['headers'], cookies: readonly string[]): ApiResponse['headers'] {
  const isPrivate = /private|no-store/.test(String(headers['Cache-Control']));
  return {
    ...headers,
    ...(isPrivate ? Expires !== undefined && { Expires } : { 'Cache-Control': 'private, must-revalidate, max-age=0' }),
    'Set-Cookie': cookies,
  };
}
