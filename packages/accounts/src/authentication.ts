import { createHash } from 'node:crypto';
import { type Site, type Timestamp, toTimestamp } from '@wikiquery/core';
import { rateLimitKey } from '@wikiquery/core/host';
import type { Database } from '@wikiquery/database';
import type { Authentication, Credentials, Verdict } from '@wikiquery/users/sessions';
import type { Kysely } from 'kysely';
import { type Account, admits, loadAccount, readRestrictions } from './account.ts';
import { findBlock } from './blocks.ts';
import { blockedAccount, loginThrottled, passwordExpired, passwordNeedsReset, unknownCredentials, wrongPassword } from './failures.ts';
import type { Passwords } from './passwords.ts';
import type { Throttle } from './throttle.ts';

/** The rules for user names, implemented by `@wikiquery/users`. */
export interface AccountNames {
  /** Returns the normalized name, or undefined if no account can have it. */
  canonical(text: string, rigor: 'usable'): string | undefined;
}

export interface AuthenticationOptions {
  readonly db: Kysely<Database>;
  readonly site: Site;
  readonly users: AccountNames;
  readonly now: () => number;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
}

/**
 * Maximum length of a password in bytes, by `$wgPasswordPolicy`. Longer passwords cannot be right, and hashing them would only take time.
 */
const MAX_PASSWORD_BYTES = 4096;
/** The form of bot passwords. MediaWiki generates at least 32 of these characters. */
const BOT_PASSWORD = /^[0-9a-w]{32,}$/;

export function createAuthentication({ db, site, users, now, passwords, throttle }: AuthenticationOptions): Authentication<Account> {
  return { byPassword, byBotPassword };

  async function byPassword({ name: typed, password, ip }: Credentials): Promise<Verdict<Account>> {
    const name = typed && password ? users.canonical(typed, 'usable') : '';
    // Like MediaWiki, counts attempts without credentials by address alone.
    const key = throttleKey('password', name ?? '', ip);
    const wait = name === undefined ? undefined : await throttle.take(key);
    if (wait !== undefined) return { failure: loginThrottled(wait) };
    if (!name || !password) return { failure: unknownCredentials() };

    const row = await db
      .selectFrom('user')
      .select(['user_id', 'user_password', 'user_password_expires'])
      .where('user_name', '=', name)
      .executeTakeFirst();
    const isRight = await verify(row && storedHash(row.user_id, row.user_password), password);
    if (!row || !isRight) return { failure: wrongPassword() };
    if (row.user_password_expires !== null && row.user_password_expires < moment()) return { failure: passwordExpired() };
    if (site.configuration.blockDisablesLogin) {
      const block = await findBlock({ db, site }, { userId: row.user_id, address: undefined, now: moment() });
      if (block && !block.partial) return { failure: blockedAccount(name) };
    }
    return admit(row.user_id, undefined, key);
  }

  async function byBotPassword({ name: typed = '', password: secret = '', ip }: Credentials): Promise<Verdict<Account> | undefined> {
    const { login, password } = splitBotLogin(typed, secret) ?? {};
    if (login === undefined || password === undefined) return undefined;
    const at = login.indexOf('@');
    const [owner, appId] = [login.slice(0, at), login.slice(at + 1)];
    const name = users.canonical(owner, 'usable');
    const key = throttleKey('botpassword', name ?? '', ip);
    const wait = name === undefined ? undefined : await throttle.take(key);
    if (wait !== undefined) return { failure: loginThrottled(wait) };

    const row =
      name === undefined
        ? undefined
        : await db
            .selectFrom('user')
            .innerJoin('bot_passwords', 'bp_user', 'user_id')
            .select(['user_id', 'bp_password', 'bp_restrictions'])
            .where('user_name', '=', name)
            .where('bp_app_id', '=', appId)
            .executeTakeFirst();
    const isAllowed = row !== undefined && admits(readRestrictions(row.bp_restrictions), ip);
    if (isAllowed && !passwords.isUsable(row.bp_password)) return { failure: passwordNeedsReset(name ?? '', appId) };
    const isRight = await verify(isAllowed ? row.bp_password : undefined, password);
    return row && isRight ? admit(row.user_id, appId, key) : { failure: wrongPassword() };
  }

  /** Verifies a password. Takes the same time for unknown accounts, so that timing does not reveal which accounts exist. */
  function verify(stored: string | undefined, password: string): Promise<boolean> {
    if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return Promise.resolve(false);
    return stored !== undefined && passwords.isUsable(stored) ? passwords.verify(stored, password) : passwords.refuse(password);
  }

  async function admit(userId: number, appId: string | undefined, key: string): Promise<Verdict<Account>> {
    const account = await loadAccount(db, userId, appId);
    if (!account) return { failure: wrongPassword() };
    await throttle.clear(key);
    return { account };
  }

  function moment(): Timestamp {
    return toTimestamp(new Date(now()));
  }
}

/**
 * Splits a login with a bot password: the name `Name@app` with the password, or the name `Name` with `app@password`. Returns undefined for
 * other credentials.
 */
function splitBotLogin(name: string, secret: string): { login: string; password: string } | undefined {
  if (name.includes('@') && secret.length >= 32) return BOT_PASSWORD.test(secret) ? { login: name, password: secret } : undefined;
  const at = secret.lastIndexOf('@');
  const password = secret.slice(at + 1);
  return at >= 0 && BOT_PASSWORD.test(password) ? { login: `${name}@${secret.slice(0, at)}`, password } : undefined;
}

/** Returns a stored hash with its type. Old wikis contain bare MD5 hashes, salted with the user id. */
const storedHash = (userId: number, stored: string): string => (/^[0-9a-f]{32}$/.test(stored) ? `:B:${userId}:${stored}` : stored);

const throttleKey = (kind: string, name: string, ip: string): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, name, rateLimitKey(ip)]))
    .digest('base64')
    .slice(0, 22);
