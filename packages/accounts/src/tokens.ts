import { createHmac, timingSafeEqual } from 'node:crypto';

/** Ends every token. The backslash tells proxies that mangle backslashes. */
const SUFFIX = '+\\';

/** What someone without session shows in place of a csrf token. */
export const ANONYMOUS_TOKEN = SUFFIX;

/** A token as MediaWiki writes it: 32 hexadecimal digits, the Unix time in hexadecimal, `+\`. */
export const makeToken = (key: Uint8Array, session: string, purpose: string, now: number): string =>
  tokenAt(key, session, purpose, Math.floor(now / 1000));

/** Whether the session was given this token for this purpose, however long ago: a token lives as long as its session. */
export function isTokenOf(key: Uint8Array, session: string, purpose: string, token: string): boolean {
  const [, time] = /^[0-9a-f]{32}([0-9a-f]{1,12})\+\\$/.exec(token) ?? [];
  if (time === undefined) return false;
  const expected = Buffer.from(tokenAt(key, session, purpose, Number.parseInt(time, 16)));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function tokenAt(key: Uint8Array, session: string, purpose: string, seconds: number): string {
  const mac = createHmac('sha256', key).update(`${session}\n${purpose}\n${seconds}`).digest('hex').slice(0, 32);
  return mac + seconds.toString(16) + SUFFIX;
}
