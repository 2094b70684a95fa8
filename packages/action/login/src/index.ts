import { f, type Message, message, p } from '@wikiquery/core';
import { defineAction } from '@wikiquery/core/host';
import { sessions } from '@wikiquery/users/sessions';

/** Logs in with a bot password or an account password, as MediaWiki's `action=login` does. */
export default defineAction({
  name: 'login',
  prefix: 'lg',
  summary: 'Log in with a bot password or an account password.',
  read: false,
  mustBePosted: true,
  quirks: { ofSession: true },
  params: {
    name: p.string().help('User name; for a bot password in the form `Name@app`.'),
    password: p.password().help('Account password or bot password.'),
    domain: p.string().help('Ignored. The wiki has a single login domain.'),
    token: p.string().sensitive().help('Login token from `meta=tokens` with `type=login`.'),
  },
  returns: f.record({
    login: f
      .object({
        result: f.literal('Success', 'NeedToken', 'WrongToken', 'Failed', 'Aborted').help('Outcome of the login.'),
        reason: f.reason().optional().help('Reason for the failure.'),
        token: f.string().optional().help('Login token to send with the next attempt, if the result is `NeedToken`.'),
        lguserid: f.int().optional().help('Id of the account.'),
        lgusername: f.string().optional().help('Name of the account.'),
      })
      .help('Result of the login.'),
  }),
  services: { sessions },

  async execute(q) {
    const { name, password, token } = q.params;
    const { sessions } = q.services;
    const session = sessions.of(q);
    const failed = (result: 'Failed' | 'Aborted', reason: Message) => ({ login: { result, reason: q.explain(reason) } });
    if (session.crossOrigin) return failed('Aborted', noSameOrigin());
    session.persist();
    if (session.kind === 'bot') return failed('Aborted', botSession());
    if (!token) {
      q.warn(
        deprecated(
          'action=login&!lgtoken',
          'apiwarn-deprecation-login-token',
          'Request the login token with action=query&meta=tokens&type=login. action=login returns it only for old clients.',
        ),
      );
      return { login: { result: 'NeedToken' as const, token: session.token('login') } };
    }
    if (!session.isContinued) return failed('Failed', sessionLost());
    if (!session.isToken('login', token)) return { login: { result: 'WrongToken' as const } };

    const credentials = { name, password, ip: session.ip };
    let verdict = await sessions.byBotPassword(credentials);
    // A password that fails as a bot password can still be the account password.
    if (!verdict || ('failure' in verdict && verdict.failure.code === 'wrongpassword')) {
      verdict = await sessions.byPassword(credentials);
      if ('account' in verdict) {
        q.warn(
          deprecated(
            'main-account-login',
            'apiwarn-deprecation-login-botpw',
            'action=login is for bot passwords (Special:BotPasswords). With the account password, use action=clientlogin.',
          ),
        );
      }
    }
    if ('failure' in verdict) {
      return verdict.failure.code === 'resetpass-expired' ? failed('Aborted', needsInteraction()) : failed('Failed', verdict.failure);
    }
    const { account } = verdict;
    session.logIn(account, true);
    return { login: { result: 'Success' as const, lguserid: account.id, lgusername: account.name } };
  },
});

const deprecated = (feature: string, key: string, text: string): Message => message('deprecation', text, { key, data: { feature } });

const sessionLost = (): Message =>
  message(
    'sessionlost',
    'The login token does not belong to a session: the cookies are missing, or the session ended. Request a new token and send its cookies.',
    { key: 'authpage-cannot-login-continue' },
  );

const noSameOrigin = (): Message => refusal('api-login-fail-sameorigin', 'Requests that scripts of other sites can read cannot log in.');

/** Uses MediaWiki's exact text: mwn and mwoffliner detect an existing login by it. */
const botSession = (): Message =>
  refusal('api-login-fail-badsessionprovider', 'Cannot log in when using MediaWiki\\Session\\BotPasswordSessionProvider sessions.', [
    'MediaWiki\\Session\\BotPasswordSessionProvider sessions',
  ]);

const needsInteraction = (): Message =>
  refusal(
    'api-login-fail-aborted',
    'This login requires further input, which action=login does not support. Use a bot password, or log in on the wiki.',
  );

const refusal = (code: string, text: string, params: Message['params'] = []): Message => message(code, text, { key: code, params });
