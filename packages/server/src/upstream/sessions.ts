import type { IncomingHttpHeaders } from 'node:http';
import type { UpstreamAccounts, UpstreamRequest, UpstreamSession } from '@wikiquery/accounts';
import type { ApiRequest, Identity } from '@wikiquery/engine';
import type { Sessions } from '../sessions/sessions.ts';
import type { Shared } from '../workers/index.ts';

/** The sessions of the wiki beside which this server stands: they are only read, and no action of this server changes them. */
export function upstreamSessions(accounts: UpstreamAccounts): Sessions {
  return {
    identify: async (request, anonymous) => identityOf(await accounts.session({ ...credentialsOf(request), crossOrigin: anonymous })),
    cookies: () => undefined,
    service: undefined,
  };
}

const identityOf = ({ actor, isContinued, language }: UpstreamSession): Identity => ({
  actor,
  hasSession: isContinued,
  language,
  sessionToken: () => '',
  isToken: () => false,
});

export const credentialsOf = (request: Pick<ApiRequest, 'headers' | 'ip'> & { readonly secure?: boolean }): UpstreamRequest => ({
  cookie: request.headers.cookie,
  authorization: request.headers.authorization,
  userAgent: request.headers['user-agent'],
  ip: request.ip,
  secure: request.secure ?? false,
});

/** OAuth 1 signs the whole request, and a token of CentralAuth counts once: only the wiki itself can tell whose they are. */
export const isSignedRequest = ({ authorization }: IncomingHttpHeaders): boolean =>
  authorization !== undefined && /^\s*(?:oauth|centralauthtoken)\s/i.test(authorization);

/** What one process learns of a session, all forget. */
export function together(accounts: UpstreamAccounts, shared: Shared | undefined): UpstreamAccounts {
  if (!shared) return accounts;
  return {
    ...accounts,
    forget(request) {
      accounts.forget(request);
      shared.forgetSession(request);
    },
  };
}
