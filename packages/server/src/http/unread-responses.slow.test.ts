// Clients that do not read responses, over real sockets: they do not block other clients, and the number of their responses is limited.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendBytes } from '@wikiquery/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { RunningServer } from '../lifecycle/running-server.ts';
import { HttpConnections } from './connections.ts';
import { encodingFor } from './encodings.ts';
import { serveMinimal } from './serve-minimal.test-kit.ts';

const LONG = 'x'.repeat(8 << 20);
const QUERY = '/w/api.php?action=query&meta=siteinfo&format=json';
const EDIT = '/w/api.php?action=edit';

let folder: string;
let upstream: Server;
let direct: RunningServer & { readonly port: number };
let proxy: RunningServer & { readonly port: number };
const sockets: Socket[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-unread-'));
  const bytes = Buffer.from(LONG);
  upstream = createServer(({ url = '', socket }, response) => {
    if (url.includes('switch')) socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    else response.end(url.includes('long') ? bytes : '{}');
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  const api = new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/w/api.php`);
  direct = await serveMinimal(folder, { trustProxy: ['loopback'] }, ({ answer }) => ({
    async answer(request, key) {
      const response = await answer(request, key);
      return request.query.includes('long') ? { ...response, body: LONG, isAscii: true } : response;
    },
  }));
  proxy = await serveMinimal(folder, { upstream: api });
}, 60_000);
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await direct?.stop();
  await proxy?.stop();
  upstream?.closeAllConnections();
  upstream?.close();
  await rm(folder, { recursive: true });
});

const requestFor = (target: string, client: string): string =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${client}\r\nConnection: close\r\n\r\n`;

/** Sends a request and reads only the status. */
async function askWithoutReading(port: number, target: string, client: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: client.startsWith('127.') ? client : '127.0.0.1' });
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(requestFor(target, client));
  await once(socket, 'readable');
  return String(socket.read(12)).slice(9);
}

const statusOf = async (port: number, target: string, client: string): Promise<string> =>
  (await sendBytes(port, requestFor(target, client), client.startsWith('127.') ? client : '127.0.0.1')).slice(9, 12);

it('a client that does not read its responses gets no further ones, but other clients do', { timeout: 30_000 }, async () => {
  const [greedy, other] = ['192.0.2.1', '192.0.2.2'];
  const begun = await Promise.all(Array.from({ length: 10 }, (_, i) => askWithoutReading(direct.port, `${QUERY}&long=${i}`, greedy)));
  expect(new Set(begun)).toEqual(new Set(['200']));
  await vi.waitFor(async () => expect(await statusOf(direct.port, QUERY, greedy)).toBe('429'), { timeout: 15_000, interval: 200 });
  expect(await statusOf(direct.port, QUERY, other)).toBe('200');
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect(await statusOf(direct.port, QUERY, greedy)).toBe('200'), { timeout: 15_000, interval: 200 });
});

it('in proxy mode, clients that do not read responses do not occupy all upstream connections', { timeout: 120_000 }, async () => {
  const greedy = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
  for (const client of greedy) {
    const begun = await Promise.all(Array.from({ length: 64 }, () => askWithoutReading(proxy.port, `${EDIT}&long`, client)));
    expect(new Set(begun)).toEqual(new Set(['200']));
  }
  for (let i = 0; i < 20; i++) expect(await statusOf(proxy.port, EDIT, '127.0.0.9')).toBe('200');
});

it('in proxy mode, a client gets an error if the upstream switches to another protocol', { timeout: 30_000 }, async () => {
  expect(await statusOf(proxy.port, `${EDIT}&switch`, '127.0.0.9')).toBe('503');
});

it('all addresses of an IPv6 /64 share the connection limit of one address', () => {
  const server = createServer();
  const connections = new HttpConnections(server, { clients: 1000, clientsPerAddress: 3, trustProxy: [] });
  const accepted = (address: string): boolean => {
    const socket = new Socket();
    sockets.push(socket);
    Object.defineProperty(socket, 'remoteAddress', { value: address });
    server.emit('connection', socket);
    return !socket.destroyed;
  };
  expect([1, 2, 3, 4].map(i => accepted(`2001:db8:0:1:${i}::${i}`))).toEqual([true, true, true, false]);
  expect(accepted('2001:db8:0:2::1')).toBe(true);
  expect([1, 2, 3, 4].map(i => accepted(`::ffff:192.0.2.${i}`))).toEqual([true, true, true, true]);
  expect([1, 2, 3, 4].map(() => accepted('192.0.2.1'))).toEqual([true, true, false, false]);
  expect([1, 2, 3, 4].map(() => accepted('::1'))).toEqual([true, true, true, true]);
  expect(connections).toBeDefined();
});

it('an Accept-Encoding header of many thousand elements is not parsed', () => {
  expect(encodingFor('gzip, br')).toBe('br');
  expect(encodingFor(`br${',br'.repeat(20_000)}`)).toBeUndefined();
});
