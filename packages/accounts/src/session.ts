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

/** What of a request tells who asks. */
export interface SessionRequest {
  /** The `Cookie` header. */
  readonly cookie?: string | undefined;
  /** Address of the client. */
  readonly ip: string;
  /** The client came over HTTPS: its cookies are for HTTPS only. */
  readonly secure?: boolean;
  /** Scripts of any site may read the answer (`origin=*`, `callback`): whoever asks is anonymous and gets no cookie. */
  readonly crossOrigin?: boolean;
}

export interface SessionOptions {
  readonly db: Kysely<Database>;
  readonly site: HostSite;
  readonly secretKey: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** `$wgCookiePrefix`. */
  readonly cookiePrefix: string;
  /** `$wgCookieSameSite`. */
  readonly sameSite: 'lax' | 'strict' | 'none' | undefined;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsed: () => number;
  /** Secret keys of before: what they signed is taken. */
  readonly oldSecretKeys: readonly string[];
  /** Sessions that ended before their time. */
  readonly revocations: Revocations;
}

/** For how long, in milliseconds, what was read of an account or a block is taken as true. */
const FRESH = 5000;
const DAY = 24 * 3600;
/** Seconds after which a session ends that nobody uses, and however it is used (`$wgCookieExpiration`, `$wgExtendedLoginCookieExpiration`). */
interface Lifetime {
  readonly idle: number;
  readonly whole: number;
}
const OF_BROWSER: Lifetime = { idle: DAY, whole: 30 * DAY };
const REMEMBERED: Lifetime = { idle: 30 * DAY, whole: 180 * DAY };
/** The part of the idle time after which a request is given a new cookie. */
const RENEWAL = 1 / 24;
/** Time to log in with a login token, in seconds. */
const ANONYMOUS_LIFETIME = DAY;

/** Makes the sessions of requests. Between requests only caches are kept: several processes may answer the same client. */
export function createSessions(options: SessionOptions): (request: SessionRequest) => Session | Promise<Session> {
  const stage = createStage(options);
  return request => {
    const { crossOrigin, cookie } = request;
    const ip = sanitizeAddress(request.ip.replace(/^::ffff:(?=\d+\.)/i, ''));
    return crossOrigin || cookie === undefined ? new Session(stage, { ...request, ip }, undefined, []) : continued(request, ip, cookie);
  };

  async function continued(request: SessionRequest, ip: string, cookie: string): Promise<Session> {
    const sent = readCookies(cookie);
    const refused: CookieKind[] = [];
    const holder = (await readHolder(stage, 'BPsession', sent, ip, refused)) ?? (await readHolder(stage, 'session', sent, ip, refused));
    return new Session(stage, { ...request, ip }, holder, refused);
  }
}

/** What all sessions of a wiki share. */
interface Stage extends SessionOptions {
  /** The first are for what is made; the others belong to old secret keys. */
  readonly keys: readonly Keys[];
  readonly cookies: SignedCookies;
  readonly anonymous: AccountStanding;
  accountOf(userId: number, appId: string | undefined, ip: string): Promise<Holding | undefined>;
  blockOf(userId: number, address: string | undefined): Promise<Block | undefined>;
  readonly fingerprintOf: (token: string) => string;
}

interface Holding {
  readonly account: Account;
  /** By key. */
  readonly fingerprints: readonly string[];
  readonly standing: AccountStanding;
}

/** A session cookie that is in order. */
interface Holder {
  readonly kind: CookieKind;
  readonly claims: OpenedSession;
  readonly holding: Holding | undefined;
}

