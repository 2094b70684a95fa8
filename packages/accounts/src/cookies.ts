import { parseCookie, stringifySetCookie } from 'cookie';
import { LRUCache } from 'lru-cache';

export interface SessionClaims {
  readonly id: string;
  readonly account?: SessionAccount | undefined;
  readonly begunAt: number;
}

export interface OpenedSession extends SessionClaims {
  /** Time of signing, as Unix time in milliseconds. */
  readonly issuedAt: number;
  /** Index of the signing key. */
  readonly key: number;
}

export interface SessionAccount {
  readonly userId: number;
  /** Keyed hash of `user_token` or `bp_token`. The session is invalid if the token has changed. */
  readonly fingerprint: string;
  readonly appId?: string | undefined;
  /** Whether the session outlives the browser. */
  readonly remember: boolean;
}

/** Bot password sessions have a separate cookie. When such a session ends, the regular session applies again. */
export type CookieKind = 'session' | 'BPsession';

export interface SignedCookies {
  /** Signs claims that are valid for `seconds` from now. Returns the value of the cookie. */
  seal(kind: CookieKind, claims: SessionClaims, seconds: number): Promise<string>;
  /**
   * Verifies the value of a cookie. Returns `untimely` if it has expired or its time of signing is in the future. Returns undefined if it
   * was altered, or is for another kind or wiki.
   */
  open(kind: CookieKind, value: string): Promise<OpenedSession | 'untimely' | undefined>;
}

/** Maximum time in milliseconds by which the time of signing can be in the future, because clocks differ. */
const AHEAD = 24 * 3_600_000;

/**
 * Creates the session cookies of a wiki: JSON Web Tokens with HMAC-SHA-256, which all processes can verify. The first key signs; all keys
 * verify.
 */
export function createSignedCookies(keys: readonly Uint8Array[], now: () => number): SignedCookies {
  // Limit the cache with `maxSize`, because `max` would preallocate memory.
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

/** Loads the library on demand, for the first session. */
const jose = () => import('jose');

const LONGEST = 1000;
const SIGNED = /^[\w-]+\.[\w-]+\.[\w-]{43}$/;

async function check(keys: readonly Uint8Array[], kind: CookieKind, value: string) {
  if (value.length > LONGEST || !SIGNED.test(value)) return undefined;
  // The last character of the signature has two unused bits. Accept only the canonical encoding.
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

/**
 * Whether the value of a session cookie is signed. Signed values contain dots, in contrast to MediaWiki's session ids in cookies with the
 * same name.
 */
export const isSignedCookie = (value: string): boolean => value.includes('.');

/** Parses the header Cookie. Does not decode the values, so that each signed value has only one accepted form. */
export const readCookies = (header: string | undefined): Readonly<Record<string, string | undefined>> =>
  header === undefined ? {} : parseCookie(header, { decode: value => value });

export interface CookieWriter {
  /** Returns a `Set-Cookie` header. `seconds` is the lifetime in the browser. Undefined: until the browser is closed. */
  set(name: string, value: string, seconds?: number): string;
  clear(name: string): string;
}

/**
 * Returns a writer of `Set-Cookie` headers like MediaWiki's: path `/`, HttpOnly, Secure over HTTPS, SameSite only if configured. `now` is
 * Unix time in milliseconds.
 */
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
