import { apiOf, openWiki, type WikiBuilder } from '@wikiquery/testing';
import type { ActionSession, SessionService, Verdict } from '@wikiquery/users/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import clientlogin from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
});
afterAll(() => wiki.close());

async function post(params: Readonly<Record<string, string>>, query = '', kind: Partial<ActionSession> = {}) {
  const done: unknown[] = [];
  const session = {
    kind: 'anonymous',
    ip: '192.0.2.1',
    crossOrigin: false,
    logIn: (account: object, remember: boolean) => done.push(account, remember),
    ...kind,
  };
  const verdict: Verdict =
    params.password === 'right'
      ? { account: { id: 1, name: 'Ann' } }
      : { failure: { code: 'wrongpassword', text: 'Wrong <i>.', key: '', params: [] } };
  const sessions: SessionService = {
    of: () => session as unknown as ActionSession,
    byPassword: async () => verdict,
    byBotPassword: async () => undefined,
  };
  const api = apiOf(wiki, [clientlogin], {
    services: { sessions },
    identity: { isToken: (kind, token) => kind === 'login' && token === 'good' },
  });
  const body = new URLSearchParams({ action: 'clientlogin', format: 'json', formatversion: '2', logintoken: 'good', ...params }).toString();
  const answer = await api({ method: 'POST', query, body, headers: {}, ip: '127.0.0.1', signal: AbortSignal.timeout(60_000) });
  return { ...JSON.parse(answer.body), done };
}
const loginreturnurl = 'http://example.org/';

it('logs in, with a long-lived session if rememberMe is set', async () => {
  const { clientlogin: result, done } = await post({ username: 'Ann', password: 'right', rememberMe: '1', loginreturnurl });
  expect(result).toEqual({ status: 'PASS', username: 'Ann' });
  expect(done).toEqual([{ id: 1, name: 'Ann' }, true]);
});

it('returns the reason for a failed login in the requested message format', async () => {
  const fields = { username: 'Ann', password: 'wrong', loginreturnurl };
  expect((await post({ ...fields, loginmessageformat: 'html' })).clientlogin).toEqual({
    status: 'FAIL',
    message: 'Wrong &#60;i&#62;.',
    messagecode: 'wrongpassword',
    canpreservestate: false,
  });
  expect((await post({ ...fields, loginrequests: 'Other' })).clientlogin.messagecode).toBe('authmanager-authn-no-primary');
  expect((await post({ logincontinue: '1' })).clientlogin.messagecode).toBe('authmanager-authn-not-in-progress');
});

it('rejects logins in bot password sessions and cross-origin requests', async () => {
  const fields = { username: 'Ann', password: 'right', loginreturnurl };
  for (const session of [{ kind: 'bot' }, { crossOrigin: true }] as const) {
    const { clientlogin: result, done } = await post(fields, '', session);
    expect(result).toMatchObject({ status: 'FAIL', messagecode: 'userlogin-cannot-login' });
    expect(done).toEqual([]);
  }
});

it('rejects requests that are incomplete, have the password in the URL or lack a valid token', async () => {
  expect((await post({})).error.code).toBe('missingparam');
  expect((await post({ loginreturnurl: 'no' })).error.code).toBe('badurl_loginreturnurl');
  expect((await post({ loginreturnurl }, 'password=x')).error.code).toBe('mustpostparams');
  expect((await post({ loginreturnurl, logintoken: 'bad' })).error.code).toBe('badtoken');
});
