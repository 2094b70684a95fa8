import type { ApiRequest } from '@wikiquery/engine';

/** Seconds for which MediaWiki's cookie is valid (`ChronologyProtector::POSITION_COOKIE_TTL`). Some clients send it for longer. */
const COOKIE_SECONDS = 10;

/**
 * Whether MediaWiki has marked the client of a request as one that made changes a moment ago. The mark is the cookie `cpPosIndex`
 * (`INDEX@UNIX_TIME#CLIENT_ID`) or, after a redirect to another domain, the parameter of this name. `now`: milliseconds since 1970.
 */
export function madeChanges({ query, body, headers: { cookie } }: Pick<ApiRequest, 'query' | 'body' | 'headers'>, now: number): boolean {
  if (PARAMETER.test(query) || (body !== undefined && PARAMETER.test(body))) return true;
  const [, time] = (cookie !== undefined && COOKIE.exec(cookie)) || [];
  return time !== undefined && Number(time) >= Math.floor(now / 1000) - COOKIE_SECONDS;
}

const PARAMETER = /(?:^|&)cpPosIndex=0*[1-9]\d*(?:&|$)/;

/** PHP percent-encodes the value of the cookie. The cookie has no prefix. */
const COOKIE = /(?:^|;\s*)cpPosIndex=0*[1-9]\d*(?:@|%40)(\d+)(?:#|%23)[0-9a-f]{32}\s*(?:;|$)/i;
