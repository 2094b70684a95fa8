import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { call, connect, serveSample } from './sample-server.test-kit.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let server: Awaited<ReturnType<typeof serveSample>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-'));
  server = await serveSample(folder);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const MESSAGE = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
const CREDENTIALS = Buffer.from('Wren:sample-wren-password').toString('base64');

/** Sends a request with any headers, also those that `fetch` does not send. */
function post(headers: Record<string, string>, body: string = JSON.stringify(MESSAGE), url: URL = server.mcp) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>();
  const sent = request(url, { method: 'POST', headers: { ...HEADERS, ...headers } }, response => {
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }));
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

it('both paths of the route serve each protocol version', async () => {
  for (const path of ['/mcp', '/w/mcp']) expect((await post({}, undefined, new URL(path, server.origin))).status).toBe(200);
  for (const mode of ['legacy', '2026-07-28'] as const) {
    const options = mode === 'legacy' ? {} : { versionNegotiation: { mode: { pin: mode } } };
    const client = await connect(server.mcp, {}, options as object);
    expect(client.getServerVersion()).toMatchObject({ name: 'wikiquery' });
    expect((await call(client, 'get-site-info')).data.mainPage).toBe('Main Page');
  }
});

it('rejects web pages of other hosts, and names that resolve to this machine', async () => {
  for (const host of ['localhost', '127.0.0.1:80', '[::1]:8080']) expect((await post({ Host: host })).status).toBe(200);
  for (const origin of [server.origin, 'http://localhost:1234']) expect((await post({ Origin: origin })).status).toBe(200);
  for (const headers of [
    { Host: 'evil.example' },
    { Host: 'localhost', Origin: 'http://evil.example' },
    { Host: 'evil.example', Origin: 'http://evil.example' },
    { Host: 'localhost', Origin: 'null' },
    { Host: 'localhost.evil.example' },
  ])
    expect(await post(headers)).toMatchObject({ status: 403, body: expect.stringContaining('mcpHosts') });
});

it('accepts configured hosts, and has no route if it is switched off', async () => {
  const other = await serveSample(folder, { mcpHosts: ['wiki.example'] });
  onTestFinished(() => other.stop());
  expect((await post({ Host: 'wiki.example' }, undefined, other.mcp)).status).toBe(200);
  const off = await serveSample(folder, { mcp: false });
  onTestFinished(() => off.stop());
  expect((await post({}, undefined, off.mcp)).status).toBe(405);
});

