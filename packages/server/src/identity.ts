import type { Accounts, Action as AccountAction, ActionContext, Session } from '@wikiquery/accounts';
import { admitAction } from '@wikiquery/accounts';
import type { Actor, Message } from '@wikiquery/core';
import { type AnyAction, type ApiRequest, type Call, formatReason, type Identity } from '@wikiquery/engine';

/** The accounts of a wiki in the form that the engine asks for. */
export interface Sessions {
  identify(request: ApiRequest, anonymous: boolean): Promise<Identity>;
  /** `Set-Cookie` values of the response to a request. */
  cookies(request: ApiRequest): Promise<readonly string[]>;
  /** `action=login`, `action=clientlogin` and `action=logout`. */
  readonly actions: readonly AnyAction[];
}

export function createSessions(accounts: Accounts): Sessions {
  const byRequest = new WeakMap<ApiRequest, Session>();
  const byActor = new WeakMap<Actor, Session>();
  const sessionOf = (actor: Actor): Session => {
    const session = byActor.get(actor);
    if (!session) throw new Error('An action was called outside of a session.');
    return session;
  };
  return {
    async identify(request, anonymous) {
      const session = await accounts.session({
        cookie: request.headers['cookie'],
        ip: request.ip,
        secure: request.headers['x-forwarded-proto'] === 'https',
        crossOrigin: anonymous,
      });
      byRequest.set(request, session);
      byActor.set(session.actor, session);
      return new SessionIdentity(session);
    },
    async cookies(request) {
      return (await byRequest.get(request)?.setCookies()) ?? [];
    },
    actions: accounts.actions.map(action => toEngineAction(action, sessionOf)),
  };
}

class SessionIdentity implements Identity {
  readonly #session: Session;
  #hasGivenToken = false;

  constructor(session: Session) {
    this.#session = session;
  }
  get actor(): Actor {
    return this.#session.actor;
  }
  get hasSession(): boolean {
    return this.#session.isContinued || this.#hasGivenToken;
  }
  sessionToken(salt: string): string {
    this.#hasGivenToken = true;
    return this.#session.token(salt);
  }
  /** Signing takes a promise: the server adds the cookies when the response is ready. */
  cookies(): readonly string[] {
    return [];
  }
}

function toEngineAction(action: AccountAction, sessionOf: (actor: Actor) => Session): AnyAction {
  const contextOf = (call: Call): ActionContext => ({
    session: sessionOf(call.actor),
    wire: call.wire,
    isPosted: call.wire.isPosted,
    describe: (message: Message) => formatReason(message, call.style),
    warn: (warning: Message) => call.warnings.add(action.name, warning),
  });
  return {
    name: action.name,
    prefix: action.prefix,
    summary: action.summary,
    params: action.params,
    read: false,
    mustBePosted: true,
    admit: call => admitAction(action, contextOf(call)),
    async execute(call, params) {
      return { fields: new Map(Object.entries(await action.run(params, contextOf(call)))) };
    },
  };
}
