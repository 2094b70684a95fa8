// Request bodies that stall, are too many or arrive in tiny chunks: over real sockets, from several addresses of this machine.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type RecordingUpstream, recordingUpstream } from '@wikiquery/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../lifecycle/running-server.ts';
import { RequestBodies } from '../limits/request-bodies.ts';
import { serveMinimal } from './serve-minimal.test-kit.ts';

const [GREEDY, OTHER] = ['127.0.0.2', '127.0.0.3'];
const LIMIT = 8 << 20;
const FILLING = Buffer.alloc(LIMIT, 'x');
const QUERY = 'action=query&meta=siteinfo&format=json';
/** Body timeouts: one that is longer than the stalls of a test, and one that is short enough to observe an abort. */
const [PATIENT, IMPATIENT] = [
  { patience: 60_000, look: 1000 },
  { patience: 400, look: 50 },
];

let folder: string;
let upstream: RecordingUpstream;
const sockets: Socket[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-bodies-'));
  upstream = await recordingUpstream();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await upstream.stop();
  await rm(folder, { recursive: true });
});

type Server = RunningServer & { readonly port: number };
const serve = (pace: { patience: number; look: number }, isProxy: boolean): Promise<Server> =>
  serveMinimal(folder, isProxy ? { upstream: upstream.api } : {}, ({ context }) => ({
    context: { ...context, bodies: new RequestBodies(pace) },
  }));

interface Stalled {
  readonly socket: Socket;
  /** Status code of the response, or an empty string if none was received. */
  status: string;
}

/** Sends all but the last `missing` bytes of a body, and leaves the connection open. */
async function stall(
  port: number,
  target: string,
  { length = LIMIT, missing = 10, from = GREEDY, type = 'application/x-www-form-urlencoded' } = {},
) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  sockets.push(socket);
  const stalled: Stalled = { socket, status: '' };
  socket.on('error', () => {});
  socket.on('data', data => (stalled.status ||= String(data).slice(9, 12)));
  await once(socket, 'connect');
  socket.write(`POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`);
  socket.write(FILLING.subarray(0, length - missing));
  return stalled;
}

/** Sends a whole body. Returns the status and the text of the response, or an error code as the status. */
async function post(port: number, target: string, body: string | Readable, { from = OTHER, agent = false as Agent | false } = {}) {
  const sent = request({
    port,
    host: '127.0.0.1',
    path: target,
    method: 'POST',
    localAddress: from,
    agent,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(typeof body === 'string' && { 'Content-Length': Buffer.byteLength(body) }),
    },
  });
  if (typeof body === 'string') sent.end(body);
  else body.pipe(sent);
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, text: await text(response) };
  } catch (error) {
    return { status: String((error as NodeJS.ErrnoException).code), text: '' };
  }
}