function createStage(options: SessionOptions): Stage {
  const { db, site, secretKey, now, elapsed } = options;
  const keys = [secretKey, ...options.oldSecretKeys].map(secret => deriveKeys(secret, site.wikiId));
  const anonymous = anonymousStanding(site);
  const fingerprintsOf = (token: string) =>
    keys.map(({ fingerprints }) => createHmac('sha256', fingerprints).update(token).digest('base64url'));
  // By their size instead of their number: for that there would be room for all from the start, in every process.
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

/** Blocks of addresses spare those who may edit from blocked addresses. */
const blockAddress = ({ rights }: AccountStanding, ip: string): string | undefined => (rights.has('ipblock-exempt') ? undefined : ip);

/** Reads a session cookie. One of ours that does not hold (any more) goes to `refused`. */
async function readHolder(
  stage: Stage,
  kind: CookieKind,
  sent: Readonly<Record<string, string | undefined>>,
  ip: string,
  refused: CookieKind[],
): Promise<Holder | undefined> {
  const value = sent[`${stage.cookiePrefix}_${kind}`];
  if (value === undefined || !isSignedCookie(value)) return undefined;
  const claims = await stage.cookies.open(kind, value);
  // Browsers let them go by themselves; and should it be the clock that is wrong, they will be good again.
  if (claims === 'untimely') return undefined;
  if (claims && !claims.account) return { kind, claims, holding: undefined };
  if (claims?.account && isRunning(stage, claims, claims.account)) {
    const holding = await stage.accountOf(claims.account.userId, claims.account.appId, ip);
    if (holding && isInForce(holding, claims, claims.account, ip)) return { kind, claims, holding };
  }
  refused.push(kind);
  return undefined;
}

/** Nobody ended it, and it does not last for longer than any. */
function isRunning({ now, revocations }: Stage, { id, begunAt }: OpenedSession, account: SessionAccount): boolean {
  return now() < begunAt + 1000 * lifetimeOf(account).whole && !revocations.has({ id, holder: holderOf(account), begunAt });
}

const lifetimeOf = ({ remember }: SessionAccount): Lifetime => (remember ? REMEMBERED : OF_BROWSER);
const holderOf = ({ userId, appId }: SessionAccount): string => `${userId} ${appId ?? ''}`;

/** The account's token is that of the login; a bot password is still there and allows the address. */
function isInForce({ account, fingerprints }: Holding, { key }: OpenedSession, claimed: SessionAccount, ip: string): boolean {
  const [expected, given] = [Buffer.from(fingerprints[key]!), Buffer.from(claimed.fingerprint)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
  return claimed.appId === undefined || (account.botPassword !== undefined && admits(account.botPassword.restrictions, ip));
}

/** Who asks in one request, and the cookies that its answer sets. */
export class Session implements KnownSession<Account> {
  readonly actor: Actor;
  /** `bot`: begun with a bot password. */
  readonly kind: SessionKind;
  /** Address of the client as MediaWiki writes it. */
  readonly ip: string;
  readonly crossOrigin: boolean;
  /** Language that the account prefers. */
  readonly language: string | undefined;
  /** When the account logged in; undefined for an anonymous reader. */
  readonly loggedInAt: Date | undefined;
  /** The request came with a session, so that tokens given out earlier can be checked. */
  readonly isContinued: boolean;
  readonly #stage: Stage;
  readonly #secure: boolean;
  readonly #refused: readonly CookieKind[];
  readonly #holder: Holder | undefined;
  #id: string | undefined;
  #outcome: Outcome | undefined;

  constructor(
    stage: Stage,
    { ip, secure = false, crossOrigin = false }: SessionRequest,
    holder: Holder | undefined,
    refused: readonly CookieKind[],
  ) {
    const { account, standing = stage.anonymous } = holder?.holding ?? {};
    this.#stage = stage;
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
      () => stage.blockOf(id, blockAddress(standing, ip)),
    );
  }

  /** A token of the session itself (`login`, `createaccount`). An anonymous reader gets a session cookie with it. */
  token(purpose: string): string {
    this.persist();
    return this.#makeToken(`session ${purpose}`);
  }
  isToken(purpose: string, token: string): boolean {
    return this.#isToken(`session ${purpose}`, token);
  }
  /** Checks a token of `actor.token(salt)`. */
  isActorToken(salt: string, token: string): boolean {
    return this.actor.isAnon ? token === ANONYMOUS_TOKEN : this.#isToken(`account ${salt}`, token);
  }

  /** Checks the token of an action: `csrf` is one of the account, other kinds are of the session. Who has no session yet gets one to log in with. */
  accepts(kind: string, token: string): boolean {
    const isRight = kind === 'csrf' ? this.isActorToken('', token) : this.isToken(kind, token);
    if (!isRight && kind === 'login') this.persist();
    return isRight;
  }

  /** Makes sure that there is a session cookie. */
  persist(): void {
    if (this.#id !== undefined) return;
    this.#id = newId();
    this.#outcome ??= { kind: 'begun' };
  }
  /** Begins the session of an account, or of its bot password when it was read with one. */
  logIn(account: Account, remember: boolean): void {
    this.#outcome = { kind: 'in', account, remember };
  }
  /** Ends the session. One that lies under the session of a bot password holds again. */
  logOut(): void {
    this.#outcome = { kind: 'out' };
  }

  /** Whether the answer has to set cookies; where it is for nobody else, it may also renew them. */
  setsCookies(isPrivate: boolean): boolean {
    return !this.crossOrigin && (this.#outcome !== undefined || this.#refused.length > 0 || (isPrivate && this.#isAging()));
  }
  /** `Set-Cookie` lines of the answer. A session that ends has ended in all processes when this resolves. */
  async setCookies(): Promise<readonly string[]> {
    if (this.crossOrigin) return [];
    const { cookiePrefix: prefix, now } = this.#stage;
    const writer = cookieWriter(now(), this.#secure, this.#stage.sameSite);
    const replaced = this.#outcome && this.#writes(this.#outcome);
    const lines = this.#refused.filter(kind => kind !== replaced).map(kind => writer.clear(`${prefix}_${kind}`));
    const outcome = this.#outcome;
    switch (outcome?.kind) {
      case 'begun':
        lines.push(
          writer.set(
            `${prefix}_session`,
            await this.#stage.cookies.seal('session', { id: this.#id ?? newId(), begunAt: now() }, ANONYMOUS_LIFETIME),
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

  /** A login begins a new session, so that no token of before is worth anything. */
  async #loginCookies({ id: userId, name, token, botPassword }: Account, remember: boolean): Promise<string[]> {
    const { cookiePrefix: prefix, now, fingerprintOf } = this.#stage;
    const writer = cookieWriter(now(), this.#secure, this.#stage.sameSite);
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

  /** A cookie that is good until nobody used it for a while, but not for longer than the session may last. */
  async #cookie(kind: CookieKind, claims: SessionClaims & { readonly account: SessionAccount }): Promise<string> {
    const { cookiePrefix, now, cookies, sameSite } = this.#stage;
    const { idle, whole } = lifetimeOf(claims.account);
    const seconds = Math.min(idle, whole - Math.floor((now() - claims.begunAt) / 1000));
    // Where the login is to be remembered it also does the work of MediaWiki's Token cookie, which outlives the browser.
    return cookieWriter(now(), this.#secure, sameSite).set(
      `${cookiePrefix}_${kind}`,
      await cookies.seal(kind, claims, seconds),
      claims.account.remember ? seconds : undefined,
    );
  }

  /** Its cookie is no new one, was signed with an old key, or is of a time to come: the clock was set back. */
  #isAging(): boolean {
    const { account, issuedAt = 0, key } = this.#holder?.claims ?? {};
    if (!account) return false;
    const age = this.#stage.now() - issuedAt;
    return key !== 0 || age > 1000 * RENEWAL * lifetimeOf(account).idle || age < -CLOCKS_DIFFER;
  }
  #renewed(): Promise<string> {
    const { kind, claims, holding } = this.#holder!;
    const { token, botPassword } = holding!.account;
    const account = { ...claims.account!, fingerprint: this.#stage.fingerprintOf(botPassword ? botPassword.token : token) };
    return this.#cookie(kind, { id: claims.id, account, begunAt: Math.min(claims.begunAt, this.#stage.now()) });
  }

  /** No cookie of the session is taken any more. */
  async #end(): Promise<void> {
    const { claims } = this.#holder ?? {};
    if (!claims?.account) return;
    const { id, account, begunAt } = claims;
    const { idle, whole } = lifetimeOf(account);
    const until = Math.max(this.#stage.now(), claims.issuedAt) + 1000 * Math.min(idle, whole);
    const ended: RevokedSession = { id, holder: holderOf(account), begunAt, until };
    await this.#stage.revocations.end(ended);
  }

  #writes(outcome: Outcome): CookieKind {
    if (outcome.kind === 'in') return outcome.account.botPassword ? 'BPsession' : 'session';
    return outcome.kind === 'out' && this.kind === 'bot' ? 'BPsession' : 'session';
  }
  #makeToken(purpose: string): string {
    return makeToken(this.#stage.keys[0]!.tokens, this.#id ?? '', purpose, this.#stage.now());
  }
  #isToken(purpose: string, token: string): boolean {
    const id = this.#id;
    return id !== undefined && this.#stage.keys.some(({ tokens }) => isTokenOf(tokens, id, purpose, token));
  }
}

/** What the request did to the session. */
type Outcome =
  | { readonly kind: 'begun' }
  | { readonly kind: 'in'; readonly account: Account; readonly remember: boolean }
  | { readonly kind: 'out' };

/** Milliseconds by which clocks of servers differ. */
const CLOCKS_DIFFER = 300_000;

const newId = (): string => randomBytes(16).toString('base64url');
