import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sanitizeAddress } from '@wikiquery/addresses';
import { type Actor, type Block, type Site, toTimestamp } from '@wikiquery/core';
import type { Database } from '@wikiquery/database';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type Account, admits, loadAccount } from './account.ts';
import { anonymousStanding, type GroupRights, RequestActor, restrictTo, type Standing, standingOf } from './actor.ts';
import { findBlock } from './blocks.ts';
import {
  type CookieKind,
  cookieWriter,
  createSignedCookies,
  isSignedCookie,
  readCookies,
  type SessionClaims,
  type SignedCookies,
} from './cookies.ts';
import { deriveKeys, type Keys } from './keys.ts';
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

export type SessionKind = 'anonymous' | 'user' | 'bot';

export interface SessionOptions {
  readonly db: Kysely<Database>;
  readonly site: Site;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** `$wgCookiePrefix`. */
  readonly cookiePrefix: string;
  /** `$wgCookieSameSite`. */
  readonly sameSite: 'lax' | 'strict' | 'none' | undefined;
  /** `$wgRevokePermissions`. */
  readonly revokedRights: GroupRights;
}

/** For how long, in milliseconds, what was read of an account or a block is taken as true. */
const FRESH = 5000;
const DAY = 24 * 3600;
/** `$wgCookieExpiration` and `$wgExtendedLoginCookieExpiration`, in seconds. */
const LIFETIME = 30 * DAY;
const REMEMBERED_LIFETIME = 180 * DAY;
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
  readonly keys: Keys;
  readonly cookies: SignedCookies;
  readonly anonymous: Standing;
  accountOf(userId: number, appId: string | undefined, ip: string): Promise<Holding | undefined>;
  blockOf(userId: number, address: string | undefined): Promise<Block | undefined>;
  readonly fingerprintOf: (token: string) => string;
}

interface Holding {
  readonly account: Account;
  readonly fingerprint: string;
  readonly standing: Standing;
}

/** A session cookie that is in order. */
interface Holder {
  readonly claims: SessionClaims;
  readonly holding: Holding | undefined;
}

function createStage(options: SessionOptions): Stage {
  const { db, site, now, revokedRights } = options;
  const keys = deriveKeys(site.configuration.secretKey, site.wikiId);
  const anonymous = anonymousStanding(site, revokedRights);
  const fingerprintOf = (token: string) => createHmac('sha256', keys.fingerprints).update(token).digest('base64url');
  const fresh = { max: 10_000, ttl: FRESH, ttlResolution: 0, perf: { now } };

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
      const fingerprint = fingerprintOf(account.botPassword ? account.botPassword.token : account.token);
      const standing = standingOf(site, revokedRights, account, ip, new Date(now()));
      const isShutOut = site.configuration.blockDisablesLogin && (await blockOf(userId, blockAddress(standing, ip)));
      return { account, fingerprint, standing: isShutOut ? restrictTo(standing, anonymous) : standing };
    },
  });
  return {
    ...options,
    keys,
    anonymous,
    fingerprintOf,
    blockOf,
    cookies: createSignedCookies(keys.cookies, now),
    accountOf: (userId, appId, ip) => holdings.fetch(`${userId} ${ip} ${appId ?? ''}`, { context: { userId, appId, ip } }),
  };
}

/** Blocks of addresses spare those who may edit from blocked addresses. */
const blockAddress = ({ rights }: Standing, ip: string): string | undefined => (rights.has('ipblock-exempt') ? undefined : ip);

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
  if (claims && !claims.account) return { claims, holding: undefined };
  const holding = claims?.account && (await stage.accountOf(claims.account.userId, claims.account.appId, ip));
  if (claims?.account && holding && isInForce(holding, claims.account.fingerprint, claims.account.appId, ip)) return { claims, holding };
  refused.push(kind);
  return undefined;
}

/** The account's token is that of the login; a bot password is still there and allows the address. */
function isInForce({ account, fingerprint }: Holding, claimed: string, appId: string | undefined, ip: string): boolean {
  const [expected, given] = [Buffer.from(fingerprint), Buffer.from(claimed)];
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
  return appId === undefined || (account.botPassword !== undefined && admits(account.botPassword.restrictions, ip));
}

