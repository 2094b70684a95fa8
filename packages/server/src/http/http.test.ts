// The server over real HTTP: requests, responses and failures.
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { defineModule, f, p, Records } from '@wikiquery/core';
import { type AnyModule, type AnyPlugin, CONTRACT } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import jsonfm from '@wikiquery/format-jsonfm';
import { openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '../config/settings.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';
import { output } from '../observability/log.ts';
import { type Assembled, assemble } from '../wiki/assemble.ts';
import { listen } from './listen.ts';

const list = (name: string, prefix: string, read: (query: Parameters<AnyModule['execute']>[0]) => Promise<string>): AnyModule =>
  defineModule({
    group: 'list',
    name,
    prefix,
    summary: '',
    params: { text: p.string() },
    returns: f.record({ text: f.string() }),
    execute: async query => new Records([{ record: { text: await read(query) }, cursor: {} }]),
  }) as unknown as AnyModule;

/** Runs a statement over billions of rows. */
const endless = (db: WikiBuilder['db']) =>
  db
    .selectFrom(['page as a', 'page as b', 'page as c', 'page as d', 'page as e', 'page as f'])
    .select(is => is.fn.sum('a.page_len').as('sum'))
    .execute();
let lastSignal: AbortSignal | undefined;
let endlessEnded: Promise<unknown> = Promise.resolve();

const modules: Readonly<Record<string, AnyPlugin>> = {
  json,
  jsonfm,
  echo: list('echo', 'ec', async ({ params }) => params.text ?? ''),
  bug: list('bug', 'bu', async () => {
    throw new TypeError('the secret of the database');
  }),
  down: list('down', 'dn', async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  }),
  slow: list('slow', 'sl', async ({ db, request }) => {
    lastSignal = request.signal;
    const running = endless(db);
    endlessEnded = running.catch((error: unknown) => error);
    await running;
    return '';
  }),
  pause: list('pause', 'pa', async () => {
    begun.resolve();
    await wait(300);
    return 'done';
  }),
};

/** Resolves when a request for `pause` runs. */
let begun = Promise.withResolvers<void>();

let folder: string;
let wiki: WikiBuilder;
let assembled: Assembled;
let server: RunningServer;

