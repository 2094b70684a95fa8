/** Names of a wiki's cookies, if known. */
export interface CookieNames {
  /** `$wgSessionName`, usually `<prefix>_session`. */
  readonly session: string | undefined;
  /** `$wgCookiePrefix` */
  readonly prefix: string | undefined;
  /** Further cookies that may contain a session, such as those of a single sign-on. */
  readonly others: readonly string[];
}

export interface SessionCookies {
  /** The part of the `Cookie` header that may identify the user. */
  readonly cookie: string | undefined;
  /** Whether there is a session, possibly of an anonymous user. */
  readonly hasSession: boolean;
  /** Whether the session may belong to an account. */
  readonly mayBeAccount: boolean;
}

const NONE: SessionCookies = { cookie: undefined, hasSession: false, mayBeAccount: false };

/**
 * Finds the session in a `Cookie` header, as MediaWiki's `CookieSessionProvider` and `BotPasswordSessionProvider` do. An account needs
 * `UserID`, and a session id or `Token`. CentralAuth has its own cookies. If a name is unknown, all cookies with its suffix count.
 */
export function readSessionCookies(header: string | undefined, { session, prefix, others }: CookieNames): SessionCookies {
  if (header === undefined) return NONE;
  const found = { session: false, user: false, token: false, other: false };
  const kept: string[] = [];
  const isNamed = (name: string, end: string) => (prefix === undefined ? name.endsWith(end) : name === prefix + end);
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    const value = pair.slice(at + 1).trim();
    const isId = SESSION_ID.test(value);
    if (isNamed(name, 'UserID')) found.user ||= /^0*[1-9]\d*$/.test(value);
    else if (isNamed(name, 'Token')) found.token ||= value !== '';
    else if (isNamed(name, '_BPsession')) found.other ||= isId;
    else if (others.includes(name) || CENTRAL.test(name)) found.other ||= value !== '';
    if (session === undefined ? isId : name === session) found.session ||= isId;
    if (
      prefix === undefined ||
      session === undefined ||
      name === session ||
      name.startsWith(prefix) ||
      others.includes(name) ||
      CENTRAL.test(name)
    )
      kept.push(`${name}=${value}`);
  }
  const mayBeAccount = found.other || (found.user && (found.session || found.token));
  return { cookie: kept.length > 0 ? kept.join('; ') : undefined, hasSession: mayBeAccount || found.session, mayBeAccount };
}

/** Session ids that MediaWiki's `SessionManager::validateSessionId` accepts. */
const SESSION_ID = /^[\w-]{32,}$/;

/** CentralAuth's cookies with its default prefix. */
const CENTRAL = /^(?:ss0-)?centralauth_/;

/** Finds the name of the session cookie in `Set-Cookie` lines; undefined if it is ambiguous. */
export function sessionCookieIn(lines: readonly string[]): string | undefined {
  const ids = lines.flatMap(line => {
    const [, name, value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
    return name !== undefined && /session/i.test(name) && SESSION_ID.test(value) ? [name] : [];
  });
  return ids.length === 1 ? ids[0] : undefined;
}

/** Returns `$wgCookiePrefix` if the session cookie has its default name. */
export const prefixOf = (session: string): string | undefined =>
  session.endsWith('_session') ? session.slice(0, -'_session'.length) : undefined;
