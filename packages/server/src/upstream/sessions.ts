import type { UpstreamAccounts, UpstreamRequest } from '@wikiquery/accounts';
import type { ApiRequest, Identity } from '@wikiquery/engine';
import type { Sessions } from '../sessions.ts';

/** The sessions of the wiki beside which this server stands: they are only read, and no action of this server changes them. */
export function upstreamSessions(accounts: UpstreamAccounts): Sessions {
  return {
    async identify(request, anonymous): Promise<Identity> {
      const { actor, isContinued, language } = await accounts.session({ ...credentialsOf(request), crossOrigin: anonymous });
      return { actor, hasSession: isContinued, language, sessionToken: () => '' };
    },
    cookies: () => undefined,
    actions: [],
  };
}

export const credentialsOf = ({ headers, ip }: Pick<ApiRequest, 'headers' | 'ip'>): UpstreamRequest => ({
  cookie: headers.cookie,
  authorization: headers.authorization,
  userAgent: headers['user-agent'],
  ip,
});
