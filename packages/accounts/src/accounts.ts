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
  /** A view without deadline: what is read here serves other requests too. */
  readonly db: Kysely<Database>;
  readonly site: HostSite;
  /** Signs cookies and tokens: 32 characters or more. */
  readonly secretKey: string;
  readonly users: AccountNames;
  /** Milliseconds since 1970; the system's clock unless said otherwise. */
  readonly now?: () => number;
  /** `$wgCookiePrefix`; the id of the wiki unless said otherwise. Choose another when MediaWiki serves the same host name. */
  readonly cookiePrefix?: string;
  /** `$wgCookieSameSite`; MediaWiki sets none. */
  readonly sameSite?: 'lax' | 'strict' | 'none';
  /** Layered types of `$wgPasswordConfig`. */
  readonly passwordLayers?: Readonly<Record<string, readonly string[]>>;
  /** `$wgPasswordAttemptThrottle`. */
  readonly passwordAttempts?: readonly ThrottleRule[];
  /** Milliseconds of a clock that nobody sets; that of the process unless said otherwise. */
  readonly elapsed?: () => number;
  /** Secret keys of before: what they signed is taken, and signed anew. */
  readonly oldSecretKeys?: readonly string[];
  /** Sessions that ended before their time; in the memory of this process unless said otherwise. */
  readonly revocations?: Revocations;
  /** Counts attempts; given where several processes answer, which are to count together. */
  readonly throttle?: Throttle;
}

export interface Accounts {
  /** Who asks in a request. */
  session(request: SessionRequest): Session | Promise<Session>;
  readonly authentication: Authentication<Account>;
}

/** The accounts of a wiki. Throws a RangeError for a secret key that is too short. */
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
