import { ApiError, type Message, message, missingAtLeastOneOf, type Params, type ParamsOut, p, type Wire } from '@wikiquery/core';
import type { Authentication, Verdict } from './authentication.ts';
import { botSession, cannotLogIn, needsInteraction, noSameOrigin, notInProgress, sessionLost, unknownCredentials } from './failures.ts';
import type { Session } from './session.ts';

/** What an action may use while it answers. */
export interface ActionContext {
  readonly session: Session;
  /** The parameters of the request, for those that are not declared. Reading one marks it as known. */
  readonly wire: Wire;
  /** The request is a POST. */
  readonly isPosted: boolean;
  /** Writes a message inside a result as `errorformat` and `formatversion` ask: its text alone in the old error format. */
  readonly describe: (message: Message) => unknown;
  readonly warn: (warning: Message) => void;
}

/** `action=name`: something else than a query. */
export interface Action<P extends Params = Params> {
  readonly name: string;
  readonly prefix: string;
  readonly summary: string;
  readonly params: P;
  /** The token that a request must show in the parameter `<prefix>token`. */
  readonly token: 'login' | 'csrf' | undefined;
  /** What stands in the response beside warnings. Throws an ApiError. */
  run(params: ParamsOut<P>, context: ActionContext): Promise<Readonly<Record<string, unknown>>>;
}

const LOGIN_PARAMS = {
  name: p.string().help('User name, or name and bot password: Name@app.'),
  password: p.password().help('Password.'),
  domain: p.string().help('Taken and not used: this wiki has one domain.'),
  token: p.string().sensitive().help('Token of action=query&meta=tokens&type=login.'),
};

/** Logs in by name and password, for bots best by a bot password. */
export const loginAction = (authentication: Authentication): Action<typeof LOGIN_PARAMS> => ({
  name: 'login',
  prefix: 'lg',
  summary: 'Log in and get the cookies of a session.',
  params: LOGIN_PARAMS,
  token: undefined,
  async run({ name, password, token }, { session, describe, warn }) {
    const failed = (result: string, reason: Message) => ({ login: { result, reason: describe(reason) } });
    if (session.crossOrigin) return failed('Aborted', noSameOrigin());
    session.persist();
    if (session.kind === 'bot') return failed('Aborted', botSession());
    if (!token) {
      warn(
        deprecated(
          'action=login&!lgtoken',
          'apiwarn-deprecation-login-token',
          'A login token comes from action=query&meta=tokens&type=login; action=login gives it only to old clients.',
        ),
      );
      return { login: { result: 'NeedToken', token: session.token('login') } };
    }
    if (!session.isContinued) return failed('Failed', sessionLost());
    if (!session.isToken('login', token)) return { login: { result: 'WrongToken' } };

    const credentials = { name, password, ip: session.ip };
    let verdict = await authentication.byBotPassword(credentials);
    // What is no bot password may still be the password of the account.
    if (!verdict || ('failure' in verdict && verdict.failure.code === 'wrongpassword')) {
      verdict = await authentication.byPassword(credentials);
      if ('account' in verdict) {
        warn(
          deprecated(
            'main-account-login',
            'apiwarn-deprecation-login-botpw',
            'action=login is for bot passwords (Special:BotPasswords); to log in with the password of the account use action=clientlogin.',
          ),
        );
      }
    }
    if ('failure' in verdict) {
      return verdict.failure.code === 'resetpass-expired' ? failed('Aborted', needsInteraction()) : failed('Failed', verdict.failure);
    }
    const { account } = verdict;
    session.logIn(account, true);
    return { login: { result: 'Success', lguserid: account.id, lgusername: account.name } };
  },
});

const CLIENTLOGIN_PARAMS = {
  requests: p.string().multi().help('Only use these authentication requests, by their id in meta=authmanagerinfo.'),
  messageformat: p.enum(['html', 'wikitext', 'raw', 'none']).default('wikitext').help('How messages are written.'),
  mergerequestfields: p.boolean().help('Merge the fields of all requests into one list.'),
  preservestate: p.boolean().help('Keep the state of a failed login.'),
  returnurl: p.string().help('Where a login by way of another site would come back to.'),
  continue: p.boolean().help('Continue a login that asked for more.'),
};

const PASSWORD_REQUEST = 'MediaWiki\\Auth\\PasswordAuthenticationRequest';
const REMEMBER_REQUEST = 'MediaWiki\\Auth\\RememberMeAuthenticationRequest';

