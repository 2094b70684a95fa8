import type { IncomingHttpHeaders } from 'node:http';
import type { ApiRequest, Identity } from '@wikiquery/engine';
import type { Sessions } from '@wikiquery/server/extend';
import type { UpstreamAccounts, UpstreamSession } from './accounts.ts';
import type { UpstreamRequest } from './who-is.ts';

/** Creates read-only access to the sessions of the upstream. */
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

/** Whether only the upstream can identify the user: OAuth 1 signs the whole request, and a CentralAuth token works once. */
export const isSignedRequest = ({ authorization }: IncomingHttpHeaders): boolean =>
  authorization !== undefined && /^\s*(?:oauth|centralauthtoken)\s/i.test(authorization);
