import { parseCookie, stringifySetCookie } from 'cookie';
import { LRUCache } from 'lru-cache';

/** What a session cookie holds. */
export interface SessionClaims {
  /** Random, and the same as long as the session lasts; tokens are bound to it. */
  readonly id: string;
  /** Whose session it is; undefined before login. */
  readonly account?: SessionAccount | undefined;
  /** When the session began, milliseconds since 1970. */
  readonly begunAt: number;
}

/** What a cookie that is in order holds. */
export interface OpenedSession extends SessionClaims {
  /** When this cookie was made, milliseconds since 1970. */
  readonly issuedAt: number;
  /** The place of its key among the keys. */
  readonly key: number;
}

export interface SessionAccount {
  readonly userId: number;
  /** Changes when `user_token` or `bp_token` changes, which ends the session. */
  readonly fingerprint: string;
  /** The bot password (`bp_app_id`) by which the session began. */
  readonly appId?: string | undefined;
  /** It outlives the browser. */
  readonly remember: boolean;
}

/** MediaWiki keeps the session of a bot password apart; when it ends, the other one holds again. */
export type CookieKind = 'session' | 'BPsession';

export interface SignedCookies {
  /** Signs claims for so many seconds from now. */
  seal(kind: CookieKind, claims: SessionClaims, seconds: number): Promise<string>;
  /** The claims of a cookie; `untimely` when it is out of date or of a time to come, undefined when it is altered, of the other kind, or of another wiki. */
  open(kind: CookieKind, value: string): Promise<OpenedSession | 'untimely' | undefined>;
}

/** Milliseconds that the clock of another process, or of this one before it was set, may be ahead. */
const AHEAD = 24 * 3_600_000;

/**
 * Session cookies are JSON Web Tokens signed with HMAC-SHA-256: no state on the server, and any process with the same secret reads
 * them. The first key signs; what another one signed is read. Checked ones are remembered, so that the next request of the session costs a look-up.
 */
export function createSignedCookies(keys: readonly Uint8Array[], now: () => number): SignedCookies {
  // By their size instead of their number: for that there would be room for all from the start, in every process.
  const opened = new LRUCache<string, { session: OpenedSession; ends: number }>({ maxSize: 10_000, sizeCalculation: () => 1 });
  return {
    async seal(kind, { id, account, begunAt }, seconds) {
      const issued = Math.floor(now() / 1000);
      const payload = account && {
        uid: account.userId,
        fp: account.fingerprint,
        ...(account.appId !== undefined && { app: account.appId }),
        ...(account.remember && { rem: true }),
        auth_time: Math.floor(begunAt / 1000),
      };
      const { SignJWT } = await jose();
      return new SignJWT(payload ?? {})
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(id)
        .setAudience(kind)
        .setIssuedAt(issued)
        .setExpirationTime(issued + seconds)
        .sign(keys[0]!);
    },
    async open(kind, value) {
      const name = `${kind}=${value}`;
      let known = opened.get(name);
      if (!known) {
        known = await check(keys, kind, value);
        if (!known) return undefined;
        opened.set(name, known);
      }
      const isTimely = known.ends > now() && known.session.issuedAt <= now() + AHEAD;
      return isTimely ? known.session : 'untimely';
    },
  };
}

/** Loaded with the first session: visitors need none. */
const jose = () => import('jose');

/** Ours are not longer; longer ones are not worth the look. */
const LONGEST = 1000;
const SIGNED = /^[\w-]+\.[\w-]+\.[\w-]{43}$/;

async function check(keys: readonly Uint8Array[], kind: CookieKind, value: string) {
  if (value.length > LONGEST || !SIGNED.test(value)) return undefined;
  // The last character of a signature has two bits that decoding drops: only one spelling is the one that was given out.
  const signature = value.slice(value.lastIndexOf('.') + 1);
  if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) return undefined;
  const { compactVerify } = await jose();
  for (const [at, key] of keys.entries()) {
    const verified = await compactVerify(value, key, { algorithms: ['HS256'] }).catch(() => undefined);
    if (verified) return readClaims(kind, verified.payload, at);
  }
  return undefined;
}

function readClaims(kind: CookieKind, payload: Uint8Array, key: number) {
  const { jti, aud, exp, iat, uid, fp, app, rem, auth_time } = JSON.parse(Buffer.from(payload).toString()) as Record<string, unknown>;
  if (aud !== kind || typeof jti !== 'string' || typeof exp !== 'number' || typeof iat !== 'number') return undefined;
  const account =
    typeof uid === 'number' && typeof fp === 'string'
      ? { userId: uid, fingerprint: fp, remember: rem === true, ...(typeof app === 'string' && { appId: app }) }
      : undefined;
  const begunAt = (typeof auth_time === 'number' ? auth_time : iat) * 1000;
  return { session: { id: jti, account, begunAt, issuedAt: iat * 1000, key }, ends: exp * 1000 };
}

/** A cookie value of ours has dots; the session ids of MediaWiki, which may share the names, have none and are left alone. */
export const isSignedCookie = (value: string): boolean => value.includes('.');

/** The cookies of a request by name, undecoded: a signed value has one spelling. */
export const readCookies = (header: string | undefined): Readonly<Record<string, string | undefined>> =>
  header === undefined ? {} : parseCookie(header, { decode: value => value });

export interface CookieWriter {
  /** `seconds`: how long the browser keeps it; undefined until it is closed. */
  set(name: string, value: string, seconds?: number): string;
  clear(name: string): string;
}

/** `Set-Cookie` lines in MediaWiki's form: path `/`, HttpOnly, Secure over HTTPS, SameSite only when configured. */
export function cookieWriter(now: number, secure: boolean, sameSite: 'lax' | 'strict' | 'none' | undefined): CookieWriter {
  const options = { path: '/', httpOnly: true, secure, ...(sameSite && { sameSite }) };
  return {
    set: (name, value, seconds) =>
      stringifySetCookie({
        name,
        value,
        ...options,
        ...(seconds !== undefined && { maxAge: seconds, expires: new Date(now + seconds * 1000) }),
      }),
    clear: name => stringifySetCookie({ name, value: 'deleted', ...options, maxAge: 0, expires: new Date(1000) }),
  };
}
