import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineModule, f } from '@wikiquery/core';
import type { AnyPlugin } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineServerExtension } from './extend.ts';
import { type Wikiquery, wikiquery } from './mount.ts';

const name = defineModule({
  group: 'meta',
  name: 'name',
  prefix: '',
  summary: '',
  params: {},
  returns: f.record({ name: f.string() }),
  execute: async ({ site }) => ({ name: String(site.general.sitename) }),
}) as unknown as AnyPlugin;
const QUERY = 'action=query&meta=name&titles=Heron&format=json&formatversion=2';

interface Answer {
  readonly query: { readonly pages: readonly unknown[] };
}

let folder: string;
let wiki: TestWiki;
let mounted: Wikiquery;
let server: Server;
let origin: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-mounted-'));
  wiki = await openWiki('sqlite');
  await wiki.page('Heron', { id: 1 });
  mounted = await wikiquery({ database: wiki.url, data: folder, secretKey: 'k'.repeat(64), plugins: [json as unknown as AnyPlugin, name] });
  const app = express();
  app.get('/', (_request, response) => void response.send('host'));
  app.use('/wiki', mounted);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await mounted.close();
  await wiki.close();
  await rm(folder, { recursive: true });
});

it('responds to GET and POST requests below the path at which it is mounted', async () => {
  const get = await fetch(`${origin}/wiki/api.php?${QUERY}`);
  const post = await fetch(`${origin}/wiki/w/api.php`, { method: 'POST', body: new URLSearchParams(QUERY) });
  for (const response of [get, post])
    expect(((await response.json()) as Answer).query).toMatchObject({
      name: { name: expect.any(String) },
      pages: [{ pageid: 1, title: 'Heron' }],
    });
});

it('responds to a request with a multipart form', async () => {
  const body = new FormData();
  for (const [key, value] of new URLSearchParams(QUERY)) body.set(key, value);
  const response = await fetch(`${origin}/wiki/api.php`, { method: 'POST', body });
  expect(((await response.json()) as Answer).query.pages).toMatchObject([{ pageid: 1 }]);
});

it('serves its start page, health checks and errors below the mount path, and leaves other paths to the host application', async () => {
  expect(await (await fetch(`${origin}/`)).text()).toBe('host');
  expect(await (await fetch(`${origin}/wiki/`)).text()).toContain('/api.php');
  expect(await (await fetch(`${origin}/wiki/livez`)).text()).toBe('ok\n');
  expect((await fetch(`${origin}/wiki/nothing`)).status).toBe(404);
  const refused = await fetch(`${origin}/wiki/api.php`, { method: 'PUT' });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
});

it('serves the routes of a server extension, which requests the API as the client does', async () => {
  const sitename = defineServerExtension({
    name: 'sitename',
    routes: (_settings, { site }) => [
      {
        matches: path => path.startsWith('/name/'),
        methods: new Set(['GET', 'DELETE']),
        async handle({ url = '' }, response, { ask }) {
          if (url.endsWith('broken')) throw new Error('broken');
          const { status, body } = await ask(QUERY);
          response.writeHead(status, { 'X-Language': site.lang }).end(body);
        },
      },
    ],
  });
  const plugins = [json as unknown as AnyPlugin, name];
  const extended = await wikiquery({
    ...{ database: wiki.url, data: folder, secretKey: 'k'.repeat(64), plugins },
    ...{ extensions: [sitename], clientRate: 3, trustProxy: ['loopback'] },
  });
  const own = express().use(extended).listen(0, '127.0.0.1');
  await once(own, 'listening');
  const at = `http://127.0.0.1:${(own.address() as AddressInfo).port}`;
  const found = await fetch(`${at}/name/x`);
  expect([found.headers.get('x-language'), ((await found.json()) as Answer).query.pages]).toMatchObject(['en', [{ title: 'Heron' }]]);
  expect((await fetch(`${at}/name/broken`)).status).toBe(500);
  expect((await fetch(`${at}/name/x`, { method: 'DELETE' })).status).toBe(200);
  expect((await fetch(`${at}/name/x`, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${at}/other`, { method: 'DELETE' })).status).toBe(405);
  const limited = await Promise.all(
    Array.from({ length: 4 }, () => fetch(`${at}/name/x`, { headers: { 'X-Forwarded-For': '203.0.113.5' } })),
  );
  expect(limited.map(({ status }) => status)).toContain(429);
  own.closeAllConnections();
  own.close();
  await extended.close();
});

it('rejects a request whose body the host application has already read, and does not count it as running', async () => {
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.use((_request, _response, next) => void setTimeout(next, 5));
  app.use(mounted);
  const host = app.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const api = `http://127.0.0.1:${(host.address() as AddressInfo).port}/w/api.php`;
  for (let i = 0; i < 15; i++) {
    const response = await fetch(api, { method: 'POST', body: new URLSearchParams(QUERY) });
    expect([response.status, await response.json()]).toMatchObject([500, { error: { code: 'bodyalreadyread' } }]);
  }
  expect((await fetch(`${origin}/wiki/api.php?${QUERY}`)).status).toBe(200);
  host.closeAllConnections();
  host.close();
});

it('rejects unknown settings, values of the wrong type and a missing database', async () => {
  const options = { database: wiki.url, data: folder, plugins: [json as unknown as AnyPlugin] };
  await expect(wikiquery({ ...options, privat: true })).rejects.toThrow(/There is no setting "privat"/);
  await expect(wikiquery({ ...options, workers: 2 })).rejects.toThrow(/There is no setting "workers"/);
  await expect(wikiquery({ ...options, bodyLimit: 'much' as unknown as number })).rejects.toThrow(/"bodyLimit"/);
  await expect(wikiquery({ ...options, database: undefined as unknown as string })).rejects.toThrow(/"database"/);
});

it('reports all problems together if it cannot start', async () => {
  await expect(wikiquery({ database: 'sqlite:gone.sqlite', data: folder, plugins: [] })).rejects.toThrow(
    /No format is installed.*\n.*gone\.sqlite/s,
  );
});
