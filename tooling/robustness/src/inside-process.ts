import { type ApiResponse, bodyText } from '@wikiquery/engine';
import { openServer as open } from '@wikiquery/launch/inside';
import type { Assembled, ServerHooks, Settings } from '@wikiquery/server';
import type { Ask } from './requests/modules.ts';

/** Opens apps/server within this process, with a clock in January 2024. */
export const openServer = (database: string, around?: ServerHooks, more?: Partial<Settings>): Promise<Assembled> =>
  open(database, around, { clock: new Date(Date.UTC(2024, 0, 15)), ...more });

/** Returns a function that sends API requests with the cookie of a session. */
export const asker =
  (server: Assembled, cookie: string): Ask =>
  async params =>
    JSON.parse(bodyText(await post(server, params, cookie)));

function post(server: Assembled, params: Readonly<Record<string, string>>, cookie: string): Promise<ApiResponse> {
  const body = new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', ...params }).toString();
  const { signal } = new AbortController();
  return server.answer({ method: 'POST', query: '', body, headers: { cookie }, ip: '127.0.0.1', secure: false, signal });
}

/** Logs in. Returns the `Cookie` header of the session. */
export async function login(server: Assembled, lgname: string, lgpassword: string): Promise<string> {
  const cookieOf = ({ headers }: ApiResponse): string =>
    [headers['Set-Cookie'] ?? []]
      .flat()
      .map(cookie => cookie.split(';')[0])
      .join('; ');
  const first = await post(server, { meta: 'tokens', type: 'login' }, '');
  const lgtoken: string = JSON.parse(bodyText(first)).query.tokens.logintoken;
  const response = await post(server, { action: 'login', lgname, lgpassword, lgtoken }, cookieOf(first));
  const said = bodyText(response);
  if (JSON.parse(said).login?.result !== 'Success') throw new Error(`Cannot log in: ${said}`);
  return cookieOf(response);
}