it('limits the size of messages, and explains invalid ones', async () => {
  expect((await post({}, 'x'.repeat(2_000_000))).status).toBe(413);
  for (const body of ['', '{', '[]', '{"jsonrpc":"2.0"}', 'null']) {
    const { status } = await post({}, body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  expect((await post({ 'Content-Type': 'text/plain' })).status).toBe(415);
  for (const method of ['GET', 'DELETE']) expect((await fetch(server.mcp, { method, headers: HEADERS })).status).toBe(405);
});

it('counts requests toward the limits of their client', async () => {
  const limited = await serveSample(folder, { clientRate: 5, trustProxy: ['loopback'] });
  onTestFinished(() => limited.stop());
  const from = (ip: string) => post({ 'X-Forwarded-For': ip }, undefined, limited.mcp);
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++) statuses.push((await from('203.0.113.5')).status);
  expect(statuses.slice(0, 5)).toEqual([200, 200, 200, 200, 200]);
  expect(statuses.at(-1)).toBe(429);
  expect((await from('203.0.113.200')).status).toBe(200);
});

it('explains hostile arguments, and stays responsive', async () => {
  const client = await connect(server.mcp);
  const long = 'x'.repeat(900_000);
  const hostile: readonly (readonly [string, Record<string, unknown>])[] = [
    ['get-page', { title: long }],
    ['get-page', { title: ['Main Page'] }],
    ['get-page', {}],
    ['get-page', { title: 'Main Page', maxTokens: 1e9 }],
    ['get-pages', { titles: Array.from({ length: 100_000 }, () => 'x') }],
    ['search', { query: { toString: 'x' } }],
    ['search', { query: 'x', limit: -1 }],
    ['search', { query: 'x', cursor: long }],
    ['query', { parameters: { list: 'allpages', __proto__: 1, constructor: 'x' } }],
    ['query', { parameters: { list: 'allpages|'.repeat(1000) } }],
    ['query', { parameters: { list: 'constructor' } }],
    ['query', { parameters: { titles: long } }],
    ['describe-module', { name: '../main' }],
    ['describe-module', { name: 'main|login' }],
  ];
  for (const [name, args] of hostile)
    expect({ name, ...(await call(client, name, args)) }).toMatchObject({ isError: true, text: expect.stringMatching(/./) });
  await expect(client.callTool({ name: 'constructor', arguments: {} })).rejects.toThrow('constructor');
});

it('cursors cannot inject parameters, and are valid only for the same call', async () => {
  const client = await connect(server.mcp);
  const { data } = await call(client, 'search', { query: 'request', limit: 1 });
  const [digest] = JSON.parse(Buffer.from(data.nextCursor, 'base64url').toString()) as [string];
  const cursorOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  for (const cursor of [
    'x',
    cursorOf(null),
    cursorOf([digest, { list: 'users' }]),
    cursorOf([digest, { srsearch: 'other' }]),
    cursorOf([digest, { meta: 'userinfo', continue: '-||' }]),
    cursorOf([digest, { sroffset: { $gt: 0 } }]),
    cursorOf([digest, { sroffset: -5 }]),
    cursorOf([
      digest,
      Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${String.fromCodePoint(97 + (i % 26)).repeat(1 + i / 26)}continue`, '1'])),
    ]),
  ])
    expect(await call(client, 'search', { query: 'request', limit: 1, cursor })).toMatchObject({
      isError: true,
      text: expect.stringContaining('cursor'),
    });
  expect(await call(client, 'search', { query: 'other', limit: 1, cursor: data.nextCursor })).toMatchObject({
    isError: true,
    text: expect.stringContaining('other arguments'),
  });
});

describe('credentials', () => {
  it('a bot password identifies its user, as Bearer token and in Basic authentication', async () => {
    for (const scheme of ['Bearer', 'Basic']) {
      const client = await connect(server.mcp, { Authorization: `${scheme} ${CREDENTIALS}` });
      expect((await call(client, 'get-site-info')).data.account).toMatchObject({ name: 'Wren', anonymous: false });
    }
    expect((await call(await connect(server.mcp), 'get-site-info')).data.account).toMatchObject({ anonymous: true });
  });

  it('wrong credentials are rejected, and never become an anonymous user', async () => {
    for (const given of [`Bearer ${Buffer.from('Wren:wrong').toString('base64')}`, 'Bearer x', 'Digest x', `Bearer ${'A'.repeat(50_000)}`])
      expect(await post({ Authorization: given })).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': expect.stringContaining('Bearer') },
      });
  });

  it('a session that ends is renewed, and a revoked cookie is not anonymous', async () => {
    const client = await connect(server.mcp, { Cookie: 'wikiquerySession=gone' });
    expect(await call(client, 'get-site-info')).toMatchObject({ isError: true, text: expect.stringContaining('session') });
  });

  it('a private wiki requires credentials', async () => {
    const hidden = await serveSample(folder, { private: true });
    onTestFinished(() => hidden.stop());
    expect((await post({}, undefined, hidden.mcp)).status).toBe(401);
    const client = await connect(hidden.mcp, { Authorization: `Bearer ${CREDENTIALS}` });
    expect((await call(client, 'get-history', { title: 'Main Page' })).data.revisions).not.toEqual([]);
  });
});

describe('the protocol', () => {
  it('resources are pages, categories and files, with completion of their titles', async () => {
    const client = await connect(server.mcp);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'wiki://page/{+title}',
      'wiki://category/{+title}',
      'wiki://file/{+title}',
    ]);
    const textOf = async (uri: string) => {
      const [first] = (await client.readResource({ uri })).contents;
      return first && 'text' in first ? first.text : '';
    };
    expect(await textOf('wiki://page/Help:First_requests')).toContain('Help:First requests');
    expect(await textOf('wiki://page/Main%20Page')).toContain('This wiki is small');
    expect(JSON.parse(await textOf('wiki://category/Generators')).results.length).toBeGreaterThan(5);
    expect(JSON.parse(await textOf('wiki://file/Request.svg'))).toMatchObject({ mime: 'image/svg+xml' });
    await expect(client.readResource({ uri: 'wiki://page/Nowhere' })).rejects.toThrow(/find-titles/);
    const complete = async (kind: string, value: string) => {
      const ref = { type: 'ref/resource' as const, uri: `wiki://${kind}/{+title}` };
      return (await client.complete({ ref, argument: { name: 'title', value } })).completion.values;
    };
    expect(await complete('page', 'Allpag')).toContain('Allpages');
    expect(await complete('category', 'Gener')).toContain('Generators');
    expect(await complete('file', 'Reque')).toContain('Request.svg');
  });

  it('prompts explain how to combine the tools', async () => {
    const client = await connect(server.mcp);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['research-topic', 'page-changes', 'what-links-here']);
    for (const { name, arguments: args = [] } of prompts) {
      const given = Object.fromEntries(args.map(each => [each.name, 'Herons']));
      const { messages } = await client.getPrompt({ name, arguments: given });
      expect(messages[0]?.content).toMatchObject({ type: 'text', text: expect.stringContaining('Herons') });
    }
  });

  it('long calls report their progress, and end when the client cancels them', async () => {
    const client = await connect(server.mcp);
    const titles = ['Allpages', 'Allusers', 'Allimages', 'Backlinks'];
    const reported: number[] = [];
    await client.callTool({ name: 'get-pages', arguments: { titles } }, { onprogress: ({ progress }) => reported.push(progress) });
    expect(reported).toEqual([1, 2, 3, 4]);
    const ending = new AbortController();
    const cancelled = client.callTool(
      { name: 'get-pages', arguments: { titles: [...titles, 'Main Page'] } },
      { signal: ending.signal, onprogress: () => ending.abort() },
    );
    await expect(cancelled).rejects.toThrow('abort');
  });

  it('failed calls are logged to the client', async () => {
    const client = await connect(server.mcp);
    const logged: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void logged.push(params.data));
    await call(client, 'get-page', { title: 'Nowhere' });
    expect(logged).toEqual([{ tool: 'get-page', problem: expect.stringContaining('missingtitle') }]);
  });
});