/** Logs in as an interactive client does: `username`, `password` and `rememberMe` without prefix. */
export const clientLoginAction = (authentication: Authentication): Action<typeof CLIENTLOGIN_PARAMS> => ({
  name: 'clientlogin',
  prefix: 'login',
  summary: 'Log in with the password of an account.',
  params: CLIENTLOGIN_PARAMS,
  token: 'login',
  async run({ requests, messageformat, returnurl, continue: isContinued }, context) {
    const { session, wire } = context;
    if (!isContinued && returnurl === undefined)
      throw by('clientlogin', missingAtLeastOneOf({ params: ['logincontinue', 'loginreturnurl'] }));
    if (returnurl !== undefined && !URL.canParse(returnurl)) throw by('clientlogin', badUrl('loginreturnurl', returnurl));
    const failed = (failure: Message) => ({
      clientlogin: { status: 'FAIL', ...textOf(failure, messageformat), messagecode: failure.code, canpreservestate: false },
    });
    if (session.kind === 'bot' || session.crossOrigin) return failed(cannotLogIn());
    if (isContinued) return failed(notInProgress());

    const takes = (request: string) => requests === undefined || requests.has(request);
    let verdict: Verdict = { failure: unknownCredentials() };
    if (takes(PASSWORD_REQUEST)) {
      requirePosted('clientlogin', ['password'], context);
      verdict = await authentication.byPassword({ name: wire.get('username'), password: wire.get('password'), ip: session.ip });
    }
    const remember = takes(REMEMBER_REQUEST) && Boolean(wire.get('rememberMe'));
    if ('failure' in verdict) return failed(verdict.failure);
    session.logIn(verdict.account, remember);
    return { clientlogin: { status: 'PASS', username: verdict.account.name } };
  },
});

const LOGOUT_PARAMS = {};

/** Ends the session. */
export const logoutAction: Action<typeof LOGOUT_PARAMS> = {
  name: 'logout',
  prefix: '',
  summary: 'Log out and clear the session.',
  params: LOGOUT_PARAMS,
  token: 'csrf',
  async run(_params, { session, warn }) {
    if (session.actor.isAnon) warn(message('notloggedin', 'You are not logged in.', { key: 'apierror-mustbeloggedin-generic' }));
    else session.logOut();
    return {};
  },
};

/**
 * What MediaWiki checks before it reads the parameters of an action: its token, then that the request is a POST, then that no
 * secret stands in the URL. Throws `missingparam`, `mustpostparams`, `badtoken` or `mustbeposted`.
 */
export function admitAction(action: Action, context: ActionContext): void {
  const { session, wire, isPosted } = context;
  if (action.token) {
    const name = `${action.prefix}token`;
    const token = wire.get(name);
    if (token === undefined) throw by(action.name, noToken(name));
    requirePosted(action.name, [name], context);
    const isRight = action.token === 'csrf' ? session.isActorToken('', token) : session.isToken(action.token, token);
    if (!isRight) {
      if (action.token === 'login') session.persist();
      throw by(action.name, badToken());
    }
  }
  if (!isPosted) {
    throw new ApiError(message('mustbeposted', `action=${action.name} answers to POST requests only.`, { params: [action.name] }));
  }
  const secrets = Object.keys(action.params).filter(key => action.params[key]?.options.sensitive);
  requirePosted(
    action.name,
    secrets.map(key => action.prefix + key),
    context,
  );
}

function requirePosted(module: string, names: readonly string[], { wire, isPosted }: ActionContext): void {
  const exposed = names.filter(name => wire.isInUrl(name) || (!isPosted && wire.get(name) !== undefined));
  if (exposed.length === 0) return;
  throw by(module, mustPost(exposed));
}

function textOf(failure: Message, format: 'html' | 'wikitext' | 'raw' | 'none'): Readonly<Record<string, unknown>> {
  switch (format) {
    case 'none':
      return {};
    case 'raw':
      return { message: { key: failure.key, params: failure.params } };
    case 'html':
      return { message: failure.text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`) };
    case 'wikitext':
      return { message: failure.text };
  }
}

const deprecated = (feature: string, key: string, text: string): Message => message('deprecation', text, { key, data: { feature } });

const badUrl = (param: string, value: string): ApiError =>
  new ApiError(
    message(`badurl_${param}`, `The parameter "${param}" needs a URL, not "${value}".`, { key: 'apierror-badurl', params: [param, value] }),
  );

const mustPost = (names: readonly string[]): ApiError =>
  new ApiError(
    message('mustpostparams', `In the URL anybody may read it: send ${names.join(', ')} in the body of a POST request.`, {
      params: [names.join(', '), names.length],
    }),
  );

const noToken = (param: string): ApiError =>
  new ApiError(
    message('missingparam', `The parameter "${param}" must be set.`, {
      key: 'paramvalidator-missingparam',
      params: [{ plaintext: param }],
    }),
  );

const badToken = (): ApiError =>
  new ApiError(message('badtoken', 'The token does not belong to this session. Fetch a new one with action=query&meta=tokens.'));

/** Says which action refuses. */
function by(action: string, error: ApiError): ApiError {
  error.module = action;
  return error;
}
