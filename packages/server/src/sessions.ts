import { type Action as AccountAction, type Accounts, type ActionContext, admitAction, type Session } from '@wikiquery/accounts';
import type { Actor } from '@wikiquery/core';
import { type AnyAction, type ApiRequest, type Call, formatReason, type Identity } from '@wikiquery/engine';

/** The accounts of a wiki in the form that the engine asks for. */
export interface Sessions {
  identify(request: ApiRequest, anonymous: boolean): Promise<Identity>;
  /** `Set-Cookie` values for the response to a request. Signing takes a promise, so they are not the engine's to ask for. */
  cookies(request: ApiRequest): Promise<readonly string[]>;
  /** `action=login`, `action=clientlogin` and `action=logout`. */
  readonly actions: readonly AnyAction[];
}

/** A request that also knows whether it came over HTTPS. */
export interface WebRequest extends ApiRequest {
  readonly secure: boolean;
}

export function createSessions(accounts: Accounts): Sessions {
  const byRequest = new WeakMap<ApiRequest, Session>();
  const byActor = new WeakMap<Actor, Session>();
  const sessionOf = (actor: Actor): Session => {
    const session = byActor.get(actor);
    if (!session) throw new Error('An action of accounts needs a session.');
    return session;
  };
  return {
    async identify(request, anonymous) {
      const secure = 'secure' in request && request.secure === true;
      const session = await accounts.session({ cookie: request.headers.cookie, ip: request.ip, secure, crossOrigin: anonymous });
      byRequest.set(request, session);
      byActor.set(session.actor, session);
      return new SessionIdentity(session);
    },
    cookies: async request => (await byRequest.get(request)?.setCookies()) ?? [],
    actions: accounts.actions.map(action => engineAction(action, sessionOf)),
  };
}

class SessionIdentity implements Identity {
  readonly #session: Session;
  #gaveToken = false;

  constructor(session: Session) {
    this.#session = session;
  }
  get actor(): Actor {
    return this.#session.actor;
  }
  get language(): string | undefined {
    return this.#session.language;
  }
  get hasSession(): boolean {
    return this.#session.isContinued || this.#gaveToken;
  }
  get login() {
    const { loggedInAt, kind } = this.#session;
    return loggedInAt && { at: loggedInAt, byBotPassword: kind === 'bot' };
  }
  sessionToken(salt: string): string {
    this.#gaveToken = true;
    return this.#session.token(salt);
  }
}

function engineAction(action: AccountAction, sessionOf: (actor: Actor) => Session): AnyAction {
  const contextOf = ({ actor, wire, style, warnings }: Call): ActionContext => ({
    session: sessionOf(actor),
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
