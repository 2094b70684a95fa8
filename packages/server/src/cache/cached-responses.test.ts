import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import login from '@wikiquery/action-login';
import { type CacheMode, type DataSource, defineModule, defineRoute, f, p, Records } from '@wikiquery/core';
import { CONTRACT } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '../config/settings.ts';
import { listen } from '../http/listen.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';
import { output } from '../observability/log.ts';
import { assemble } from '../wiki/assemble.ts';

const PASSWORD = 'a password of reeds';
/** Number of runs of the test modules, the promise that they await, and their result. */
let runs = 0;
let gate = Promise.withResolvers<void>();
let text = 'x';
/** The clock of the wiki. */
const clock = new Date(Date.UTC(2025, 0, 1));

const waiting = (name: string, prefix: string, cache: CacheMode, sources?: readonly DataSource[]) =>
  defineModule({
    group: 'list',
    name,
    prefix,
    summary: '',
    cache,
    ...(sources && { sources }),
    params: { text: p.string() },
    returns: f.record({ text: f.string(), name: f.string() }),
    async execute({ actor }) {
      runs += 1;
      await gate.promise;
      return new Records([{ record: { text, name: actor.name }, cursor: {} }]);
    },
  });

const tokens = defineModule({
  group: 'meta',
  name: 'logintoken',
  prefix: 'lt',
  summary: '',
  sources: [],
  params: {},
  returns: f.record({ token: f.string() }),
  execute: async ({ request }) => ({ token: request.sessionToken('login') }),
});

const reeds = defineRoute({
  name: 'reeds',
  summary: '',
  paths: { one: '/v1/reeds/{name}' },
  params: { name: p.string().required() },
  execute: async ({ params }) => ({ json: { reeds: params.name } }),
});

const modules: Readonly<Record<string, unknown>> = {
  reeds,
  json,
  login,
  tokens,
  open: waiting('open', 'op', 'public'),
  own: waiting('own', 'ow', 'private'),
  kept: waiting('kept', 'ke', 'public', ['database']),
  mine: waiting('mine', 'mi', 'private', ['database']),
  timely: waiting('timely', 'ti', 'public', ['database', 'clock']),
};

let folder: string;
let wiki: TestWiki;
let server: RunningServer;
beforeAll(async () => {
  vi.spyOn(output, 'write').mockReturnValue(undefined);
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-protection-'));
  const dependencies = Object.fromEntries(Object.keys(modules).map(name => [name, '*']));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', dependencies }));
  for (const name of Object.keys(modules)) {
    await mkdir(join(folder, 'node_modules', name), { recursive: true });
    const manifest = { name, version: '1.0.0', wikiquery: { contract: CONTRACT } };
    await writeFile(join(folder, 'node_modules', name, 'package.json'), JSON.stringify(manifest));
  }
  wiki = await openWiki();
  await wiki.user('Ada', { password: PASSWORD });
  await wiki.user('Operator', { password: PASSWORD, groups: ['sysop'] });
  const settings = {
    ...defaultSettings(folder),
    database: wiki.url,
    port: 0,
    clock,
    secretKey: 'k'.repeat(64),
    trustProxy: ['loopback'],
    clientRequests: 2,
  };
  server = await listen(await assemble({ root: folder, load: async name => ({ default: modules[name] }) }, settings), settings);
});
beforeEach(() => {
  runs = 0;
  text = 'x';
  gate = Promise.withResolvers();
});
afterAll(async () => {
  await server?.stop();
  await wiki?.close();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const ask = (query: string, ip = '192.0.2.1', headers: Record<string, string> = {}) =>
  fetch(`${server.origin}/api.php?action=query&format=json&formatversion=2&${query}`, { headers: { 'X-Forwarded-For': ip, ...headers } });
const metric = async (name: string) => {
  // Metrics are cached for a second.
  await delay(1000);
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await (await fetch(`${server.origin}/metrics`)).text())?.[1] ?? 0);
};
const haveRun = (count: number) => vi.waitFor(() => expect(runs).toBe(count), { timeout: 10_000, interval: 5 });

