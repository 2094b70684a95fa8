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

/** Options of `createAccounts`. */
export interface AccountsOptions {
  /** Database without a deadline, because cached query results serve several requests. */
  readonly db: Kysely<Database>;
  readonly site: HostSite;
  /** Secret from which the keys for signing cookies and tokens are derived. At least 32 characters. */
  readonly secretKey: string;
  readonly users: AccountNames;
  /** Returns the Unix time in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
  /** `$wgCookiePrefix`. Default: the wiki id. Choose another prefix if MediaWiki uses the same host name. */
  readonly cookiePrefix?: string;
  /** `$wgCookieSameSite`. Default: cookies have no attribute SameSite. */
  readonly sameSite?: 'lax' | 'strict' | 'none';
  /** Layered types of `$wgPasswordConfig`: name to the combined types. Default: MediaWiki's. */
  readonly passwordLayers?: Readonly<Record<string, readonly string[]>>;
  /** Limits of login attempts. Default: `PASSWORD_ATTEMPTS`. */
  readonly passwordAttempts?: readonly ThrottleRule[];
  /** Returns the time of a monotonic clock in milliseconds. Default: `performance.now`. */
  readonly elapsed?: () => number;
  /** Previous secret keys. Signatures made with them remain valid, and cookies are renewed with the current key. */
  readonly oldSecretKeys?: readonly string[];
  /** Store of revoked sessions. Default: the memory of this process. */
  readonly revocations?: Revocations;
  /** Counter of login attempts. Set it if several processes share the counts. Default: the memory of this process. */
  readonly throttle?: Throttle;
}

/** The accounts of a wiki: the sessions of requests, and authentication for logins. */
export interface Accounts {
  /** Returns the session of a request, with its user. Returns a promise only if there are cookies to verify. */
  session(request: SessionRequest): Session | Promise<Session>;
  readonly authentication: Authentication<Account>;
}

/** Creates the accounts of a wiki. Throws a RangeError if a secret key is too short, or for an unknown type in `passwordLayers`. */
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
