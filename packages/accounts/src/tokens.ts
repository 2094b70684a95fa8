import { createHmac, timingSafeEqual } from 'node:crypto';

/** Suffix of all tokens. The backslash reveals proxies that alter backslashes. */
const SUFFIX = '+\\';

/** CSRF token of anonymous users. */
export const ANONYMOUS_TOKEN = SUFFIX;

/** Creates a token in MediaWiki's form: 32 hexadecimal digits, the Unix time in hexadecimal, and `+\`. `now` is in milliseconds. */
export const makeToken = (key: Uint8Array, session: string, purpose: string, now: number): string =>
  tokenAt(key, session, purpose, Math.floor(now / 1000));

/** Whether a token belongs to a session and a purpose. Tokens are valid as long as their session. */
export function isTokenOf(key: Uint8Array, session: string, purpose: string, token: string): boolean {
  const [, time] = /^[0-9a-f]{32}([0-9a-f]{1,12})\+\\$/.exec(token) ?? [];
  if (time === undefined) return false;
  const expected = Buffer.from(tokenAt(key, session, purpose, Number.parseInt(time, 16)));
  const received = Buffer.from(token);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

function tokenAt(key: Uint8Array, session: string, purpose: string, seconds: number): string {
  const mac = createHmac('sha256', key).update(`${session}\n${purpose}\n${seconds}`).digest('hex').slice(0, 32);
  return mac + seconds.toString(16) + SUFFIX;
}