async function logIn(name: string): Promise<Record<string, string>> {
  const cookieOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ');
  const first = await ask('meta=logintoken', '192.0.2.77');
  const { query } = (await first.json()) as { query: { logintoken: { token: string } } };
  const body = new URLSearchParams({
    action: 'login',
    format: 'json',
    lgname: name,
    lgpassword: PASSWORD,
    lgtoken: query.logintoken.token,
  });
  const second = await fetch(`${server.origin}/api.php`, {
    method: 'POST',
    body,
    headers: { cookie: cookieOf(first), 'X-Forwarded-For': '192.0.2.77' },
  });
  expect(await second.json()).toMatchObject({ login: { result: 'Success' } });
  return { cookie: cookieOf(second) };
}

describe('a client over its limit', () => {
  it("gets MediaWiki's error, in the requested format if it may have a session, while other clients get responses", async () => {
    const running = ['a', 'b'].map(each => ask(`list=own&owtext=${each}`));
    await haveRun(2);
    const refused = await ask('list=own&owtext=c');
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('mediawiki-api-error')]).toEqual([
      429,
      '1',
      'ratelimited',
    ]);
    expect(await refused.json()).toMatchObject({ error: { code: 'ratelimited', info: expect.stringContaining('Try again in 1 second,') } });
    const plain = await (await ask('list=own&owtext=c&errorformat=raw', undefined, { cookie: 'a=b' })).json();
    expect(plain).toMatchObject({ errors: [{ code: 'ratelimited', key: 'apierror-ratelimited', params: [], module: 'main' }] });
    const other = ask('list=own&owtext=d', '192.0.2.2');
    const own = ask('list=own&owtext=e', '127.0.0.1');
    await haveRun(4);
    gate.resolve();
    for (const response of await Promise.all([...running, other, own])) expect(response.status).toBe(200);
    expect(await metric('wikiquery_limited_requests_total\\{limit="running",class="anonymous"\\}')).toBe(2);
  });

  it('is identified by its account at any address, and is not limited with the right noratelimit', async () => {
    const [ada, operator] = [await logIn('Ada'), await logIn('Operator')];
    const running = ['a', 'b'].map((each, i) => ask(`list=own&owtext=${each}`, `192.0.2.${i}`, ada));
    await haveRun(2);
    expect((await ask('list=own', '192.0.2.99', ada)).status).toBe(429);
    running.push(...Array.from({ length: 4 }, (_, i) => ask(`list=own&owtext=${i}`, '192.0.2.99', operator)));
    await haveRun(6);
    gate.resolve();
    for (const response of await Promise.all(running)) expect(response.status).toBe(200);
  });
});

describe('request coalescing', () => {
  it('concurrent equal requests share a public response if none has a session', async () => {
    const before = await metric('wikiquery_shared_answers_total');
    const asked = Array.from({ length: 20 }, (_, i) => ask('list=open', `198.51.100.${i}`));
    await haveRun(1);
    // All requests wait for the module.
    await vi.waitFor(async () => expect(await metric('wikiquery_requests_in_flight')).toBe(20), { timeout: 10_000, interval: 20 });
    gate.resolve();
    const answers = await Promise.all((await Promise.all(asked)).map(response => response.json()));
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
    expect(runs + (await metric('wikiquery_shared_answers_total')) - before).toBe(20);
    expect(runs).toBeLessThan(20);
  });

  it.each<[string, string, Record<string, string>]>([
    ['the response is private', 'list=own', {}],
    ['one request has a cookie', 'list=open', { cookie: 'a=b' }],
    ['the languages differ', 'list=open', { 'accept-language': 'de' }],
    ['the origins differ', 'list=open&origin=*', { origin: 'https://a.example' }],
  ])('concurrent equal requests get separate responses if %s', async (_why, query, headers) => {
    gate.resolve();
    const answers = Promise.all([ask(query, '198.51.100.1'), ask(query, '198.51.100.2', headers)]);
    const names = (await Promise.all((await answers).map(response => response.json()))) as { query: Record<string, { name: string }[]> }[];
    expect(names.map(({ query: { open, own } }) => (open ?? own)?.[0]?.name)).toEqual(['198.51.100.1', '198.51.100.2']);
    expect(runs).toBe(2);
  });

  it('a request continues if the client of the first equal request disconnects', async () => {
    const leaving = new AbortController();
    const first = fetch(`${server.origin}/api.php?action=query&format=json&formatversion=2&list=open`, { signal: leaving.signal });
    await haveRun(1);
    const second = ask('list=open', '198.51.100.2');
    await new Promise(resolve => setTimeout(resolve, 100));
    leaving.abort();
    await first.catch(() => {});
    gate.resolve();
    expect((await second).status).toBe(200);
  });
});

