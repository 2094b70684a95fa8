// If a client resets its connection before the server accepts it, the client's address is lost. The request must not count as local.
import { execFileSync } from 'node:child_process';
import { sendBytes } from '@wikiquery/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ProxiedUpstream, serveProxied } from './proxied.test-kit.ts';

let server: ProxiedUpstream;
beforeAll(async () => {
  server = await serveProxied();
}, 60_000);
afterAll(() => server?.stop());

const requestOf = (id: string): string => `GET /w/api.php?action=edit&id=${id} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

/** Sends a request from another process, which then disconnects. Meanwhile this process is blocked and accepts no connection. */
const sendAndLeave = (id: string, leave: string): unknown =>
  execFileSync(process.execPath, [
    '--eval',
    `const socket = require('node:net').connect(${server.port}, '127.0.0.1', () =>
      socket.write(${JSON.stringify(requestOf(id))}, () => setTimeout(() => ${leave}, 20)));`,
  ]);

it("a disconnected client's request is forwarded with the client's own address or not at all", { timeout: 60_000 }, async () => {
  for (let i = 0; i < 5; i++) sendAndLeave('reset', 'socket.resetAndDestroy()');
  sendAndLeave('left', 'process.exit()');
  await sendBytes(server.port, requestOf('last'));
  const received = server.upstream.received.map(({ target, headers }) => [target.replace(/.*id=/, ''), headers['x-forwarded-for']]);
  expect(received.at(-1)).toEqual(['last', '127.0.0.1']);
  expect(received.filter(([, address]) => address !== '127.0.0.1')).toEqual([]);
  expect(received.map(([id]) => id)).not.toContain('reset');
});