/** Who asks in one request, and the cookies that its answer sets. */
export class Session {
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
    this.#id = holder?.claims.id;
    this.ip = ip;
    this.crossOrigin = crossOrigin;
    this.language = account?.language;
    this.isContinued = holder !== undefined;
    this.loggedInAt = account && new Date(holder?.claims.issuedAt ?? 0);
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

  /** Whether the answer has any. */
  get setsCookies(): boolean {
    return !this.crossOrigin && (this.#outcome !== undefined || this.#refused.length > 0);
  }
  /** `Set-Cookie` lines of the answer. */
  async setCookies(): Promise<readonly string[]> {
    if (this.crossOrigin) return [];
    const { cookiePrefix: prefix, now } = this.#stage;
    const writer = cookieWriter(now(), this.#secure, this.#stage.sameSite);
    const replaced = this.#outcome && this.#writes(this.#outcome);
    const lines = this.#refused.filter(kind => kind !== replaced).map(kind => writer.clear(`${prefix}_${kind}`));
    const outcome = this.#outcome;
    switch (outcome?.kind) {
      case 'begun':
        lines.push(writer.set(`${prefix}_session`, await this.#seal('session', { id: this.#id ?? newId() }, ANONYMOUS_LIFETIME)));
        break;
      case 'in':
        lines.push(...(await this.#loginCookies(outcome.account, outcome.remember)));
        break;
      case 'out':
        if (this.kind === 'bot') lines.push(writer.clear(`${prefix}_BPsession`));
        else lines.push(writer.clear(`${prefix}_session`), writer.clear(`${prefix}UserID`));
        break;
      default:
    }
    return lines;
  }

  /** A login begins a new session, so that no token of before is worth anything. */
  async #loginCookies({ id: userId, name, token, botPassword }: Account, remember: boolean): Promise<string[]> {
    const { cookiePrefix: prefix, now, fingerprintOf } = this.#stage;
    const writer = cookieWriter(now(), this.#secure, this.#stage.sameSite);
    if (botPassword) {
      const account = { userId, fingerprint: fingerprintOf(botPassword.token), appId: botPassword.appId };
      return [writer.set(`${prefix}_BPsession`, await this.#seal('BPsession', { id: newId(), account }, LIFETIME))];
    }
    const lifetime = remember ? REMEMBERED_LIFETIME : LIFETIME;
    const value = await this.#seal('session', { id: newId(), account: { userId, fingerprint: fingerprintOf(token) } }, lifetime);
    return [
      // Also does the work of MediaWiki's Token cookie, which outlives the browser when the login is to be remembered.
      writer.set(`${prefix}_session`, value, remember ? lifetime : undefined),
      writer.set(`${prefix}UserID`, String(userId), lifetime),
      writer.set(`${prefix}UserName`, name, lifetime),
    ];
  }

  #writes(outcome: Outcome): CookieKind {
    if (outcome.kind === 'in') return outcome.account.botPassword ? 'BPsession' : 'session';
    return outcome.kind === 'out' && this.kind === 'bot' ? 'BPsession' : 'session';
  }
  #seal(kind: CookieKind, claims: SessionClaims, seconds: number): Promise<string> {
    return this.#stage.cookies.seal(kind, claims, seconds);
  }
  #makeToken(purpose: string): string {
    return makeToken(this.#stage.keys.tokens, this.#id ?? '', purpose, this.#stage.now());
  }
  #isToken(purpose: string, token: string): boolean {
    return this.#id !== undefined && isTokenOf(this.#stage.keys.tokens, this.#id, purpose, token);
  }
}

/** What the request did to the session. */
type Outcome =
  | { readonly kind: 'begun' }
  | { readonly kind: 'in'; readonly account: Account; readonly remember: boolean }
  | { readonly kind: 'out' };

const newId = (): string => randomBytes(16).toString('base64url');
