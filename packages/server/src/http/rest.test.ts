// The REST API over HTTP, on a standalone server and in proxy mode.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultSettings, type Settings } from '../config/settings.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';
import { output } from '../observability/log.ts';
import { assemble } from '../wiki/assemble.ts';
import { listen } from './listen.ts';

let wiki: TestWiki;
let folder: string;
const servers: RunningServer[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-rest-'));
  wiki = await openWiki();
  await wiki.page('Pier', { text: 'wood' });
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await wiki.close();
  await rm(folder, { recursive: true, force: true });
});

async function serve(more: Partial<Settings> & { readonly upstream?: URL; readonly answers?: readonly string[] } = {}): Promise<string> {
  const root = fileURLToPath(new URL('../../../../apps/server', import.meta.url));
  const settings = { ...defaultSettings(folder), database: wiki.url, port: 0, secretKey: 'k'.repeat(64), ...more };
  const app = { root, load: (name: string) => import(import.meta.resolve(name, `file://${root}/src/main.ts`)) };
  const server = await listen(await assemble(app, settings), settings);
  servers.push(server);
  return server.origin;
}

describe('a standalone server', () => {
  let origin: string;
  beforeAll(async () => {
    origin = await serve({ requestLog: 1 });
  });

  it('serves the REST API below the script path and below the root', async () => {
    for (const entry of ['/w/rest.php', '/rest.php']) {
      const answer = await fetch(`${origin}${entry}/v1/page/Pier`);
      expect({ status: answer.status, ...((await answer.json()) as object) }).toMatchObject({ status: 200, source: 'wood' });
      expect(answer.headers.get('vary')).toContain('x-restbase-compat');
    }
    const nowhere = await fetch(`${origin}/w/rest.php`, { redirect: 'manual' });
    expect([nowhere.status, nowhere.headers.get('location')]).toEqual([308, '/w/rest.php/']);
    expect((await fetch(`${origin}/w/rest.phpx/v1/page/Pier`)).headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('responds with status 405 to a method that a REST route lacks, without reading the body', async () => {
    const answer = await fetch(`${origin}/w/rest.php/v1/page/Pier`, { method: 'DELETE', body: 'x'.repeat(100) });
    expect([answer.status, answer.headers.get('allow'), answer.headers.get('connection')]).toEqual([405, 'HEAD, GET', 'close']);
  });

  it('reads the body of a POST request to a REST route, up to the size limit', async () => {
    const post = async (body: string | Buffer<ArrayBuffer> | URLSearchParams | FormData, type?: string) => {
      const headers = type === undefined ? {} : { 'content-type': type };
      const answer = await fetch(`${origin}/w/rest.php/v1/transform/wikitext/to/html?body_only=1`, { method: 'POST', body, headers });
      return [answer.status, await answer.text()] as const;
    };
    expect(await post('{"wikitext":"é"}', 'application/json')).toEqual([200, '<p>é\n</p>']);
    expect(await post(new URLSearchParams({ wikitext: 'é' }))).toEqual([200, '<p>é\n</p>']);
    const form = new FormData();
    form.set('wikitext', 'é');
    expect(await post(form)).toEqual([200, '<p>é\n</p>']);
    expect((await post(Buffer.from('7b22ff227d', 'hex'), 'application/json'))[0]).toBe(400);
    expect((await post(' '.repeat(9 << 20), 'application/json'))[0]).toBe(413);
    expect((await post('x', 'text/plain'))[0]).toBe(415);
  });

  it('counts REST requests, and logs them without titles and parameter values, but logs no health checks', async () => {
    const lines: string[] = [];
    const writing = vi.spyOn(output, 'write').mockImplementation(line => lines.push(String(line)) > 0);
    await (await fetch(`${origin}/readyz`)).text();
    await (await fetch(`${origin}/w/rest.php/v1/page/Pier/bare?secret=1`)).text();
    await vi.waitFor(() => expect(lines.join('')).toContain('"request"'), { timeout: 10_000 });
    writing.mockRestore();
    expect(lines.join('')).toContain('"path":"/w/rest.php/v1/page/…"');
    expect(lines.join('')).not.toMatch(/Pier|secret=1|readyz/);
    expect(await (await fetch(`${origin}/metrics`)).text()).toMatch(
      /wikiquery_action_duration_seconds_count\{action="rest=page",outcome="ok"\} [1-9]/,
    );
  });
});

describe('a server in proxy mode', () => {
  let behind: Server;
  let upstream: URL;
  beforeAll(async () => {
    behind = createServer(async (request, response) => response.end(`${request.method} ${request.url} ${await text(request)}`));
    await once(behind.listen(0, '127.0.0.1'), 'listening');
    upstream = new URL(`http://127.0.0.1:${(behind.address() as AddressInfo).port}/mw/api.php`);
  });
  afterAll(() => behind.close());

  const ask = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();

  it('forwards all REST requests and actions other than queries to the upstream by default', async () => {
    const origin = await serve({ upstream });
    expect(await ask(`${origin}/w/rest.php/v1/page/Pier%2FA?x=1`)).toBe('GET /mw/rest.php/v1/page/Pier%2FA?x=1 ');
    expect(await ask(`${origin}/w/rest.php/v1/page/Pier`, { method: 'PUT', body: '{}' })).toBe('PUT /mw/rest.php/v1/page/Pier {}');
    expect(await ask(`${origin}/w/api.php?action=opensearch&search=pi`)).toBe('GET /mw/api.php?action=opensearch&search=pi ');
  });

  it('handles the routes and actions in the setting "answers", and forwards other requests', async () => {
    const origin = await serve({ upstream, answers: ['rest=page', 'opensearch'] });
    expect(JSON.parse(await ask(`${origin}/w/rest.php/v1/page/Pier`))).toMatchObject({ source: 'wood' });
    expect(await ask(`${origin}/w/rest.php/v1/page/Pier/history`)).toBe('GET /mw/rest.php/v1/page/Pier/history ');
    expect(await ask(`${origin}/w/rest.php/v1/page/Pier`, { method: 'PUT', body: '{}' })).toMatch(/^PUT/);
    expect(await ask(`${origin}/w/rest.php/v1/page/Pier`, { headers: { authorization: 'OAuth x' } })).toMatch(/^GET/);
    expect(JSON.parse(await ask(`${origin}/w/api.php?action=opensearch&search=pi`))[1]).toEqual(['Pier']);
    expect(await ask(`${origin}/w/api.php?action=parse`)).toMatch(/^GET/);
    expect(await ask(`${origin}/w/rest.php/v1/transform/wikitext/to/html`, { method: 'POST', body: '{}' })).toMatch(/^POST .*\{\}$/);
  });

  it('handles a POST request to a route in the setting "answers"', async () => {
    const origin = await serve({ upstream, answers: ['rest=transform'] });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"wikitext":"x","body_only":true}' };
    expect(await ask(`${origin}/w/rest.php/v1/transform/wikitext/to/html`, init)).toBe('<p>x\n</p>');
    expect(await ask(`${origin}/w/rest.php/v1/transform/html/to/wikitext`, init)).toMatch(/^POST/);
  });
});
