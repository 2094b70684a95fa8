import { ApiError, f, type Message, message, missingAtLeastOneOf, p } from '@wikiquery/core';
import { defineAction } from '@wikiquery/core/host';
import { sessions } from '@wikiquery/users/sessions';

const PASSWORD_REQUEST = 'MediaWiki\\Auth\\PasswordAuthenticationRequest';
const REMEMBER_REQUEST = 'MediaWiki\\Auth\\RememberMeAuthenticationRequest';

/** Logs in an interactive client with the unprefixed parameters `username`, `password` and `rememberMe`. */
export default defineAction({
  name: 'clientlogin',
  prefix: 'login',
  summary: 'Log in interactively with a user name and an account password.',
  read: false,
  token: 'login',
  quirks: { ofSession: true },
  params: {
    requests: p.string().multi().help('Restrict the login to these requests, named by the `id` from `meta=authmanagerinfo`.'),
    messageformat: p.enum(['html', 'wikitext', 'raw', 'none']).default('wikitext').help('Format of the messages in the response.'),
    mergerequestfields: p.boolean().help('Return the fields of all requests as one list.'),
    preservestate: p.boolean().help('Keep the state of a failed login for another attempt.'),
    returnurl: p.string().help('Address that an external login service returns to.'),
    continue: p.boolean().help('Resume a login that asked for further input.'),
  },
  returns: f.record({
    clientlogin: f
      .object({
        status: f.literal('PASS', 'FAIL', 'UI', 'REDIRECT', 'RESTART').help('Outcome of the login, or the step that comes next.'),
        username: f.string().optional(),
        message: f
          .oneOf(f.string(), f.object({ key: f.string(), params: f.array(f.json()) }))
          .optional()
          .help('Message to show to the user.'),
        messagecode: f.string().optional().help('Machine-readable code of the message.'),
        canpreservestate: f.realBoolean().optional().help('Whether another attempt can resume from this state.'),
      })
      .help('Result of the login.'),
  }),
  services: { sessions },

  async execute(q) {
    const { requests, messageformat, returnurl, continue: isContinued } = q.params;
    const { sessions } = q.services;
    const session = sessions.of(q);
    if (!isContinued && returnurl === undefined) throw missingAtLeastOneOf({ params: ['logincontinue', 'loginreturnurl'] });
    if (returnurl !== undefined && !URL.canParse(returnurl)) throw badUrl('loginreturnurl', returnurl);
    const failed = (failure: Message) => ({
      clientlogin: { status: 'FAIL' as const, ...textOf(failure, messageformat), messagecode: failure.code, canpreservestate: false },
    });
    if (session.kind === 'bot' || session.crossOrigin) return failed(cannotLogIn());
    if (isContinued) return failed(notInProgress());

    const takes = (request: string) => requests === undefined || requests.has(request);
    if (!takes(PASSWORD_REQUEST)) return failed(noPassword());
    if (q.wire.isInUrl('password')) throw mustPost('password');
    const verdict = await sessions.byPassword({ name: q.wire.get('username'), password: q.wire.get('password'), ip: session.ip });
    const remember = takes(REMEMBER_REQUEST) && Boolean(q.wire.get('rememberMe'));
    if ('failure' in verdict) return failed(verdict.failure);
    session.logIn(verdict.account, remember);
    return { clientlogin: { status: 'PASS' as const, username: verdict.account.name } };
  },
});

type WrittenText = string | { readonly key: string; readonly params: readonly unknown[] };

function textOf(failure: Message, format: 'html' | 'wikitext' | 'raw' | 'none'): { readonly message?: WrittenText } {
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

const badUrl = (param: string, value: string): ApiError =>
  new ApiError(
    message(`badurl_${param}`, `The parameter "${param}" needs a URL, not "${value}".`, { key: 'apierror-badurl', params: [param, value] }),
  );

const mustPost = (name: string): ApiError =>
  new ApiError(message('mustpostparams', `URLs are not secret. Send ${name} in the body of a POST request.`, { params: [name, 1] }));

const noPassword = (): Message =>
  refusal('authmanager-authn-no-primary', 'These credentials are incomplete or not for this wiki. Send a user name and a password.');

const notInProgress = (): Message =>
  refusal('authmanager-authn-not-in-progress', 'There is no login to continue. Start again with a user name and a password.');

const cannotLogIn = (): Message =>
  refusal('userlogin-cannot-login', 'The session of a bot password does not allow a login. Log out first.');

const refusal = (code: string, text: string): Message => message(code, text, { key: code });
