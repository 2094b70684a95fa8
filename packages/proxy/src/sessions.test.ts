// Tests the requests to the upstream that identify the user of a session.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSite } from '@wikiquery/site';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createUpstreamAccounts, type UpstreamAccounts, type UpstreamOptions } from './accounts.ts';
import { askingWiki } from './ask.ts';
import { UpstreamError } from './who-is.ts';

const ANN = { id: 7, name: 'Ann', groups: ['*', 'user'], implicitgroups: ['*', 'user'], rights: ['read', 'move'], options: {} };
const NOBODY = { id: 0, name: '127.0.0.1', anon: true };
const cookieOf = (id: string) => `wiki_session=${id.padEnd(32, '_')}; wikiUserID=7`;
const ANNS = cookieOf('ann');

let wiki: TestWiki;
let api: URL;
let accounts: UpstreamAccounts;
let now: number;
/** Cookies that the upstream received. */
let asked: string[];
let answer: (response: ServerResponse, cookie: string) => void;
const held: ServerResponse[] = [];
let atOnce: number;

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
const tell = (response: ServerResponse, cookie: string) =>
  json(response, { query: { userinfo: cookie.startsWith(ANNS) || cookie === 'Bearer good' ? ANN : NOBODY } });

const server = createServer((request, response) => {
  if (request.url?.includes('meta=tokens')) {
    response.setHeader('Set-Cookie', `wiki_session=${'n'.repeat(32)}; path=/; HttpOnly`);
    return void json(response, { query: { tokens: { logintoken: '+\\' } } });
  }
  const cookie = request.headers.cookie ?? request.headers.authorization ?? '';
  asked.push(cookie);
  answer(response, cookie);
});

