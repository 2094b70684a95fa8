/** What is known of the names of a wiki's cookies. */
export interface CookieNames {
  /** `$wgSessionName`, usually `<prefix>_session`; undefined where nobody knows. */
  readonly session: string | undefined;
  /** `$wgCookiePrefix`; undefined where nobody knows. */
  readonly prefix: string | undefined;
  /** Further cookies that may hold a session, as those of a single sign-on. */
  readonly others: readonly string[];
}

export interface SessionCookies {
  /** The part of the `Cookie` header that the wiki may look at to know who asks. */
  readonly cookie: string | undefined;
  /** There is a session, though it may be nobody's. */
  readonly hasSession: boolean;
  /** It may be the session of an account. */
  readonly mayBeAccount: boolean;
}

const NONE: SessionCookies = { cookie: undefined, hasSession: false, mayBeAccount: false };

/**
 * What of a `Cookie` header may be a session of the wiki. To MediaWiki (`CookieSessionProvider`, `BotPasswordSessionProvider`) somebody is logged in
 * who has `UserID` and, with it, the id of a session or a `Token`; a session without `UserID` is nobody's. CentralAuth has cookies of its own.
 * Where a name is not known, all that end like it count.
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

/** `SessionManager::validateSessionId`. */
const SESSION_ID = /^[\w-]{32,}$/;

/** Cookies of CentralAuth, under the prefix that it comes with. */
const CENTRAL = /^(?:ss0-)?centralauth_/;

/** The name of the session cookie among the `Set-Cookie` lines with which a wiki begins a session; undefined when it is not the only one of its kind. */
export function sessionCookieIn(lines: readonly string[]): string | undefined {
  const ids = lines.flatMap(line => {
    const [, name, value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
    return name !== undefined && /session/i.test(name) && SESSION_ID.test(value) ? [name] : [];
  });
  return ids.length === 1 ? ids[0] : undefined;
}

/** `$wgCookiePrefix`, unless the session cookie has another name than MediaWiki gives it. */
export const prefixOf = (session: string): string | undefined =>
  session.endsWith('_session') ? session.slice(0, -'_session'.length) : undefined;
