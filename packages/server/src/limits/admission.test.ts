// Requests for API descriptions, health checks and metrics: they count toward the client's limits, and responses come from memory.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EncodedText } from '../http/encodings.ts';
import { serveMinimal } from '../http/serve-minimal.test-kit.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';

const RATE = 5;
const QUERY = '/w/api.php?action=query&meta=siteinfo&format=json';

let folder: string;
let server: RunningServer & { readonly port: number };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-admission-'));
  server = await serveMinimal(folder, { trustProxy: ['loopback'], clientRate: RATE, clientClasses: { identified: { rate: 2 * RATE } } });
}, 60_000);
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true });
});

const ask = (path: string, ip: string, headers: Record<string, string> = {}) =>
  fetch(`${server.origin}${path}`, { headers: { 'X-Forwarded-For': ip, ...headers } });
const statuses = async (count: number, path: string, ip: string) => {
  const found: number[] = [];
  for (let i = 0; i < count; i++) found.push((await ask(path, ip)).status);
  return found;
};
const WITHIN = Array.from({ length: RATE }, () => 200);

describe('a client over the limit', () => {
  it.each(['/openapi.json', '/schema', '/schema/meta/siteinfo.json'])('gets status 429 for %s', async path => {
    const ip = `192.0.2.${path.length}`;
    expect(await statuses(RATE + 2, path, ip)).toEqual([...WITHIN, 429, 429]);
    const refused = await ask(path, ip);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await refused.json()).toMatchObject({ error: { code: 'ratelimited' } });
  });

  it('gets status 429 for queries after too many requests for API descriptions', async () => {
    expect(await statuses(RATE, '/openapi.json', '192.0.2.101')).toEqual(WITHIN);
    expect((await ask(QUERY, '192.0.2.101')).status).toBe(429);
    expect((await ask(QUERY, '192.0.2.102')).status).toBe(200);
  });

  it('has the limit of its class, whether the contact is in the User-Agent or in Api-User-Agent', async () => {
    for (const headers of [{ 'User-Agent': 'heron/1 (https://wiki.example/)' }, { 'Api-User-Agent': 'gadget (User:Wren)' }]) {
      const ip = `192.0.2.${Object.keys(headers)[0]!.length + 90}`;
      for (let i = 0; i < 2 * RATE; i++) expect((await ask('/openapi.json', ip, headers)).status).toBe(200);
    }
  });

  it('does not make health checks from its own address fail', async () => {
    expect(await statuses(RATE, QUERY, '192.0.2.111')).toEqual(WITHIN);
    expect((await ask(QUERY, '192.0.2.111')).status).toBe(429);
    expect(await statuses(2, '/readyz', '192.0.2.111')).toEqual([200, 200]);
    expect(await statuses(2, '/healthz', '192.0.2.111')).toEqual([200, 200]);
    expect(await statuses(2, '/metrics', '192.0.2.111')).toEqual([200, 429]);
    expect(await statuses(1, '/livez', '192.0.2.112')).toEqual([200]);
  });
});

it('API descriptions are compressed once, and not sent again to a client that has cached them', async () => {
  const headers = { 'Accept-Encoding': 'gzip' };
  const first = await ask('/openapi.json', '192.0.2.121', headers);
  expect([first.status, first.headers.get('content-encoding'), first.headers.get('vary')]).toEqual([200, 'gzip', 'Accept-Encoding']);
  expect(await first.json()).toMatchObject({ openapi: expect.any(String) });
  const known = { ...headers, 'If-None-Match': String(first.headers.get('etag')) };
  expect((await ask('/openapi.json', '192.0.2.121', known)).status).toBe(304);
  const text = new EncodedText('x'.repeat(10_000));
  expect(text.in('br')).toBe(text.in('br'));
});

it('metrics are collected at most once a second', async () => {
  const both = await Promise.all([1, 2].map(async i => (await ask('/metrics', `192.0.2.13${i}`)).text()));
  expect(both[0]).toContain('process_cpu_seconds_total');
  expect(both[1]).toBe(both[0]);
  await delay(1100);
  expect(await (await ask('/metrics', '192.0.2.133')).text()).not.toBe(both[0]);
});

it('the response to a HEAD request has the headers of a GET response, and no body', async () => {
  for (const path of ['/openapi.json', '/livez']) {
    const sent = request(`${server.origin}${path}`, { method: 'HEAD', headers: { 'X-Forwarded-For': '192.0.2.141' } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect([response.statusCode, Number(response.headers['content-length']) > 0, (await buffer(response)).length]).toEqual([200, true, 0]);
  }
});

describe('a connection whose client does not wait for responses', () => {
  const pipelined = (count: number, last = '') =>
    Array.from({ length: count }, (_, i) => {
      const more = i === count - 1 ? last : '';
      return `GET ${QUERY}&requestid=r${i} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.${(i % 50) + 150}\r\n${more}\r\n`;
    }).join('');
  const exchange = async (bytes: string): Promise<string> => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(bytes);
    return text(socket).catch(() => '');
  };

  it('receives the responses to a hundred pipelined requests in order', async () => {
    const ids = (await exchange(pipelined(100, 'Connection: close\r\n'))).match(/"requestid":"r\d+"/g);
    expect(ids).toEqual(Array.from({ length: 100 }, (_, i) => `"requestid":"r${i}"`));
  });

  it('is closed after thousands of pipelined requests, while other clients get responses', async () => {
    const flood = pipelined(5000);
    const floods = Array.from({ length: 5 }, () => exchange(flood));
    expect((await ask(QUERY, '192.0.2.201')).status).toBe(200);
    for (const responses of await Promise.all(floods)) expect(responses.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThan(5000);
  });
});