describe('a client with a cached response', () => {
  const CACHED = 'list=open&smaxage=60&maxage=60';
  it('gets 304 until the response changes', async () => {
    gate.resolve();
    const first = await ask(CACHED);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
    const again = await ask(CACHED, undefined, { 'If-None-Match': `"other", ${tag}` });
    expect([again.status, again.headers.get('etag'), again.headers.get('content-length'), await again.text()]).toEqual([
      304,
      tag,
      null,
      '',
    ]);
    expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
    expect(runs).toBe(2);
    text = 'y';
    const changed = await ask(CACHED, undefined, { 'If-None-Match': tag });
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
    expect(JSON.stringify(await changed.json())).toContain('"y"');
  });

  it('gets no 304 for a private response', async () => {
    gate.resolve();
    for (const [query, headers] of [
      ['list=open', {}],
      ['list=own&smaxage=60&maxage=60', {}],
    ] as const) {
      const response = await ask(query, undefined, { 'If-None-Match': '*', ...headers });
      expect([response.status, response.headers.get('etag')]).toEqual([200, null]);
    }
  });
});

describe('a cached response', () => {
  const kept = () => metric('wikiquery_response_cache_lookups_total\\{result="revalidated"\\}');
  /** Sends a query three times: the first request is noted, the response to the second is cached, and the third gets that response. */
  async function askThrice(query: string, headers?: Record<string, string>): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (let i = 0; i < 3; i++) answers.push(await (await ask(query, '192.0.2.1', headers)).json());
    return answers;
  }
  beforeEach(() => gate.resolve());

  it('is used without running the module until the database changes', async () => {
    const before = await kept();
    await askThrice('list=kept&ketext=a');
    expect([runs, await kept()]).toEqual([2, before + 1]);
    await wiki.user(`Reader ${runs}`);
    text = 'y';
    expect(await (await ask('list=kept&ketext=a')).json()).toMatchObject({ query: { kept: [{ text: 'y' }] } });
    expect(runs).toBe(3);
  });

  it('is used until the end of the current second if it depends on the clock', async () => {
    await askThrice('list=timely&titext=a');
    expect(runs).toBe(2);
    clock.setTime(clock.getTime() + 1000);
    text = 'y';
    expect(await (await ask('list=timely&titext=a')).json()).toMatchObject({ query: { timely: [{ text: 'y' }] } });
    await askThrice('list=kept&ketext=b&curtimestamp=1');
    clock.setTime(clock.getTime() + 1000);
    const curtimestamp = clock.toISOString().replace('.000', '');
    expect(await (await ask('list=kept&ketext=b&curtimestamp=1')).json()).toMatchObject({ curtimestamp });
  });

  it('is shared by all clients without a session if its module is public and declares its sources', async () => {
    await askThrice('list=open&optext=c');
    expect(runs).toBe(3);
    await askThrice('list=own&owtext=c');
    expect(runs).toBe(6);
    await askThrice('list=kept&ketext=c', await logIn('Ada'));
    expect(runs).toBe(9);
    await askThrice('list=kept&ketext=d');
    expect(await (await ask('list=kept&ketext=d', '192.0.2.1', await logIn('Ada'))).json()).toMatchObject({
      query: { kept: [{ name: 'Ada' }] },
    });
  });

  it('is used for only one client address if it depends on the user', async () => {
    const selected = async (ip: string) =>
      expect(await (await ask('list=mine&mitext=a', ip)).json()).toMatchObject({ query: { mine: [{ name: ip }] } });
    for (const times of [1, 2, 3]) {
      await selected('192.0.2.1');
      await selected('192.0.2.2');
      // The first request is noted for all addresses, but responses are cached for each address.
      expect(runs).toBe(Math.min(2 * times, 3));
    }
    await askThrice('list=mine&mitext=b', await logIn('Ada'));
    expect(runs).toBe(6);
  });

  it('is never stored for a response that starts a session', async () => {
    const tokens = await askThrice('meta=logintoken');
    expect(new Set(tokens.map(each => JSON.stringify(each)))).toHaveProperty('size', 3);
  });

  it('is sent in an encoding that the client accepts', async () => {
    text = 'reeds '.repeat(500);
    const plain = await askThrice('list=kept&ketext=g', { 'accept-encoding': 'identity' });
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['br;q=0.1, gzip', 'gzip'],
      ['br;q=0, gzip;q=0', null],
    ] as const) {
      const answer = await ask('list=kept&ketext=g', '192.0.2.1', { 'accept-encoding': accepted });
      expect(answer.headers.get('content-encoding')).toBe(encoding);
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
      expect(await answer.json()).toEqual(plain[0]);
    }
    expect(runs).toBe(2);
  });

  it('may have a length of up to 1 MiB', async () => {
    text = 'reeds '.repeat(30_000);
    const [first, , third] = await askThrice('list=kept&ketext=h');
    expect(third).toEqual(first);
    expect(runs).toBe(2);
    text = 'reeds '.repeat(300_000);
    const [longest, ...again] = await askThrice('list=kept&ketext=i');
    expect(again).toEqual([longest, longest]);
    expect(runs).toBe(5);
  });

  it('is not used for another language, and results in status 304 for a client that already has it', async () => {
    await askThrice('list=kept&ketext=e');
    expect(runs).toBe(2);
    await ask('list=kept&ketext=e', '192.0.2.1', { 'accept-language': 'de' });
    expect(runs).toBe(3);
    await askThrice('list=kept&ketext=f&maxage=60&smaxage=60');
    const { headers } = await ask('list=kept&ketext=f&maxage=60&smaxage=60');
    const again = await ask('list=kept&ketext=f&maxage=60&smaxage=60', '192.0.2.1', { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, runs]).toEqual([304, 5]);
  });
});

