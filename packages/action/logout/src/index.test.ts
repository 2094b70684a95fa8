import { apiOf, openWiki } from '@wikiquery/testing';
import type { ActionSession, SessionService } from '@wikiquery/users/sessions';
import { expect, it } from 'vitest';
import logout from './index.ts';

it('ends the session of a request with a valid token', async () => {
  const wiki = await openWiki();
  const done: string[] = [];
  const send = async (body: string, isAnon: boolean) => {
    const session = { actor: { isAnon }, logOut: () => done.push('out') } as unknown as ActionSession;
    const sessions: Pick<SessionService, 'of'> = { of: () => session };
    const api = apiOf(wiki, [logout], { services: { sessions } });
    const query = 'action=logout&format=json&formatversion=2';
    const answer = await api({ method: 'POST', query, body, headers: {}, ip: '127.0.0.1', signal: AbortSignal.timeout(60_000) });
    return JSON.parse(answer.body);
  };
  expect((await send('', false)).error.code).toBe('missingparam');
  expect((await send('token=no', false)).error.code).toBe('badtoken');
  expect((await send('token=%2B%5C', true)).warnings.logout.warnings).toBe('You are not logged in.');
  expect(done).toEqual([]);
  expect(await send('token=%2B%5C', false)).toEqual({});
  expect(done).toEqual(['out']);
  await wiki.close();
});
