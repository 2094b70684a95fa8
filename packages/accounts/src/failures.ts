import { type Message, message } from '@wikiquery/core';

/**
 * Makes the same failure for a wrong password and an unknown account, so as not to reveal whether the account exists. All failures have
 * MediaWiki's codes and message keys.
 */
export const wrongPassword = (): Message => failure('wrongpassword', 'The user name or password is wrong. Check both and try again.');

export const unknownCredentials = (): Message =>
  failure('authmanager-authn-no-primary', 'These credentials are incomplete or not for this wiki. Send a user name and a password.');

export const loginThrottled = (seconds: number): Message =>
  failure('login-throttled', `Too many login attempts for this account. Try again in ${duration(seconds)}.`, [{ duration: seconds }]);

export const passwordExpired = (): Message =>
  failure('resetpass-expired', 'The password has expired. Set a new one on the wiki, then log in with it.');

export const passwordNeedsReset = (name: string, appId: string): Message =>
  failure('botpasswords-needs-reset', `The bot password "${appId}" of "${name}" must be reset on Special:BotPasswords.`, [name, appId]);

export const blockedAccount = (name: string): Message =>
  failure('login-userblocked', 'This account is blocked, and blocked accounts cannot log in on this wiki.', [name]);

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
