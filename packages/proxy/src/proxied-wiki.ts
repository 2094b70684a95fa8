import type { ExtendedWiki, SharedState, WikiExtension } from '@wikiquery/server/extend';
import { createUpstreamAccounts, type UpstreamAccounts, type UpstreamOptions } from './accounts.ts';
import { askingWiki } from './ask.ts';
import { proxyEndpoints } from './endpoints.ts';
import { upstreamSessions } from './sessions.ts';
import type { UpstreamRequest } from './who-is.ts';

/** Topic of messages about a session that all processes, also those of other servers, must forget. */
const FORGET = 'forget-session';
/** Maximum duration of a response in milliseconds. It is long because uploads and edits can take a long time. */
const LONGEST_RESPONSE = 240_000;

export interface ProxySettings {
  /** URL of the upstream `api.php`. */
  readonly api: URL;
  /** Actions and routes to which the server itself responds: names, groups with names (`rest=page`), or whole groups (`rest`). */
  readonly answers: readonly string[];
  readonly cookiePrefix?: string | undefined;
  readonly sessionCookies?: readonly string[] | undefined;
}

/** Creates the extension that serves a wiki in proxy mode. */
export function proxiedWiki(
  { api, answers, cookiePrefix, sessionCookies }: ProxySettings,
  { database: { db }, site, now, group: processes, shared }: ExtendedWiki,
): WikiExtension {
  const own = createUpstreamAccounts({
    db,
    site,
    now,
    ask: askingWiki(api),
    cookiePrefix,
    sessionCookies,
    shared: shared && valuesOf(shared, api),
  });
  const accounts: UpstreamAccounts = {
    ...own,
    forget(request) {
      own.forget(request);
      processes?.publish(FORGET, request);
      shared?.publish(FORGET, request);
    },
  };
  return {
    sessions: upstreamSessions(accounts),
    isLocal: ({ group, name }) => [name, group, `${group}=${name}`].some(each => answers.includes(each)),
    wrap: (endpoints, wiki) => proxyEndpoints(endpoints, wiki, { api, accounts }),
    longestResponse: LONGEST_RESPONSE,
    receive: { [FORGET]: (request: UpstreamRequest) => own.forget(request) },
  };
}

/** Returns the shared values of one upstream, because a token may identify different users at others. */
function valuesOf(shared: SharedState, { href }: URL): UpstreamOptions['shared'] {
  const of = (key: string): string => `session at ${href} ${key}`;
  return {
    find: key => shared.find(of(key)),
    keep: (key, value, lifetime) => shared.keep(of(key), value, lifetime),
    forget: key => shared.forget(of(key)),
  };
}
