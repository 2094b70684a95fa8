import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sanitizeAddress } from '@wikiquery/addresses';
import { type Actor, type Block, toTimestamp } from '@wikiquery/core';
import type { HostSite } from '@wikiquery/core/host';
import type { Database } from '@wikiquery/database';
import type { ActionSession as KnownSession, SessionKind } from '@wikiquery/users/sessions';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Account, admits, loadAccount } from './account.ts';
import { type AccountStanding, anonymousStanding, RequestActor, restrictTo, standingOf } from './actor.ts';
import { findBlock } from './blocks.ts';
import {
  type CookieKind,
  cookieWriter,
  createSignedCookies,
  isSignedCookie,
  type OpenedSession,
  readCookies,
  type SessionAccount,
  type SessionClaims,
  type SignedCookies,
} from './cookies.ts';
import { deriveKeys, type Keys } from './keys.ts';
import type { Revocations, RevokedSession } from './revocations.ts';
import { ANONYMOUS_TOKEN, isTokenOf, makeToken } from './tokens.ts';

/** The properties of a request that determine its session. */
export interface SessionRequest {
  /** The header Cookie. */
  readonly cookie?: string | undefined;
  readonly ip: string;
  /** Whether the client uses HTTPS, so that cookies have the attribute Secure. */
  readonly secure?: boolean;
  /** Whether any site can read the response (`origin=*`, `callback`). The user is then anonymous and receives no cookies. */
  readonly crossOrigin?: boolean;
}

export interface SessionOptions {
  readonly db: Kysely<Database>;
  readonly site: HostSite;
  readonly secretKey: string;
  readonly now: () => number;
  readonly cookiePrefix: string;
  readonly sameSite: 'lax' | 'strict' | 'none' | undefined;
  readonly elapsed: () => number;
  readonly oldSecretKeys: readonly string[];
  readonly revocations: Revocations;
}

const FRESH = 5000;
const DAY = 24 * 3600;
/**
 * Seconds after which a session expires: without requests (`idle`), and in any case (`whole`, as `$wgCookieExpiration` and
 * `$wgExtendedLoginCookieExpiration`).
 */
interface Lifetime {
  readonly idle: number;
  readonly whole: number;
}
const OF_BROWSER: Lifetime = { idle: DAY, whole: 30 * DAY };
const REMEMBERED: Lifetime = { idle: 30 * DAY, whole: 180 * DAY };
const RENEWAL = 1 / 24;
const ANONYMOUS_LIFETIME = DAY;

/**
 * Returns a function that creates the session of a request. Only caches persist between requests, so that several processes can serve a
 * client.
 */
export function createSessions(options: SessionOptions): (request: SessionRequest) => Session | Promise<Session> {
  const shared = createShared(options);
  return request => {
    const { crossOrigin, cookie } = request;
    const ip = sanitizeAddress(request.ip.replace(/^::ffff:(?=\d+\.)/i, ''));
    return crossOrigin || cookie === undefined ? new Session(shared, { ...request, ip }, undefined, []) : continued(request, ip, cookie);
  };

  async function continued(request: SessionRequest, ip: string, cookie: string): Promise<Session> {
    const sent = readCookies(cookie);
    const refused: CookieKind[] = [];
    const holder = (await readHolder(shared, 'BPsession', sent, ip, refused)) ?? (await readHolder(shared, 'session', sent, ip, refused));
    return new Session(shared, { ...request, ip }, holder, refused);
  }
}

interface Shared extends SessionOptions {
  /** The current keys, followed by those of old secret keys. */
  readonly keys: readonly Keys[];
  readonly cookies: SignedCookies;
  readonly anonymous: AccountStanding;
  accountOf(userId: number, appId: string | undefined, ip: string): Promise<Holding | undefined>;
  blockOf(userId: number, address: string | undefined): Promise<Block | undefined>;
  readonly fingerprintOf: (token: string) => string;
}

interface Holding {
  readonly account: Account;
  readonly fingerprints: readonly string[];
  readonly standing: AccountStanding;
}

interface Holder {
  readonly kind: CookieKind;
  readonly claims: OpenedSession;
  readonly holding: Holding | undefined;
}