beforeAll(async () => {
  wiki = await openWiki('sqlite');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  api = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/w/api.php`);
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
  await wiki.close();
});
beforeEach(() => {
  [now, asked, answer, atOnce] = [1, [], tell, 0];
  accounts = create();
});
afterEach(() => {
  for (const response of held.splice(0)) response.destroy();
});

const create = (patience?: number, shared?: UpstreamOptions['shared']) =>
  createUpstreamAccounts({
    shared,
    db: wiki.db,
    site: readSite({ general: { wikiid: 'wiki' } }),
    ask: askingWiki(api, patience),
    now: () => now,
    elapsed: () => now,
  });
const nameOf = async (cookie: string, ip = '192.0.2.1') => (await accounts.session({ cookie, ip })).actor.name;

it('the upstream is not queried for clients without credentials, which do not wait', () => {
  answer = () => {};
  for (const cookie of [undefined, 'cookieconsent=1', `wiki_session=${'x'.repeat(32)}`, 'wikiUserID=7', 'a=b; wikiUserName=Ann']) {
    const session = accounts.session({ ip: '192.0.2.1', ...(cookie !== undefined && { cookie }) });
    expect(session).not.toBeInstanceOf(Promise);
    expect(session).toMatchObject({ actor: { name: '192.0.2.1', isAnon: true }, isContinued: cookie?.startsWith('wiki_session') ?? false });
  }
  expect(accounts.session({ ip: '192.0.2.1', cookie: ANNS, crossOrigin: true })).toMatchObject({ actor: { isAnon: true } });
  expect(accounts.session({ ip: '192.0.2.1', authorization: 'Basic x' })).toMatchObject({ actor: { isAnon: true } });
  expect(asked).toEqual([]);
});

it('the upstream is queried once for a session, and again after `forget` or five seconds', async () => {
  const names = await Promise.all(Array.from({ length: 20 }, () => nameOf(ANNS)));
  expect(new Set(names)).toEqual(new Set(['Ann']));
  for (let at = 0; at < 5; at++) expect(await nameOf(cookieOf('bad'))).toBe('192.0.2.1');
  expect(asked).toHaveLength(2);
  now += 4999;
  await nameOf(ANNS);
  expect(asked).toHaveLength(2);
  now += 2;
  await nameOf(ANNS);
  expect(asked).toHaveLength(3);
  accounts.forget({ cookie: ANNS, ip: '192.0.2.1' });
  await nameOf(ANNS);
  expect(asked).toHaveLength(4);
  expect((await accounts.session({ ip: '192.0.2.1', authorization: 'Bearer good' })).actor.name).toBe('Ann');
});

it('servers share the users that the upstream has identified for the rest of their lifetime, but no rejected credentials', async () => {
  const values = new Map<string, { value: string; until: number }>();
  const shared: UpstreamOptions['shared'] = {
    find: async key => {
      const { value = '', until = 0 } = values.get(key) ?? {};
      return until > now ? { value, remaining: until - now } : undefined;
    },
    keep: (key, value, lifetime) => void values.set(key, { value, until: now + lifetime }),
    forget: key => void values.delete(key),
  };
  const [first, second] = [create(undefined, shared), create(undefined, shared)];
  const asAnn = { cookie: ANNS, ip: '192.0.2.1' };
  const { actor } = await first.session(asAnn);
  now += 3000;
  const other = (await second.session(asAnn)).actor;
  expect([other.id, other.name, other.groups, other.can('move'), other.can('delete')]).toEqual([7, 'Ann', actor.groups, true, false]);
  expect(asked).toHaveLength(1);
  // The second server received the user three seconds later, but must ask again at the same time.
  now += 2001;
  await second.session(asAnn);
  expect(asked).toHaveLength(2);
  second.forget(asAnn);
  expect(values.size).toBe(0);

  answer = response => json(response, { error: { code: 'badauth', info: 'Bad' } });
  for (const accounts of [first, second])
    await expect(accounts.session({ ip: '192.0.2.1', authorization: 'Bearer bad' })).rejects.toThrow('Bad');
  expect(asked).toHaveLength(4);
});

it('the upstream is not queried again if only other cookies change, once the name of the session cookie is known', async () => {
  await nameOf(ANNS);
  await vi.waitFor(
    async () => {
      asked.length = 0;
      await Promise.all(Array.from({ length: 5 }, (_, at) => nameOf(`_ga=${at}; ${ANNS}; _gid=${at}`)));
      expect(asked).toEqual([]);
    },
    { timeout: 10_000 },
  );
});

it('a response to a query from before a logout is not cached', async () => {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  answer = resolve;
  const before = nameOf(ANNS);
  const response = await promise;
  accounts.forget({ cookie: ANNS, ip: '192.0.2.1' });
  tell(response, ANNS);
  expect(await before).toBe('Ann');
  answer = other => json(other, { query: { userinfo: NOBODY } });
  expect(await nameOf(ANNS)).toBe('192.0.2.1');
});

it('invented sessions of one client cause at most two concurrent queries', async () => {
  answer = (response, cookie) => {
    if (cookie.startsWith(ANNS)) return tell(response, cookie);
    held.push(response);
    atOnce = Math.max(atOnce, held.length);
  };
  const attack = Array.from({ length: 200 }, (_, at) => nameOf(cookieOf(`made-up-${at}`), '203.0.113.66'));
  const outcomes = Promise.allSettled(attack);
  await vi.waitFor(() => expect(held).toHaveLength(2), { timeout: 10_000 });
  expect(await nameOf(ANNS)).toBe('Ann');
  for (let served = 0; served < 34; ) {
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(0), { timeout: 10_000 });
    for (const response of held.splice(0)) {
      tell(response, '');
      served += 1;
    }
  }
  expect(atOnce).toBe(2);
  const refused = (await outcomes).filter(({ status }) => status === 'rejected');
  // Two requests run, 32 wait, and all others are rejected.
  expect(refused).toHaveLength(200 - 34);
  expect(asked).toHaveLength(34 + 1);
});

it('invented sessions do not displace cached accounts', { timeout: 60_000 }, async () => {
  const unasked = askingWiki(api);
  let questions = 0;
  accounts = createUpstreamAccounts({
    db: wiki.db,
    site: readSite({ general: { wikiid: 'wiki' } }),
    ask: async (query, request) => {
      questions += 1;
      return request.cookie === ANNS ? unasked(query, request) : { json: { query: { userinfo: NOBODY } }, cookies: [] };
    },
    now: () => now,
    elapsed: () => now,
  });
  await nameOf(ANNS);
  for (let at = 0; at < 12_000; at++) await nameOf(cookieOf(`made-up-${at}`));
  questions = 0;
  await nameOf(ANNS);
  expect(questions).toBe(0);
});

it('only the first requests wait for a hanging upstream, which is tried again later', async () => {
  accounts = create(200);
  answer = response => void held.push(response);
  await expect(nameOf(ANNS)).rejects.toThrow(UpstreamError);
  const before = asked.length;
  for (let at = 0; at < 100; at++) await expect(nameOf(cookieOf(String(at)))).rejects.toThrow('The upstream failed a moment ago.');
  expect(asked).toHaveLength(before);
  answer = tell;
  await vi.waitFor(async () => expect(await nameOf(ANNS)).toBe('Ann'), { timeout: 5000, interval: 100 });
});

it('a failure of the upstream never identifies a user', async () => {
  for (const fail of [
    (response: ServerResponse) => json(response, { query: { userinfo: ANN } }, 500),
    (response: ServerResponse) => json(response, { error: { code: 'internal_api_error_DBConnectionError', info: '' } }),
    (response: ServerResponse) => void response.writeHead(200).end('<html>'),
    (response: ServerResponse) => json(response, null),
    (response: ServerResponse) => json(response, { query: {} }),
    (response: ServerResponse) => json(response, { query: { userinfo: { id: '7', name: 'Ann' } } }),
    (response: ServerResponse) => void response.writeHead(302, { Location: '/login' }).end(),
    (response: ServerResponse) => void response.destroy(),
  ]) {
    accounts = create();
    answer = fail;
    await expect(nameOf(ANNS)).rejects.toThrow(UpstreamError);
  }
  // The client receives the upstream's error about credentials, which does not count as a failure of the upstream.
  accounts = create();
  answer = response => json(response, { error: { code: 'mwoauth-invalid-authorization', info: 'No.' } });
  await expect(accounts.session({ ip: '192.0.2.1', authorization: 'Bearer bad' })).rejects.toMatchObject({
    code: 'mwoauth-invalid-authorization',
  });
  answer = response => json(response, { error: { code: 'readapidenied', info: 'No.' } });
  expect(await nameOf(cookieOf('bad'))).toBe('192.0.2.1');
  answer = response => void response.writeHead(400).end('Request header too large');
  await expect(nameOf(cookieOf('long'))).rejects.toThrow(UpstreamError);
  // A wiki that requires HTTPS redirects a client without HTTPS.
  answer = response => json(response.setHeader('Location', 'https://wiki.example/'), { query: { userinfo: ANN } }, 301);
  await expect(nameOf(cookieOf('insecure'))).rejects.toThrow('status 301');
  answer = tell;
  expect(await nameOf(ANNS)).toBe('Ann');
});
