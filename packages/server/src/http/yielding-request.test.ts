import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createServer } from './node-http.ts';
import { YieldingRequest } from './yielding-request.ts';

/** Bytes that Node reads from a connection at once. */
const READ = 65_536;
const CHUNK = '1\r\na\r\n';

it.each(['flowing', 'paused repeatedly'])('processes at most one read of tiny chunks per event-loop tick when %s', async how => {
  const chunks: number[] = [];
  const body: string[] = [];
  const server = createServer({ IncomingMessage: YieldingRequest }, (request, response) => {
    let isNewTick = true;
    request.on('data', (chunk: Buffer) => {
      body.push(String(chunk));
      if (isNewTick) {
        isNewTick = false;
        chunks.push(0);
        setImmediate(() => (isNewTick = true));
        // The rest of the body arrives while the event loop is blocked.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      }
      (chunks[chunks.length - 1] as number)++;
      if (how !== 'flowing' && body.length % 5000 === 0) {
        request.pause();
        setTimeout(() => request.resume(), 5);
      }
    });
    request.on('end', () => response.end('whole'));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n';
  // The second request proves that the server still reads the connection.
  socket.write(`${head}\r\n${CHUNK.repeat(100_000)}0\r\n\r\n`);
  socket.write(`${head}Connection: close\r\n\r\n${CHUNK.repeat(3)}0\r\n\r\n`);
  const responses = await text(socket);
  expect(responses.match(/whole/g)).toHaveLength(2);
  expect(body.join('')).toBe('a'.repeat(100_003));
  expect(Math.max(...chunks)).toBeLessThanOrEqual(READ / CHUNK.length + 1);
});
