import type { HostSite } from '@wikiquery/core/host';
import type { Database } from '@wikiquery/database';
import type { Authentication } from '@wikiquery/users/sessions';
import type { Kysely } from 'kysely';
import type { Account } from './account.ts';
import { type AccountNames, createAuthentication } from './authentication.ts';
import { createPasswords, MEDIAWIKI_LAYERS } from './passwords.ts';
import { type Revocations, RevocationTable } from './revocations.ts';
import { createSessions, type Session, type SessionRequest } from './session.ts';
import { createThrottle, PASSWORD_ATTEMPTS, type Throttle, type ThrottleRule } from './throttle.ts';

export interface AccountsOptions {
  /** View without a deadline, because cached results serve several requests. */
  readonly db: Kysely<Database>;
  readonly site: HostSite;
  /** Signs cookies and tokens. At least 32 characters. */
  readonly secretKey: string;
  readonly users: AccountNames;
  /** Returns milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number;
  /** `$wgCookiePrefix`. Default: the wiki id. Choose another one if MediaWiki uses the same host name. */
  readonly cookiePrefix?: string;
  /** `$wgCookieSameSite`. Default: none. */
  readonly sameSite?: 'lax' | 'strict' | 'none';
  /** Layered types of `$wgPasswordConfig`. */
  readonly passwordLayers?: Readonly<Record<string, readonly string[]>>;
  readonly passwordAttempts?: readonly ThrottleRule[];
  /** Monotonic clock in milliseconds. Default: `performance.now`. */
  readonly elapsed?: () => number;
  /** Previous secret keys. Their signatures remain valid, and cookies are signed again with the current key. */
  readonly oldSecretKeys?: readonly string[];
  /** Revoked sessions. Default: in memory. */
  readonly revocations?: Revocations;
  /** Counts login attempts. Set it if several processes share the counts. */
  readonly throttle?: Throttle;
}

export interface Accounts {
  session(request: SessionRequest): Session | Promise<Session>;
  readonly authentication: Authentication<Account>;
}

/** Creates the accounts of a wiki. Throws a RangeError for a short secret key. */
export function createAccounts({
  db,
  site,
  secretKey,
  users,
  now = Date.now,
  cookiePrefix = site.wikiId,
  sameSite,
  passwordLayers = MEDIAWIKI_LAYERS,
  passwordAttempts = PASSWORD_ATTEMPTS,
  elapsed = () => performance.now(),
  oldSecretKeys = [],
  revocations = new RevocationTable(now, elapsed),
  throttle = createThrottle(passwordAttempts, elapsed),
}: AccountsOptions): Accounts {
  const passwords = createPasswords(passwordLayers);
  return {
    session: createSessions({ db, site, secretKey, now, elapsed, cookiePrefix, sameSite, oldSecretKeys, revocations }),
    authentication: createAuthentication({ db, site, users, now, passwords, throttle }),
  };
}