describe.each([
  ['alone', false, '/w/api.php', QUERY],
  ['in proxy mode', true, '/w/api.php', QUERY],
  ['in proxy mode, for the upstream', true, '/w/rest.php/v1/page', 'x=1'],
])('a server %s', (_name, isProxy, target, form) => {
  let server: Server;
  beforeAll(async () => {
    server = await serve(PATIENT, isProxy);
  }, 60_000);
  afterAll(() => server?.stop());

  it('500 stalled bodies of one client do not make requests of another client fail', { timeout: 120_000 }, async () => {
    const begun = upstream.begun.count;
    const stalled = await Promise.all(Array.from({ length: 500 }, () => stall(server.port, target)));
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const statuses = new Map<unknown, number>();
    const sizes = [0, 1000, 100_000];
    await Promise.all(
      Array.from({ length: 300 }, async (_, i) => {
        const { status } = await post(server.port, target, `${form}&y=${'x'.repeat(sizes[i % 3]!)}`, { agent });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
    );
    agent.destroy();
    expect([...statuses]).toEqual([[200, 300]]);
    // Bodies with a response were rejected; the other bodies are within the client's memory limit.
    const refused = stalled.filter(({ status }) => status !== '');
    expect([...new Set(refused.map(({ status }) => status))].filter(status => status !== '429' && status !== '503')).toEqual([]);
    // A slow client occupies only a few upstream connections.
    const waiting = upstream.begun.count - begun - (target.includes('rest') ? 300 : 0);
    expect(waiting).toBeLessThanOrEqual(8);
  });

  it('releases the memory of a body after the response', { timeout: 60_000 }, async () => {
    for (let i = 0; i < 12; i++)
      expect((await post(server.port, target, `${form}&y=${'x'.repeat(7 << 20)}`, { from: '127.0.0.4' })).status).toBe(200);
  });

  it('reads small bodies of a client whose large bodies have used up its memory limit', async () => {
    await Promise.all(Array.from({ length: 30 }, () => stall(server.port, target, { from: '127.0.0.5' })));
    for (let i = 0; i < 20; i++)
      expect((await post(server.port, target, `${form}&y=${'x'.repeat(10_000)}`, { from: '127.0.0.5' })).status).toBe(200);
  });

  it('reads a body of tiny chunks completely', { timeout: 60_000 }, async () => {
    const pieces = Readable.from(
      (function* () {
        for (const piece of `${form}&y=`) yield piece;
        for (let i = 0; i < 20_000; i++) yield 'xy';
      })(),
      { objectMode: true },
    );
    const before = upstream.received.length;
    expect((await post(server.port, target, pieces)).status).toBe(200);
    const received = target.includes('rest') ? [`${form}&y=${'xy'.repeat(20_000)}`] : [];
    expect(upstream.received.slice(before).map(({ body }) => body)).toEqual(received);
  });
});

describe.each([
  ['alone', false, '/w/api.php'],
  ['in proxy mode', true, '/w/api.php'],
  ['in proxy mode, for the upstream', true, '/w/rest.php/v1/page'],
])('a stalled body on a server %s', (_name, isProxy, target) => {
  let server: Server;
  beforeAll(async () => {
    server = await serve(IMPATIENT, isProxy);
  }, 60_000);
  afterAll(() => server?.stop());

  it.each([100, 200_000])('is aborted with status 408 if its length is %d bytes', { timeout: 20_000 }, async length => {
    const { socket, status } = await stall(server.port, target, { length, from: OTHER });
    const response = status + (await text(socket));
    expect(response).toMatch(/^HTTP\/1\.1 408 .*Connection: close.*requestincomplete/is);
  });

  it('is aborted while it trickles, but not while it arrives steadily', { timeout: 20_000 }, async () => {
    const { socket } = await stall(server.port, target, { length: 100_000, missing: 99_000, from: OTHER });
    const trickle = setInterval(() => socket.write('x'), 20);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(trickle);
    const steady = await stall(server.port, target, { length: 100_000, missing: 90_000, from: OTHER });
    for (let i = 0; i < 30; i++) {
      await delay(50);
      steady.socket.write(Buffer.alloc(3000, 'x'));
    }
    await once(steady.socket, 'data');
    expect(steady.status).toBe('200');
  });
});

it('in proxy mode, a body over the size limit for queries reaches the upstream completely', { timeout: 60_000 }, async () => {
  const server = await serve(PATIENT, true);
  try {
    for (const target of ['/w/api.php', '/w/rest.php/v1/page', '/w/index.php']) {
      const body = `action=upload&x=${'x'.repeat(20 << 20)}`;
      for (const sent of [
        body,
        Readable.from(
          Buffer.from(body)
            .toString()
            .match(/.{1,65000}/gs) ?? [],
        ),
      ]) {
        const before = upstream.received.length;
        expect((await post(server.port, target, sent)).status).toBe(200);
        expect(upstream.received.slice(before).map(received => received.body === body)).toEqual([true]);
      }
    }
  } finally {
    await server.stop();
  }
});

it('bodies of clients that use most memory are aborted at the total limit, and those of others are read', { timeout: 60_000 }, async () => {
  const server = await serve(PATIENT, false);
  try {
    const many = Array.from({ length: 12 }, (_, i) => `127.0.1.${i + 1}`);
    await Promise.all(many.flatMap(from => [stall(server.port, '/w/api.php', { from }), stall(server.port, '/w/api.php', { from })]));
    await delay(200);
    for (let i = 0; i < 20; i++) expect((await post(server.port, '/w/api.php', `${QUERY}&y=${'x'.repeat(1 << 20)}`)).status).toBe(200);
  } finally {
    await server.stop();
  }
});
