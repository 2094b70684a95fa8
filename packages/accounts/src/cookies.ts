import { parseCookie, stringifySetCookie } from 'cookie';
import { LRUCache } from 'lru-cache';

export interface SessionClaims {
  readonly id: string;
  readonly account?: SessionAccount | undefined;
  readonly begunAt: number;
}

export interface OpenedSession extends SessionClaims {
  /** Time of signing in milliseconds since 1970. */
  readonly issuedAt: number;
  /** Index of the signing key. */
  readonly key: number;
}

export interface SessionAccount {
  readonly userId: number;
  /** Changes with `user_token` or `bp_token`, which ends the session. */
  readonly fingerprint: string;
  readonly appId?: string | undefined;
  /** Whether the session outlives the browser. */
  readonly remember: boolean;
}

/** Bot password sessions have a separate cookie. When they end, the other session applies again. */
export type CookieKind = 'session' | 'BPsession';

export interface SignedCookies {
  /** Signs claims that are valid for `seconds` from now. */
  seal(kind: CookieKind, claims: SessionClaims, seconds: number): Promise<string>;
  /** Verifies a cookie. Returns `untimely` for an expired or future cookie, and undefined for one that is altered or of another kind or wiki. */
  open(kind: CookieKind, value: string): Promise<OpenedSession | 'untimely' | undefined>;
}

/** Tolerated difference between clocks in milliseconds. */
const AHEAD = 24 * 3_600_000;

/** Session cookies are JSON Web Tokens with HMAC-SHA-256, readable by all processes. The first key signs; all keys verify. */
export function createSignedCookies(keys: readonly Uint8Array[], now: () => number): SignedCookies {
  // `maxSize` instead of `max`, which would preallocate memory.
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

/** Loaded with the first session. */
const jose = () => import('jose');

const LONGEST = 1000;
const SIGNED = /^[\w-]+\.[\w-]+\.[\w-]{43}$/;

async function check(keys: readonly Uint8Array[], kind: CookieKind, value: string) {
  if (value.length > LONGEST || !SIGNED.test(value)) return undefined;
  // The last character encodes two unused bits. Accepts only the canonical spelling.
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

/** Distinguishes signed cookies, which contain dots, from MediaWiki's session ids in cookies with the same name. */
export const isSignedCookie = (value: string): boolean => value.includes('.');

/** Parses a Cookie header without decoding values, because signed values have only one spelling. */
export const readCookies = (header: string | undefined): Readonly<Record<string, string | undefined>> =>
  header === undefined ? {} : parseCookie(header, { decode: value => value });

export interface CookieWriter {
  /** `seconds`: lifetime in the browser. Undefined: until the browser is closed. */
  set(name: string, value: string, seconds?: number): string;
  clear(name: string): string;
}

/** Writes `Set-Cookie` headers like MediaWiki: path `/`, HttpOnly, Secure over HTTPS, SameSite only if configured. */
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
