// Each class of clients has its own limits. Sessions are real, because the class of an account depends on its rights.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import login from '@wikiquery/action-login';
import { defineModule, f } from '@wikiquery/core';
import { CONTRACT } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultSettings } from '../config/settings.ts';
import { listen } from '../http/listen.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';
import { assemble } from '../wiki/assemble.ts';

const PASSWORD = 'a password of reeds';

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
const modules: Readonly<Record<string, unknown>> = { json, login, tokens };

let folder: string;
let wiki: TestWiki;
let server: RunningServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-classes-'));
  const dependencies = Object.fromEntries(Object.keys(modules).map(name => [name, '*']));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', dependencies }));
  for (const name of Object.keys(modules)) {
    const place = join(folder, 'node_modules', name);
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'package.json'), JSON.stringify({ name, version: '1.0.0', wikiquery: { contract: CONTRACT } }));
  }
  wiki = await openWiki('sqlite');
  await wiki.user('Ada', { password: PASSWORD });
  await wiki.user('Bot', { password: PASSWORD, groups: ['bot'] });
  await wiki.user('Operator', { password: PASSWORD, groups: ['sysop'] });
  const settings = {
    ...defaultSettings(folder),
    database: wiki.url,
    port: 0,
    secretKey: 'k'.repeat(64),
    trustProxy: ['loopback'],
    clientRate: 4,
    clientClasses: { identified: { rate: 6 }, account: { rate: 8 }, bot: { rate: 10 } },
  };
  server = await listen(await assemble({ root: folder, load: async name => ({ default: modules[name] }) }, settings), settings);
});
afterAll(async () => {
  await server?.stop();
  await wiki?.close();
  await rm(folder, { recursive: true });
});

type Headers = Readonly<Record<string, string>>;

const ask = (ip: string, headers: Headers, body?: URLSearchParams) =>
  fetch(`${server.origin}/api.php?action=query&format=json&formatversion=2${body ? '' : '&meta=logintoken'}`, {
    headers: { ...headers, 'X-Forwarded-For': ip },
    ...(body && { method: 'POST', body }),
  });

const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ');

async function logIn(name: string, ip: string): Promise<Headers> {
  const first = await ask(ip, {});
  const { query } = (await first.json()) as { query: { logintoken: { token: string } } };
  const form = { action: 'login', lgname: name, lgpassword: PASSWORD, lgtoken: query.logintoken.token };
  const second = await fetch(`${server.origin}/api.php?format=json`, {
    method: 'POST',
    headers: { cookie: cookieOf(first), 'X-Forwarded-For': ip },
    body: new URLSearchParams(form),
  });
  expect(await second.json()).toMatchObject({ login: { result: 'Success' } });
  return { cookie: cookieOf(second) };
}

/** Sends requests until one is rejected, at most 20. Returns the number of accepted requests, and the error. */
async function exhaust(ip: string, headers: Headers = {}): Promise<[accepted: number, info: string | undefined]> {
  for (let accepted = 0; accepted < 20; accepted++) {
    const response = await ask(ip, headers);
    if (response.status === 429) return [accepted, ((await response.json()) as { error: { info: string } }).error.info];
  }
  return [20, undefined];
}

it('clients of each class have its limit, errors name the way to a higher limit, and metrics count by class', async () => {
  const [ada, bot, operator] = await Promise.all(['Ada', 'Bot', 'Operator'].map((name, i) => logIn(name, `192.0.2.${i}`)));
  const before = performance.now();
  const contact = { 'User-Agent': 'heron/1 (ops@wiki.example)' };
  const found = await Promise.all([
    exhaust('192.0.2.10'),
    exhaust('192.0.2.11', contact),
    exhaust('192.0.2.12', ada),
    exhaust('192.0.2.13', bot),
    exhaust('192.0.2.14', operator),
  ]);
  const minutes = (performance.now() - before) / 60_000;
  for (const [i, limit] of [4, 6, 8, 10].entries()) {
    const accepted = found[i]![0];
    expect(accepted).toBeGreaterThanOrEqual(limit);
    expect(accepted).toBeLessThanOrEqual(limit * (1 + minutes));
  }
  expect(found[4]).toEqual([20, undefined]);
  const [CONTACT, LOGIN, BOT] = ['add an e-mail address or a URL to your User-Agent', 'log in', 'use an account with the right "bot"'];
  expect(found.map(([, info]) => info?.split(' seconds. ')[1])).toEqual([
    `For a higher limit, ${CONTACT}, ${LOGIN}, or ${BOT}.`,
    `For a higher limit, ${LOGIN} or ${BOT}.`,
    `For a higher limit, ${BOT}.`,
    undefined,
    undefined,
  ]);
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  for (const [name, accepted] of [
    ['identified', found[1]![0]],
    ['account', found[2]![0]],
    ['bot', found[3]![0] + 20],
  ] as const)
    expect(metrics).toContain(`wikiquery_client_requests_total{class="${name}"} ${accepted}`);
  for (const name of ['anonymous', 'identified', 'account', 'bot'])
    expect(metrics).toContain(`wikiquery_limited_requests_total{limit="rate",class="${name}"} 1`);
});
