import { type Action as AccountAction, type Accounts, type ActionContext, admitAction, type Session } from '@wikiquery/accounts';
import type { Actor } from '@wikiquery/core';
import { type AnyAction, type ApiRequest, type Call, formatReason, type Identity } from '@wikiquery/engine';

/** The accounts of a wiki in the form that the engine asks for. */
export interface Sessions {
  identify(request: ApiRequest, anonymous: boolean): Identity | Promise<Identity>;
  /** `Set-Cookie` values for a response with such a `Cache-Control`; undefined when there is none to set. Signing takes a promise, so they are not the engine's to ask for. */
  cookies(identity: Identity | undefined, cacheControl?: string): Promise<readonly string[]> | undefined;
  /** `action=login`, `action=clientlogin` and `action=logout`. */
  readonly actions: readonly AnyAction[];
}

/** A request that also knows whether it came over HTTPS. */
export interface WebRequest extends ApiRequest {
  readonly secure: boolean;
}

export function createSessions(accounts: Accounts): Sessions {
  return {
    identify(request, anonymous) {
      const secure = 'secure' in request && request.secure === true;
      const session = accounts.session({ cookie: request.headers.cookie, ip: request.ip, secure, crossOrigin: anonymous });
      return session instanceof Promise ? session.then(loaded => new SessionIdentity(loaded)) : new SessionIdentity(session);
    },
    cookies: (identity, cacheControl = '') =>
      identity instanceof SessionIdentity && identity.session.setsCookies(!cacheControl.includes('public'))
        ? identity.session.setCookies()
        : undefined,
    actions: accounts.actions.map(engineAction),
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
  sessionToken(salt: string): string {
    this.#gaveToken = true;
    return this.session.token(salt);
  }
}

function engineAction(action: AccountAction): AnyAction {
  const contextOf = ({ identity, wire, style, warnings }: Call): ActionContext => ({
    session: sessionOf(identity),
    wire,
    isPosted: wire.isPosted,
    describe: message => formatReason(message, style),
    warn: warning => warnings.add(action.name, warning),
  });
  const { name, prefix, summary, params } = action;
  return {
    name,
    prefix,
    summary,
    params,
    read: false,
    mustBePosted: true,
    admit: call => admitAction(action, contextOf(call)),
    execute: async (call, values) => ({ fields: new Map(Object.entries(await action.run(values, contextOf(call)))) }),
  };
}

function sessionOf(identity: Identity): Session {
  if (!(identity instanceof SessionIdentity)) throw new Error('An action of accounts needs a session.');
  return identity.session;
}
