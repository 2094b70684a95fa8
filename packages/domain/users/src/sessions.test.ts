import { defineAction, f } from '@wikiquery/core';
import { apiOf, openWiki } from '@wikiquery/testing';
import { expect, it } from 'vitest';
import { type ActionSession, type SessionService, sessions } from './sessions.ts';

it('provides an action with the session of its request', async () => {
  const whoami = defineAction({
    name: 'whoami',
    prefix: '',
    summary: 'Return how the user logged in.',
    params: {},
    returns: f.record({ whoami: f.object({ kind: f.string() }) }),
    services: { sessions },
    async execute(q) {
      return { whoami: { kind: q.services.sessions.of(q).kind } };
    },
  });
  const service: Pick<SessionService, 'of'> = { of: ({ session }) => session as ActionSession };
  const wiki = await openWiki();
  const api = apiOf(wiki, [whoami], { services: { sessions: service }, identity: { session: { kind: 'bot' } } });
  const { body } = await api({
    method: 'GET',
    query: 'action=whoami&format=json',
    headers: {},
    ip: '127.0.0.1',
    signal: AbortSignal.timeout(60_000),
  });
  expect(JSON.parse(body)).toEqual({ whoami: { kind: 'bot' } });
  await wiki.close();
});