async function start(more: object = {}): Promise<{ assembled: Assembled; server: RunningServer }> {
  const settings = {
    ...defaultSettings(folder),
    database: wiki.url,
    port: 0,
    deadline: 400,
    slow: 200,
    bodyLimit: 4096,
    images: join(folder, 'images'),
    trustProxy: ['loopback'],
    secretKey: 'k'.repeat(64),
    ...more,
  };
  const app = { root: folder, load: async (name: string) => ({ default: modules[name] }) };
  const made = await assemble(app, settings);
  return { assembled: made, server: await listen(made, settings) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-http-'));
  const dependencies = Object.fromEntries(Object.keys(modules).map(name => [name, '*']));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', dependencies }));
  for (const name of Object.keys(modules)) {
    await mkdir(join(folder, 'node_modules', name), { recursive: true });
    await writeFile(
      join(folder, 'node_modules', name, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', wikiquery: { contract: CONTRACT } }),
    );
  }
  for (const path of ['images/a', 'images/deleted']) await mkdir(join(folder, path), { recursive: true });
  for (const path of ['images/a/x.svg', 'images/deleted/x.svg']) await writeFile(join(folder, path), '<svg/>');
  wiki = await openWiki();
  for (const [i, title] of ['Main Page', 'Ä'].entries()) await wiki.page(title, { id: i + 1 });
  for (let i = 1; i < 40; i++) await wiki.page(`Page ${i}`, { id: 61 * i });
  vi.spyOn(output, 'write').mockImplementation(line => logged.push(String(line)) > 0);
  ({ assembled, server } = await start());
});
const logged: string[] = [];

afterAll(async () => {
  await server?.stop();
  await wiki?.close();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const api = () => `${server.origin}/w/api.php`;
const query = (rest: string) => `action=query&format=json&formatversion=2&${rest}`;
const titlesIn = async (response: Response) =>
  ((await response.json()) as { query?: { pages: { title: string }[] } }).query?.pages.map(page => page.title);

/** Returns a raw multipart form with one part. `head`: text after `name="`. */
const PARTS = (head: string, value: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${head}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n--b--\r\n'),
  ]);
const PARTED = { 'Content-Type': 'multipart/form-data; boundary=b' };

describe('a request', () => {
  it.each(['/w/api.php', '/api.php', '//api.php'])('gets a response at the path %s', async path => {
    expect(await titlesIn(await fetch(`${server.origin}${path}?${query('titles=Main_Page')}`))).toEqual(['Main Page']);
  });

  it.each<[string, RequestInit]>([
    ['urlencoded', { body: new URLSearchParams({ titles: 'Ä' }) }],
    ['urlencoded without charset', { body: 'titles=%C3%84', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }],
    ['not percent-encoded', { body: 'titles=Ä', headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' } }],
    ['multipart', { body: form({ titles: 'Ä' }) }],
    ['multipart', { body: PARTS('titles"\r\nContent-Type: text/plain; charset=iso-8859-1', 'Ä'), headers: PARTED }],
  ])('may be a POST whose body is %s, with further parameters in the URL', async (_type, init) => {
    expect(await titlesIn(await fetch(`${api()}?${query('')}`, { method: 'POST', ...init }))).toEqual(['Ä']);
  });

  it('may be a multipart form with an array parameter or with bytes that are not UTF-8', async () => {
    const send = async (name: string, value: string | Buffer) => {
      const init = { method: 'POST', body: PARTS(`${name}"`, value), headers: PARTED };
      return (await fetch(`${api()}?${query('prop=')}`, init)).json() as Promise<Record<string, never>>;
    };
    expect(await send('titles[]', 'Ä')).toEqual({
      batchcomplete: true,
      warnings: { main: { warnings: expect.stringContaining('titles') } },
    });
    const { warnings, query: answered } = await send('titles', Buffer.from([0x41, 0xff]));
    expect(warnings).toMatchObject({ query: { warnings: expect.stringContaining('titles') } });
    expect(answered).toMatchObject({ pages: [{ title: 'A\ufffd', invalid: true }] });
  });

  it.each<[string, RequestInit]>([
    ['a JSON body', { method: 'POST', body: '{"titles":"Ä"}', headers: { 'Content-Type': 'application/json' } }],
    ['a text body', { method: 'POST', body: 'titles=Ä', headers: { 'Content-Type': 'text/plain' } }],
    ['a file', { method: 'POST', body: form({ titles: new Blob(['Ä']) }) }],
    ['a content type without body', { headers: { 'Content-Type': 'application/json' } }],
  ])('has no parameters in %s', async (_what, init) => {
    expect(await titlesIn(await fetch(`${api()}?${query('prop=')}`, init))).toBeUndefined();
    expect(await titlesIn(await fetch(`${api()}?${query('titles=%C3%84')}`, init))).toEqual(['Ä']);
  });

  it.each([
    ['a URL that is not percent-encoded', `/w/api.php?${query('titles=Ä')}`, '400', 'badurl'],
    ['an endless URL', `/w/api.php?titles=${'x'.repeat(70_000)}`, '431', 'urltoolong'],
  ])('is rejected with an error code if it has %s', async (_what, path, status, code) => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const answer = await readText(socket);
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(answer).toContain(`"code":"${code}"`);
  });

  it('may use the method HEAD, which returns the headers of GET without a body', async () => {
    const url = `${api()}?${query('titles=Main_Page')}`;
    const [get, head] = [await fetch(url), await fetch(url, { method: 'HEAD' })];
    expect(await head.text()).toBe('');
    expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength));
    expect(head.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('may be a CORS preflight request with the method OPTIONS', async () => {
    const headers = { Origin: 'https://other.example', 'Access-Control-Request-Method': 'POST' };
    const response = await fetch(`${api()}?origin=*`, { method: 'OPTIONS', headers });
    expect([response.status, response.headers.get('access-control-allow-origin'), await response.text()]).toEqual([200, '*', '']);
  });

  it('is rejected with status 405 if its method is PUT', async () => {
    const response = await fetch(`${api()}?${query('')}`, { method: 'PUT' });
    expect([response.status, response.headers.get('mediawiki-api-error')]).toEqual([405, 'invalidmethod']);
    expect(await response.json()).toMatchObject({ error: { code: 'invalidmethod' } });
  });

  it.each<[string, RequestInit, number, string]>([
    ['a form that is too large', { body: new URLSearchParams({ titles: 'x'.repeat(5000) }) }, 413, 'requesttoolarge'],
    ['a multipart form that is too large', { body: form({ titles: 'x'.repeat(5000) }) }, 413, 'requesttoolarge'],
    ['a file that is too large', { body: form({ file: new Blob(['x'.repeat(5000)]) }) }, 413, 'requesttoolarge'],
    ['a form without boundary', { body: 'x', headers: { 'Content-Type': 'multipart/form-data' } }, 400, 'badform'],
    ['a truncated form', { body: '--b\r\nContent-Disp', headers: { 'Content-Type': 'multipart/form-data; boundary=b' } }, 400, 'badform'],
  ])('is rejected if it has %s', async (_what, init, status, code) => {
    const response = await fetch(`${api()}?${query('')}`, { method: 'POST', ...init });
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([status, code]);
  });

  it('is rejected as soon as a body of unknown length exceeds the limit', async () => {
    const body = new ReadableStream({
      async pull(controller) {
        await wait(1);
        controller.enqueue(new TextEncoder().encode('titles='.padEnd(1000, 'x')));
      },
    });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    // The response may arrive while the client is still sending, which some clients report as a failure.
    const sent = fetch(api(), { method: 'POST', body, headers, duplex: 'half' } as RequestInit).then(
      ({ status }) => status,
      () => 'failed',
    );
    expect([413, 'failed']).toContain(await sent);
    expect((await fetch(`${api()}?${query('')}`)).status).toBe(200);
  });

  it('has the client address that a trusted proxy forwards', async () => {
    const url = `${api()}?${query('assertuser=192.0.2.7')}`;
    expect(assembled.site).toBeDefined();
    const response = await fetch(url, { headers: { 'X-Forwarded-For': '192.0.2.7' } });
    expect((await response.json()) as object).not.toHaveProperty('error.code', 'assertnameduserfailed');
  });
});

describe('a response', () => {
  it('is compressed if it is long enough and the client accepts an encoding', async () => {
    const text = 'x'.repeat(3000);
    const get = (accepted: string, value: string) =>
      raw({ path: `/w/api.php?${query(`list=echo&ectext=${value}`)}`, headers: accepted ? { 'Accept-Encoding': accepted } : {} });
    expect((await get('gzip', text)).headers['content-encoding']).toBe('gzip');
    expect((await get('br, gzip', text)).headers['content-encoding']).toBe('br');
    expect((await get('gzip', 'small')).headers['content-encoding']).toBeUndefined();
    const plain = await get('', text);
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, undefined]);
    expect(JSON.parse(plain.body).query.echo[0].text).toBe(text);
  });

  it('leaves the connection open', async () => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    const ask = async () => {
      socket.write(`GET /w/api.php?${query('titles=Ä').replace('Ä', '%C3%84')} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      const [data] = (await once(socket, 'data')) as [Buffer];
      return data.toString();
    };
    expect(await ask()).toMatch(/^HTTP\/1.1 200[\s\S]*Content-Length: [\s\S]*"batchcomplete":true/);
    expect(await ask()).toMatch(/^HTTP\/1.1 200/);
    socket.destroy();
  });
});

describe('paths outside the APIs', () => {
  it('the start page and the page for unknown paths contain the address of the API', async () => {
    const home = await fetch(`${server.origin}/`);
    expect([home.headers.get('content-type'), await home.text()]).toEqual([
      'text/plain; charset=utf-8',
      expect.stringMatching(/^The API of .* is at \/w\/api\.php\n$/),
    ]);
    const missing = await fetch(`${server.origin}/w/index.php`);
    const text = await missing.text();
    expect([missing.status, text]).toEqual([404, expect.stringContaining('/w/api.php')]);
    expect(text).toContain('No pages here');
    expect((await fetch(`${server.origin}/healthz`, { method: 'POST' })).status).toBe(405);
  });

  it('serves uploaded files in a browser sandbox, but no deleted files', async () => {
    const file = await fetch(`${server.origin}/w/images/a/x.svg`);
    expect([file.status, file.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining('sandbox')]);
    for (const path of [
      '/images/deleted/x.svg',
      '/images/%64eleted/x.svg',
      '/images//deleted/x.svg',
      '/images/a/../deleted/x.svg',
      '/images/a/%2e%2e/deleted/x.svg',
    ]) {
      const { status } = await raw({ path });
      expect({ path, status }).not.toEqual({ path, status: 200 });
    }
  });

  it('serves health checks and metrics', async () => {
    const health = await fetch(`${server.origin}/healthz`);
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({ status: 'ok', database: { engine: 'sqlite', ok: true }, problems: [] });
    await fetch(`${api()}?${query('list=echo')}`);
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    expect(metrics).toMatch(/wikiquery_requests_total\{status="200"\} \d+/);
    expect(metrics).toMatch(/wikiquery_module_duration_seconds_count\{module="echo",outcome="ok"\} \d+/);
  });
});

describe('failures', () => {
  it('an internal error has an id, and the log entry with this id contains no private parameter values', async () => {
    const response = await fetch(`${api()}?${query('list=bug&butext=my+secret&lgtoken=t')}`);
    const { error } = (await response.json()) as { error: { code: string; info: string; errorclass: string } };
    expect([response.status, error.code, error.errorclass]).toEqual([200, 'internal_api_error_TypeError', 'TypeError']);
    expect(response.headers.get('mediawiki-api-error')).toBe('internal_api_error_TypeError');
    const id = response.headers.get('x-request-id') ?? '';
    expect(error.info).toContain(id);
    expect(error.info).not.toContain('secret of the database');
    const line = logged.find(each => each.includes(id)) ?? '';
    expect(JSON.parse(line)).toMatchObject({ level: 'error', id, query: expect.stringContaining('list=bug&butext=…&lgtoken=…') });
    expect(line).not.toContain('my+secret');
  });

  it('an unreachable database results in a response with status 503 and Retry-After', async () => {
    const response = await fetch(`${api()}?${query('list=down')}`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await response.json()).toMatchObject({ error: { code: 'internal_api_error_DBConnectionError' } });
  });

  it('a statement is cancelled at the deadline without blocking other requests', async () => {
    let ended = false;
    const slow = fetch(`${api()}?${query('list=slow')}`).finally(() => {
      ended = true;
    });
    await wait(50);
    expect((await fetch(`${api()}?${query('titles=Main_Page')}`)).status).toBe(200);
    expect(ended).toBe(false);
    const response = await slow;
    expect(await response.json()).toMatchObject({ error: { code: 'internal_api_error_DBQueryTimeoutError' } });
    expect(logged.some(line => line.includes('"slow-statement"') && line.includes('sum('))).toBe(true);
  });

  it('a statement is cancelled when its client disconnects', async () => {
    const away = new AbortController();
    const gone = fetch(`${api()}?${query('list=slow')}`, { signal: away.signal }).catch((error: unknown) => error);
    await wait(100);
    away.abort();
    await gone;
    await vi.waitFor(() => expect(lastSignal?.aborted).toBe(true), { timeout: 10_000 });
    expect(await endlessEnded).toMatchObject({ name: 'QueryCancelledError' });
    expect((await fetch(`${api()}?${query('')}`)).status).toBe(200);
  });

  it('a client that disconnects while it sends a form does not affect other clients', async () => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.write(
      'POST /w/api.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ntitles=',
    );
    await wait(50);
    socket.destroy();
    expect((await fetch(`${api()}?${query('')}`)).status).toBe(200);
  });
});

it('finishes the running request before it stops', async () => {
  const other = await start();
  begun = Promise.withResolvers();
  const running = fetch(`${other.server.origin}/w/api.php?${query('list=pause')}`);
  await begun.promise;
  const stopping = other.server.stop();
  expect(await (await running).json()).toMatchObject({ query: { pause: [{ text: 'done' }] } });
  await stopping;
  await expect(fetch(`${other.server.origin}/healthz`)).rejects.toThrow('fetch failed');
});

it('rejects with an explanation if the port is in use', async () => {
  const port = Number(new URL(server.origin).port);
  await expect(start({ port })).rejects.toThrow(/Port \d+ of 127.0.0.1 is in use/);
});

function form(fields: Readonly<Record<string, string | Blob>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

/** Sends a request without the headers that `fetch` adds, and without normalizing the path as `fetch` does. */
async function raw({ path, headers = {} }: { path: string; headers?: Record<string, string> }) {
  const { hostname, port } = new URL(server.origin);
  const request = httpRequest({ hostname, port, path, headers });
  request.end();
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() };
}