function createShared(options: SessionOptions): Shared {
  const { db, site, secretKey, now, elapsed } = options;
  const keys = [secretKey, ...options.oldSecretKeys].map(secret => deriveKeys(secret, site.wikiId));
  const anonymous = anonymousStanding(site);
  const fingerprintsOf = (token: string) =>
    keys.map(({ fingerprints }) => createHmac('sha256', fingerprints).update(token).digest('base64url'));
  // Limit the caches with `maxSize`, because `max` would preallocate memory.
  const fresh = { maxSize: 10_000, sizeCalculation: () => 1, ttl: FRESH, ttlResolution: 0, perf: { now: elapsed } };

  const blocks = new LRUCache<string, { block: Block | undefined }, { userId: number; address: string | undefined }>({
    ...fresh,
    fetchMethod: async (_key, _stale, { context }) => ({
      block: await findBlock(options, { ...context, now: toTimestamp(new Date(now())) }),
    }),
  });
  const blockOf = async (userId: number, address: string | undefined) =>
    (await blocks.fetch(`${userId} ${address ?? ''}`, { context: { userId, address } }))?.block;

  const holdings = new LRUCache<string, Holding, { userId: number; appId: string | undefined; ip: string }>({
    ...fresh,
    async fetchMethod(_key, _stale, { context: { userId, appId, ip } }) {
      const account = await loadAccount(db, userId, appId);
      if (!account) return undefined;
      const fingerprints = fingerprintsOf(account.botPassword ? account.botPassword.token : account.token);
      const standing = standingOf(site, account, ip, new Date(now()));
      const isShutOut = site.configuration.blockDisablesLogin && (await blockOf(userId, blockAddress(standing, ip)));
      return { account, fingerprints, standing: isShutOut ? restrictTo(standing, anonymous) : standing };
    },
  });
  return {
    ...options,
    keys,
    anonymous,
    fingerprintOf: token => fingerprintsOf(token)[0]!,
    blockOf,
    cookies: createSignedCookies(
      keys.map(({ cookies }) => cookies),
      now,
    ),
    accountOf: (userId, appId, ip) => holdings.fetch(JSON.stringify([userId, ip, appId]), { context: { userId, appId, ip } }),
  };
}

/** Returns the address whose blocks apply to the user; undefined for users who are exempt from address blocks. */
const blockAddress = ({ rights }: AccountStanding, ip: string): string | undefined => (rights.has('ipblock-exempt') ? undefined : ip);

/** Reads a session cookie. Adds its kind to `refused` if it is invalid. */
async function readHolder(
  shared: Shared,
  kind: CookieKind,
  sent: Readonly<Record<string, string | undefined>>,
  ip: string,
  refused: CookieKind[],
): Promise<Holder | undefined> {
  const value = sent[`${shared.cookiePrefix}_${kind}`];
  if (value === undefined || !isSignedCookie(value)) return undefined;
  const claims = await shared.cookies.open(kind, value);
  // Browsers drop expired cookies themselves, and the clock of this process may be wrong.
  if (claims === 'untimely') return undefined;
  if (claims && !claims.account) return { kind, claims, holding: undefined };
  if (claims?.account && isRunning(shared, claims, claims.account)) {
    const holding = await shared.accountOf(claims.account.userId, claims.account.appId, ip);
    if (holding && isInForce(holding, claims, claims.account, ip)) return { kind, claims, holding };
  }
  refused.push(kind);
  return undefined;
}

/** Whether the session is neither revoked nor too old. */
function isRunning({ now, revocations }: Shared, { id, begunAt }: OpenedSession, account: SessionAccount): boolean {
  return now() < begunAt + 1000 * lifetimeOf(account).whole && !revocations.has({ id, holder: holderOf(account), begunAt });
}

const lifetimeOf = ({ remember }: SessionAccount): Lifetime => (remember ? REMEMBERED : OF_BROWSER);
const holderOf = ({ userId, appId }: SessionAccount): string => `${userId} ${appId ?? ''}`;

/** Whether the token of the account is unchanged, and the bot password, if any, still exists and admits the address. */
function isInForce({ account, fingerprints }: Holding, { key }: OpenedSession, claimed: SessionAccount, ip: string): boolean {
  const [expected, received] = [Buffer.from(fingerprints[key]!), Buffer.from(claimed.fingerprint)];
  if (expected.length !== received.length || !timingSafeEqual(expected, received)) return false;
  return claimed.appId === undefined || (account.botPassword !== undefined && admits(account.botPassword.restrictions, ip));
}

