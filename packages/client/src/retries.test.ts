import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { wiki } from './index.ts';
import { fetchPatiently, type Pause, retryAfterOf } from './retries.ts';

describe('retryAfterOf', () => {
  const NOW = Date.UTC(1994, 10, 6, 8, 49, 7);
  const read = (value?: string) => retryAfterOf(new Headers(value === undefined ? {} : { 'Retry-After': value }), NOW);

  it.each([
    ['0', 0],
    ['120', 120],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 30],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 30],
    ['Sun Nov  6 08:49:37 1994', 30],
    ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  ])('reads %s', (value, seconds) => {
    expect(read(value)).toBe(seconds);
  });

  it('returns a number that is longer than any limit for very many digits', () => {
    expect(read('9'.repeat(5000))).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([undefined, '', '-1', '1.5', '1e3', '0x10', 'soon', 'Sun, 99 Nov 1994 08:49:37 GMT', `Sun, ${'1 '.repeat(5000)}`])(
    'disregards %s',
    value => {
      expect(read(value)).toBeUndefined();
    },
  );
});

/** Starts a server that sends these responses in turn, and repeats the last one. */
async function serve(...responses: readonly (readonly [status: number, retryAfter?: string | undefined])[]) {
  const served = { url: '', requests: 0 };
  const server = createServer((_request, response) => {
    const [status, retryAfter] = responses[Math.min(served.requests++, responses.length - 1)] as [number, string?];
    response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end('{"query":{}}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  served.url = `http://127.0.0.1:${port}/w/api.php`;
  return served;
}

describe('fetchPatiently', () => {
  it.each([
    [429, '1'],
    [503, '1'],
    [429, undefined],
  ])('sends a request again after status %s with Retry-After %s', async (status, retryAfter) => {
    const server = await serve([status, retryAfter], [200]);
    const pauses: Pause[] = [];
    const before = performance.now();
    expect((await fetchPatiently(server.url, { onPause: pause => pauses.push(pause) })).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(900);
    expect([server.requests, pauses]).toEqual([2, [{ host: new URL(server.url).host, seconds: 1 }]]);
  });

  it.each([
    ['an HTTP date that is too late', 429, new Date(Date.now() + 3_600_000).toUTCString()],
    ['too many seconds', 503, '61'],
    ['status 503 without Retry-After', 503, undefined],
    ['another status', 500, '1'],
  ])('does not send a request again after %s', async (_what, status, retryAfter) => {
    const server = await serve([status, retryAfter], [200]);
    expect((await fetchPatiently(server.url)).status).toBe(status);
    expect(server.requests).toBe(1);
  });

  it('resolves to the last response after the maximum number of retries', async () => {
    const server = await serve([429, '1']);
    expect((await fetchPatiently(server.url, { retries: 1 })).status).toBe(429);
    expect(server.requests).toBe(2);
  });

  it('can be aborted during a pause', async () => {
    const server = await serve([429, '60']);
    const stop = new AbortController();
    const sent = fetchPatiently(server.url, { signal: stop.signal, onPause: () => stop.abort(new Error('stopped')) });
    await expect(sent).rejects.toThrow('stopped');
  });
});

describe('a client', () => {
  it('waits until the HTTP date of Retry-After', async () => {
    const server = await serve([429, new Date(Date.now() + 2000).toUTCString()], [200]);
    const pauses: Pause[] = [];
    await wiki(server.url, { onPause: pause => pauses.push(pause) }).request({ action: 'query' });
    expect([server.requests, pauses.length]).toEqual([2, 1]);
  });

  it('rejects with the status if Retry-After is longer than the longest pause', async () => {
    const server = await serve([429, new Date(Date.now() + 3_600_000).toUTCString()]);
    await expect(wiki(server.url, { longestPause: 60 }).request({ action: 'query' })).rejects.toMatchObject({ code: 'http-429' });
    expect(server.requests).toBe(1);
  });
});
