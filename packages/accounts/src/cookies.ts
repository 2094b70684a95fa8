import { parseCookie, stringifySetCookie } from 'cookie';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

/** What a session cookie holds. */
export interface SessionClaims {
  /** Random; tokens are bound to it. */
  readonly id: string;
  /** Whose session it is; undefined before login. */
  readonly account?: SessionAccount | undefined;
  /** When it began, milliseconds since 1970; of a cookie that was opened. */
  readonly issuedAt?: number | undefined;
}

export interface SessionAccount {
  readonly userId: number;
  /** Changes when `user_token` or `bp_token` changes, which ends the session. */
  readonly fingerprint: string;
  /** The bot password (`bp_app_id`) by which the session began. */
  readonly appId?: string | undefined;
}

/** MediaWiki keeps the session of a bot password apart; when it ends, the other one holds again. */
export type CookieKind = 'session' | 'BPsession';

export interface SignedCookies {
  /** Signs claims for so many seconds from now. */
  seal(kind: CookieKind, claims: SessionClaims, seconds: number): Promise<string>;
  /** The claims of a cookie; undefined when it is altered, out of date, of the other kind, or of another wiki. */
  open(kind: CookieKind, value: string): Promise<SessionClaims | undefined>;
}

/**
 * Session cookies are JSON Web Tokens signed with HMAC-SHA-256: no state on the server, and any process with the same secret reads
 * them. Checked ones are remembered, so that the next request of the session costs a look-up.
 */
export function createSignedCookies(key: Uint8Array, now: () => number): SignedCookies {
  const opened = new LRUCache<string, { claims: SessionClaims; ends: number }>({ max: 10_000 });
  return {
    async seal(kind, { id, account }, seconds) {
      const issued = Math.floor(now() / 1000);
      const payload = account
        ? { uid: account.userId, fp: account.fingerprint, ...(account.appId !== undefined && { app: account.appId }) }
        : {};
      return new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(id)
        .setAudience(kind)
        .setIssuedAt(issued)
        .setExpirationTime(issued + seconds)
        .sign(key);
    },
    async open(kind, value) {
      const name = `${kind}=${value}`;
      let known = opened.get(name);
      if (!known) {
        known = await check(key, kind, value, now());
        if (!known) return undefined;
        opened.set(name, known);
      }
      return known.ends > now() ? known.claims : undefined;
    },
  };
}

async function check(key: Uint8Array, kind: CookieKind, value: string, now: number) {
  // The last character of a signature has two bits that decoding drops: only one spelling is the one that was given out.
  const signature = value.slice(value.lastIndexOf('.') + 1);
  if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) return undefined;
  const token = await jwtVerify(value, key, { algorithms: ['HS256'], audience: kind, currentDate: new Date(now) }).catch(() => undefined);
  const { jti, exp, iat = 0, uid, fp, app } = token?.payload ?? {};
  if (jti === undefined || exp === undefined) return undefined;
  const account =
    typeof uid === 'number' && typeof fp === 'string'
      ? { userId: uid, fingerprint: fp, ...(typeof app === 'string' && { appId: app }) }
      : undefined;
  return { claims: { id: jti, account, issuedAt: iat * 1000 }, ends: exp * 1000 };
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
