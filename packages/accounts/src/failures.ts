import { type Message, message } from '@wikiquery/core';

/** Why a login was refused: codes and keys are MediaWiki's. None of them tells whether the account exists. */
export const wrongPassword = (): Message => failure('wrongpassword', 'User name or password is not right. Check both and try again.');

export const unknownCredentials = (): Message =>
  failure('authmanager-authn-no-primary', 'These credentials are incomplete or not for this wiki. Give a user name and a password.');

export const notInProgress = (): Message =>
  failure(
    'authmanager-authn-not-in-progress',
    'No login is under way that could be continued. Start again with a user name and a password.',
  );

export const loginThrottled = (seconds: number): Message =>
  failure('login-throttled', `Too many login attempts for this account. Try again in ${duration(seconds)}.`, [{ duration: seconds }]);

export const passwordExpired = (): Message =>
  failure('resetpass-expired', 'The password is out of date. Set a new one on the wiki, then log in with it.');

export const passwordNeedsReset = (name: string, appId: string): Message =>
  failure('botpasswords-needs-reset', `The bot password "${appId}" of "${name}" has to be made anew on Special:BotPasswords.`, [
    name,
    appId,
  ]);

export const blockedAccount = (name: string): Message =>
  failure('login-userblocked', 'This account is blocked, and blocked accounts may not log in on this wiki.', [name]);

export const sessionLost = (): Message => ({
  ...failure(
    'sessionlost',
    'The login token belongs to no session: cookies were not sent back, or the session ended. Fetch a new token and send its cookies.',
  ),
  key: 'authpage-cannot-login-continue',
});

export const noSameOrigin = (): Message =>
  failure('api-login-fail-sameorigin', 'Nobody can log in by a request that scripts of other sites may read.');

/** In MediaWiki's words: clients (mwn, mwoffliner) know by them that they are logged in already. */
export const botSession = (): Message =>
  failure('api-login-fail-badsessionprovider', 'Cannot log in when using MediaWiki\\Session\\BotPasswordSessionProvider sessions.', [
    'MediaWiki\\Session\\BotPasswordSessionProvider sessions',
  ]);

export const needsInteraction = (): Message =>
  failure(
    'api-login-fail-aborted',
    'This login needs more than a name and a password, which action=login can not ask for. Use a bot password, or the wiki itself.',
  );

export const cannotLogIn = (): Message =>
  failure('userlogin-cannot-login', 'Nobody can log in within the session of a bot password. Log out first.');

function failure(code: string, text: string, params: Message['params'] = []): Message {
  return message(code, text, { key: code, params });
}

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

function duration(seconds: number): string {
  const [size, unit] = UNITS.find(([length]) => seconds >= length && seconds % length === 0) ?? [1, 'second'];
  const count = seconds / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