describe('a URL that imitates the key of another request', () => {
  const TEXT = 'x&action=query&format=json&formatversion=2&list=kept&ketext=';
  /** Sends the path without normalizing it. */
  async function askAsIs(path: string, headers: Record<string, string> = {}): Promise<unknown> {
    const { hostname, port } = new URL(server.origin);
    const [response] = (await once(get({ hostname, port, path, headers }), 'response')) as [IncomingMessage];
    return readJson(response);
  }
  beforeEach(() => gate.resolve());

  it.each<[string, string, string, Record<string, string>, unknown]>([
    ['a path of the REST API', `/api.php?/v1/reeds/a?${TEXT}a`, `/rest.php/v1/reeds/a?${TEXT}a`, {}, { reeds: 'a' }],
    [
      'a request with a header',
      `/api.php?["${TEXT}b",false,"de",null,null]`,
      `/api.php?${TEXT}b`,
      { 'accept-language': 'de' },
      { warnings: { main: { warnings: 'Unrecognized parameter: x.' } } },
    ],
    [
      'a request with another header',
      `/api.php?["${TEXT}c",false,null,"https://a.example",null]`,
      `/api.php?${TEXT}c`,
      { origin: 'https://a.example' },
      { warnings: { main: { warnings: 'Unrecognized parameter: x.' } } },
    ],
  ])('does not change the response to %s', async (_what, poison, target, headers, expected) => {
    for (let time = 0; time < 3; time++) await askAsIs(poison);
    expect(await askAsIs(target, headers)).toMatchObject(expected as object);
  });

  it('an action request is not coalesced with a REST request whose key its URL imitates', async () => {
    gate = Promise.withResolvers();
    const [poison, target] = [`/api.php?/v1/reeds/d?${TEXT}d`, `/rest.php/v1/reeds/d?${TEXT}d`];
    const first = askAsIs(poison);
    await haveRun(1);
    const second = askAsIs(target);
    await new Promise(resolve => setTimeout(resolve, 100));
    gate.resolve();
    await first;
    expect(await second).toEqual({ reeds: 'd' });
  });
});
