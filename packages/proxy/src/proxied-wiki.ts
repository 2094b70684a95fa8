import type { ExtendedWiki, WikiExtension } from '@wikiquery/server/extend';
import { createUpstreamAccounts, type UpstreamAccounts } from './accounts.ts';
import { askingWiki } from './ask.ts';
import { proxyEndpoints } from './endpoints.ts';
import { upstreamSessions } from './sessions.ts';
import type { UpstreamRequest } from './who-is.ts';

/** A topic of messages to other processes: the request may have changed whose its session is, and all ask the upstream again. */
const FORGET = 'forget-session';
/** Milliseconds that a response can take: an upload or an edit may take a while. */
const LONGEST_RESPONSE = 240_000;

export interface ProxySettings {
  /** The upstream api.php. */
  readonly api: URL;
  /** Actions and routes to which the server itself responds: names, `rest=page`, or whole groups. */
  readonly answers: readonly string[];
  readonly cookiePrefix?: string | undefined;
  readonly sessionCookies?: readonly string[] | undefined;
}

/** A wiki whose sessions an upstream keeps, which gets all requests but queries. */
export function proxiedWiki(
  { api, answers, cookiePrefix, sessionCookies }: ProxySettings,
  { database: { db }, site, now, group: processes }: ExtendedWiki,
): WikiExtension {
  const own = createUpstreamAccounts({ db, site, now, ask: askingWiki(api), cookiePrefix, sessionCookies });
  const accounts: UpstreamAccounts = {
    ...own,
    forget(request) {
      own.forget(request);
      processes?.publish(FORGET, request);
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
