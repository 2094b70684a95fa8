import { apiOf, openWiki, type WikiBuilder } from '@wikiquery/testing';
import type { ActionSession, SessionService, Verdict } from '@wikiquery/users/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import login from './index.ts';

let wiki: WikiBuilder;
beforeAll(async () => {
  wiki = await openWiki();
});
afterAll(() => wiki.close());

const ANN = { id: 1, name: 'Ann' };
/** Sends a login to a session stub that accepts a single password. The accounts package tests real sessions. */
async function post(params: Readonly<Record<string, string>>, more: Partial<ActionSession> = {}) {
  const done: unknown[] = [];
  const session = {
    kind: 'anonymous',
    ip: '192.0.2.1',
    crossOrigin: false,
    isContinued: true,
    token: () => 'good+\\',
    isToken: (_purpose: string, token: string) => token === 'good+\\',
    persist: () => done.push('persist'),
    logIn: (account: object) => done.push(account),
    ...more,
  } as ActionSession;
  const verdict: Verdict =
    params.lgpassword === 'right' ? { account: ANN } : { failure: { code: 'wrongpassword', text: 'Wrong.', key: '', params: [] } };
  const sessions: SessionService = { of: () => session, byPassword: async () => verdict, byBotPassword: async () => undefined };
  const api = apiOf(wiki, [login], { services: { sessions } });
  const body = new URLSearchParams({ action: 'login', format: 'json', formatversion: '2', ...params }).toString();
  const answer = await api({ method: 'POST', query: '', body, headers: {}, ip: '127.0.0.1', signal: AbortSignal.timeout(60_000) });
  return { ...JSON.parse(answer.body), done };
}

it('returns a login token with a warning if the request has none', async () => {
  const { login: result, warnings } = await post({ lgname: 'Ann' });
  expect(result).toEqual({ result: 'NeedToken', token: 'good+\\' });
  expect(warnings.login.warnings).toContain('meta=tokens');
});

it('logs in with the right token and password', async () => {
  const { login: result, done } = await post({ lgname: 'Ann', lgpassword: 'right', lgtoken: 'good+\\' });
  expect(result).toEqual({ result: 'Success', lguserid: 1, lgusername: 'Ann' });
  expect(done).toEqual(['persist', ANN]);
});

it('returns the reason for a failed login', async () => {
  expect((await post({ lgname: 'Ann', lgpassword: 'right', lgtoken: 'bad' })).login).toEqual({ result: 'WrongToken' });
  expect((await post({ lgname: 'Ann', lgpassword: 'no', lgtoken: 'good+\\' })).login).toEqual({ result: 'Failed', reason: 'Wrong.' });
  const raw = await post({ lgname: 'Ann', lgpassword: 'no', lgtoken: 'good+\\', errorformat: 'plaintext' });
  expect(raw.login.reason).toEqual({ code: 'wrongpassword', text: 'Wrong.' });
  expect((await post({ lgtoken: 'good+\\' }, { crossOrigin: true })).login.result).toBe('Aborted');
});