/** The user of a request, and the session cookies of its response. */
export class Session implements KnownSession<Account> {
  readonly actor: Actor;
  /** `bot`: the session started with a bot password. */
  readonly kind: SessionKind;
  readonly ip: string;
  readonly crossOrigin: boolean;
  readonly language: string | undefined;
  readonly loggedInAt: Date | undefined;
  /** Whether the request has a session, so that earlier tokens can be checked. */
  readonly isContinued: boolean;
  readonly #shared: Shared;
  readonly #secure: boolean;
  readonly #refused: readonly CookieKind[];
  readonly #holder: Holder | undefined;
  #id: string | undefined;
  #outcome: Outcome | undefined;

  constructor(
    shared: Shared,
    { ip, secure = false, crossOrigin = false }: SessionRequest,
    holder: Holder | undefined,
    refused: readonly CookieKind[],
  ) {
    const { account, standing = shared.anonymous } = holder?.holding ?? {};
    this.#shared = shared;
    this.#secure = secure;
    this.#refused = refused;
    this.#holder = holder;
    this.#id = holder?.claims.id;
    this.ip = ip;
    this.crossOrigin = crossOrigin;
    this.language = account?.language;
    this.isContinued = holder !== undefined;
    this.loggedInAt = account && new Date(holder?.claims.begunAt ?? 0);
    this.kind = account === undefined ? 'anonymous' : account.botPassword ? 'bot' : 'user';
    const id = account?.id ?? 0;
    this.actor = new RequestActor(
      id,
      account?.name ?? ip,
      standing,
      salt => (id === 0 ? ANONYMOUS_TOKEN : this.#makeToken(`account ${salt}`)),
      () => shared.blockOf(id, blockAddress(standing, ip)),
    );
  }

  /** Returns a session token (`login`, `createaccount`). Starts a session if there is none. */
  token(purpose: string): string {
    this.persist();
    return this.#makeToken(`session ${purpose}`);
  }
  isToken(purpose: string, token: string): boolean {
    return this.#isToken(`session ${purpose}`, token);
  }
  isActorToken(salt: string, token: string): boolean {
    return this.actor.isAnon ? token === ANONYMOUS_TOKEN : this.#isToken(`account ${salt}`, token);
  }

  /**
   * Checks the token of an action: `csrf` tokens belong to the account, others to the session. Starts a session if a login request has
   * none.
   */
  accepts(kind: string, token: string): boolean {
    const isRight = kind === 'csrf' ? this.isActorToken('', token) : this.isToken(kind, token);
    if (!isRight && kind === 'login') this.persist();
    return isRight;
  }

  persist(): void {
    if (this.#id !== undefined) return;
    this.#id = newId();
    this.#outcome ??= { kind: 'begun' };
  }
  /** Starts the session of an account or of its bot password. */
  logIn(account: Account, remember: boolean): void {
    this.#outcome = { kind: 'in', account, remember };
  }
  /** Ends the session. After a bot password session, the regular session applies again. */
  logOut(): void {
    this.#outcome = { kind: 'out' };
  }

  /** Whether the response sets cookies. Private responses may also renew them. */
  setsCookies(isPrivate: boolean): boolean {
    return !this.crossOrigin && (this.#outcome !== undefined || this.#refused.length > 0 || (isPrivate && this.#isAging()));
  }
  /** Returns the `Set-Cookie` headers. Resolves after revocations have reached all processes. */
  async setCookies(): Promise<readonly string[]> {
    if (this.crossOrigin) return [];
    const { cookiePrefix: prefix, now } = this.#shared;
    const writer = cookieWriter(now(), this.#secure, this.#shared.sameSite);
    const replaced = this.#outcome && this.#writes(this.#outcome);
    const lines = this.#refused.filter(kind => kind !== replaced).map(kind => writer.clear(`${prefix}_${kind}`));
    const outcome = this.#outcome;
    switch (outcome?.kind) {
      case 'begun':
        lines.push(
          writer.set(
            `${prefix}_session`,
            await this.#shared.cookies.seal('session', { id: this.#id ?? newId(), begunAt: now() }, ANONYMOUS_LIFETIME),
          ),
        );
        break;
      case 'in':
        if (this.#holder?.kind === replaced) await this.#end();
        lines.push(...(await this.#loginCookies(outcome.account, outcome.remember)));
        break;
      case 'out':
        await this.#end();
        if (this.kind === 'bot') lines.push(writer.clear(`${prefix}_BPsession`));
        else lines.push(writer.clear(`${prefix}_session`), writer.clear(`${prefix}UserID`));
        break;
      default:
        if (this.#isAging()) lines.push(await this.#renewed());
    }
    return lines;
  }

  /** Returns the cookies of a new session, which invalidates all earlier tokens. */
  async #loginCookies({ id: userId, name, token, botPassword }: Account, remember: boolean): Promise<string[]> {
    const { cookiePrefix: prefix, now, fingerprintOf } = this.#shared;
    const writer = cookieWriter(now(), this.#secure, this.#shared.sameSite);
    const session = { id: newId(), begunAt: now() };
    if (botPassword) {
      const account = { userId, fingerprint: fingerprintOf(botPassword.token), appId: botPassword.appId, remember: false };
      return [await this.#cookie('BPsession', { ...session, account })];
    }
    const account = { userId, fingerprint: fingerprintOf(token), remember };
    const { whole } = lifetimeOf(account);
    return [
      await this.#cookie('session', { ...session, account }),
      writer.set(`${prefix}UserID`, String(userId), whole),
      writer.set(`${prefix}UserName`, name, whole),
    ];
  }

  /** Returns a cookie that expires after the idle time, but not later than the maximum age of the session. */
  async #cookie(kind: CookieKind, claims: SessionClaims & { readonly account: SessionAccount }): Promise<string> {
    const { cookiePrefix, now, cookies, sameSite } = this.#shared;
    const { idle, whole } = lifetimeOf(claims.account);
    const seconds = Math.min(idle, whole - Math.floor((now() - claims.begunAt) / 1000));
    // A persistent session cookie takes the place of MediaWiki's Token cookie.
    return cookieWriter(now(), this.#secure, sameSite).set(
      `${cookiePrefix}_${kind}`,
      await cookies.seal(kind, claims, seconds),
      claims.account.remember ? seconds : undefined,
    );
  }

  /** Whether the cookie must be renewed: it is old, was signed with an old key, or is from the future after a clock change. */
  #isAging(): boolean {
    const { account, issuedAt = 0, key } = this.#holder?.claims ?? {};
    if (!account) return false;
    const age = this.#shared.now() - issuedAt;
    return key !== 0 || age > 1000 * RENEWAL * lifetimeOf(account).idle || age < -CLOCKS_DIFFER;
  }
  #renewed(): Promise<string> {
    const { kind, claims, holding } = this.#holder!;
    const { token, botPassword } = holding!.account;
    const account = { ...claims.account!, fingerprint: this.#shared.fingerprintOf(botPassword ? botPassword.token : token) };
    return this.#cookie(kind, { id: claims.id, account, begunAt: Math.min(claims.begunAt, this.#shared.now()) });
  }

  async #end(): Promise<void> {
    const { claims } = this.#holder ?? {};
    if (!claims?.account) return;
    const { id, account, begunAt } = claims;
    const { idle, whole } = lifetimeOf(account);
    const until = Math.max(this.#shared.now(), claims.issuedAt) + 1000 * Math.min(idle, whole);
    const ended: RevokedSession = { id, holder: holderOf(account), begunAt, until };
    await this.#shared.revocations.end(ended);
  }

  #writes(outcome: Outcome): CookieKind {
    if (outcome.kind === 'in') return outcome.account.botPassword ? 'BPsession' : 'session';
    return outcome.kind === 'out' && this.kind === 'bot' ? 'BPsession' : 'session';
  }
  #makeToken(purpose: string): string {
    return makeToken(this.#shared.keys[0]!.tokens, this.#id ?? '', purpose, this.#shared.now());
  }
  #isToken(purpose: string, token: string): boolean {
    const id = this.#id;
    return id !== undefined && this.#shared.keys.some(({ tokens }) => isTokenOf(tokens, id, purpose, token));
  }
}

type Outcome =
  | { readonly kind: 'begun' }
  | { readonly kind: 'in'; readonly account: Account; readonly remember: boolean }
  | { readonly kind: 'out' };

/** Tolerated clock difference between servers in milliseconds. */
const CLOCKS_DIFFER = 300_000;

const newId = (): string => randomBytes(16).toString('base64url');
