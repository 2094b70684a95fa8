// Clients that are slow, broken or hostile, over real sockets.
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { defineModule, f, p, Records } from '@wikiquery/core';
import { type AnyModule, CONTRACT } from '@wikiquery/core/host';
import json from '@wikiquery/format-json';
import jsonfm from '@wikiquery/format-jsonfm';
import { openWiki, type WikiBuilder } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '../config/settings.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';
import { output } from '../observability/log.ts';
import { assemble } from '../wiki/assemble.ts';
import { listen } from './listen.ts';

/** Module that returns a text of some length, after it has blocked the event loop for some milliseconds. */
const busy = defineModule({
  group: 'list',
  name: 'busy',
  prefix: 'bs',
  summary: '',
  params: { length: p.int().default(1), milliseconds: p.int().default(0) },
  returns: f.record({ text: f.string() }),
  async execute({ params: { length, milliseconds } }) {
    const worked = () => process.threadCpuUsage().user / 1000;
    const end = worked() + milliseconds;
    while (worked() < end);
    return new Records([{ record: { text: 'é<\n'.repeat(length) }, cursor: {} }]);
  },
}) as unknown as AnyModule;

let folder: string;
let wiki: WikiBuilder;
let server: RunningServer;
let port: number;
const logged: Record<string, unknown>[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-hostile-'));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { busy: '*', json: '*', jsonfm: '*' } }),
  );
  const plugins: Readonly<Record<string, unknown>> = { busy, json, jsonfm };
  for (const name of Object.keys(plugins)) {
    const plugin = join(folder, 'node_modules', name);
    await mkdir(plugin, { recursive: true });
    await writeFile(join(plugin, 'package.json'), JSON.stringify({ name, version: '1.0.0', wikiquery: { contract: CONTRACT } }));
  }
  wiki = await openWiki();
  await wiki.page('Main Page');
  vi.spyOn(output, 'write').mockImplementation(line => logged.push(JSON.parse(String(line))) > 0);
  const settings = {
    ...defaultSettings(folder),
    database: wiki.url,
    port: 0,
    secretKey: 'k'.repeat(64),
    headersTimeout: 300,
    requestTimeout: 600,
    idleTimeout: 300,
    clients: 4,
  };
  const assembled = await assemble({ root: folder, load: async name => ({ default: plugins[name] }) }, settings);
  server = await listen(assembled, settings);
  port = Number(new URL(server.origin).port);
});
afterAll(async () => {
  await server?.stop();
  await wiki?.close();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const open = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};
/** Sends lines. Returns everything that the server sends until it closes the connection. */
async function exchange(...lines: string[]): Promise<string> {
  const socket = await open();
  socket.on('error', () => {});
  socket.write(lines.join('\r\n'));
  return readText(socket);
}
const QUERY = '/w/api.php?action=query&format=json&formatversion=2&titles=Main_Page';
const CLOSE = ['Host: localhost', 'Connection: close'];
const FORM = 'Content-Type: application/x-www-form-urlencoded';

describe('unusual and malformed requests', () => {
  it.each<[string, string[], RegExp]>([
    ['TRACE', [`TRACE ${QUERY} HTTP/1.1`, ...CLOSE, '', ''], /^HTTP\/1\.1 405 .*invalidmethod/s],
    ['TRACE of another path', ['TRACE / HTTP/1.1', ...CLOSE, '', ''], /^HTTP\/1\.1 405 /],
    ['CONNECT', ['CONNECT localhost:80 HTTP/1.1', ...CLOSE, '', ''], /^HTTP\/1\.1 405 .*invalidmethod/s],
    ['a WebDAV method', [`PROPFIND ${QUERY} HTTP/1.1`, ...CLOSE, '', ''], /^HTTP\/1\.1 405 /],
    ['an unknown method', [`FROB ${QUERY} HTTP/1.1`, ...CLOSE, '', ''], /^HTTP\/1\.1 400 .*badrequest/s],
    [
      'Upgrade, which a server can ignore',
      [`GET ${QUERY} HTTP/1.1`, 'Host: localhost', 'Connection: Upgrade, close', 'Upgrade: websocket', '', ''],
      /^HTTP\/1\.1 200 .*"pageid"/s,
    ],
    ['HTTP/1.0', [`GET ${QUERY} HTTP/1.0`, '', ''], /^HTTP\/1\.1 200 .*"pageid"/s],
    ['an absolute URL', [`GET http://localhost${QUERY} HTTP/1.1`, ...CLOSE, '', ''], /^HTTP\/1\.1 200 .*"pageid"/s],
    ['no host', [`GET ${QUERY} HTTP/1.1`, 'Connection: close', '', ''], /^HTTP\/1\.1 400 /],
    ['an unknown version', [`GET ${QUERY} HTTP/3.9`, ...CLOSE, '', ''], /^HTTP\/1\.1 (?:400|505) /],
    ['two lengths', [`POST ${QUERY} HTTP/1.1`, ...CLOSE, FORM, 'Content-Length: 1', 'Content-Length: 2', '', 'ab'], /^HTTP\/1\.1 400 /],
    ['an invalid length', [`POST ${QUERY} HTTP/1.1`, ...CLOSE, FORM, 'Content-Length: -1', '', 'ab'], /^HTTP\/1\.1 400 /],
    [
      'a length and chunks',
      [`POST ${QUERY} HTTP/1.1`, ...CLOSE, FORM, 'Content-Length: 2', 'Transfer-Encoding: chunked', '', '0', '', ''],
      /^HTTP\/1\.1 400 /,
    ],
    ['an unknown transfer encoding', [`POST ${QUERY} HTTP/1.1`, ...CLOSE, FORM, 'Transfer-Encoding: wiki', '', 'a=b'], /^HTTP\/1\.1 400 /],
    ['invalid chunks', [`POST ${QUERY} HTTP/1.1`, ...CLOSE, FORM, 'Transfer-Encoding: chunked', '', 'zz', 'a'], /^HTTP\/1\.1 400 /],
    ['a header over several lines', [`GET ${QUERY} HTTP/1.1`, ...CLOSE, 'X-A: b', ' c', '', ''], /^HTTP\/1\.1 (?:200|400) /],
    ['unterminated headers', [`GET ${QUERY} HTTP/1.1`, `X-A: ${'x'.repeat(70_000)}`, '', ''], /^HTTP\/1\.1 431 .*urltoolong/s],
    ['no HTTP', ['\x16\x03\x01\x02\x00\x01\x00\x01', '', ''], /^HTTP\/1\.1 400 /],
  ])('a request with %s gets the expected status', async (_what, lines, expected) => {
    expect(await exchange(...lines)).toMatch(expected);
  });

  const SMUGGLED = `GET ${QUERY}&requestid=smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const posted = (...headers: string[]) =>
    [`POST ${QUERY.replace(/&titles.*/, '')} HTTP/1.1`, 'Host: localhost', FORM, ...headers, '', ''].join('\r\n');
  it.each<[string, string, RegExp]>([
    ['a length and chunks', `${posted('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`, /400 /],
    ['chunks and a length', `${posted('Transfer-Encoding: chunked', 'Content-Length: 4')}0\r\n\r\n`, /400 /],
    ['chunks twice', `${posted('Transfer-Encoding: chunked, chunked')}0\r\n\r\n`, /400 /],
    ['chunks that are not the last encoding', `${posted('Transfer-Encoding: chunked, identity')}0\r\n\r\n`, /400 /],
    [
      'two encodings in two headers',
      `${posted('Transfer-Encoding: identity', 'Transfer-Encoding: chunked', 'X: y')}0\r\n\r\n`,
      /(?:400|200) /,
    ],
    ['an encoding after a vertical tab', `${posted('Transfer-Encoding: \x0bchunked')}0\r\n\r\n`, /400 /],
    ['a space before the colon', `${posted('Transfer-Encoding : chunked')}0\r\n\r\n`, /400 /],
    ['a folded header', `${posted('Transfer-Encoding:', ' chunked')}0\r\n\r\n`, /400 /],
    ['a NUL in a header', posted('X: a\0b'), /400 /],
    ['a line that ends with CR alone', `GET ${QUERY} HTTP/1.1\rHost: localhost\r\r`, /400 /],
    ['lines that end with LF alone', `GET ${QUERY} HTTP/1.1\nHost: localhost\n\n`, /400 /],
    ['a chunk size with a sign', `${posted('Transfer-Encoding: chunked')}+0\r\n\r\n`, /400 /],
    ['a chunk size in another base', `${posted('Transfer-Encoding: chunked')}0x0\r\n\r\n`, /400 /],
    ['a chunk size that overflows', `${posted('Transfer-Encoding: chunked')}${'F'.repeat(17)}\r\n`, /400 /],
    ['a chunk that is longer than its size', `${posted('Transfer-Encoding: chunked')}1\r\nabc\r\n0\r\n\r\n`, /400 /],
    ['a chunk that ends with LF alone', `${posted('Transfer-Encoding: chunked')}1\r\na\n0\r\n\r\n`, /400 /],
    ['an endless chunk extension', `${posted('Transfer-Encoding: chunked')}1;${'x'.repeat(20_000)}\r\n`, /413 /],
    ['endless trailers', `${posted('Transfer-Encoding: chunked')}0\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, /(?:431|413|400) /],
    ['a length with a sign', `${posted('Content-Length: +0')}`, /400 /],
    ['a length with a list', `${posted('Content-Length: 0, 0')}`, /400 /],
    ['a length that overflows', `${posted('Content-Length: 18446744073709551616')}`, /400 /],
    ['a body that is too long', posted('Content-Length: 99999999'), /413 /],
    ['a method of another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /(?:400|405|505) /],
  ])('a request that is smuggled behind %s is not executed', async (_what, bytes, status) => {
    const responses = (await exchange(bytes + SMUGGLED)).split(/(?=HTTP\/1\.1 )/);
    expect(responses.map(each => each.slice(9, 13))).toEqual([expect.stringMatching(status)]);
    expect(responses.join('')).not.toContain('smuggled');
  });

  it('the body of a GET request is not executed as a request', async () => {
    const bytes = `GET ${QUERY}&requestid=outer HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`;
    const responses = await exchange(bytes);
    expect(responses.match(/"requestid":"\w+"/g)).toEqual(['"requestid":"outer"']);
  });

  it('an HTTP/1.0 connection stays open only if the client requests keep-alive', async () => {
    const one = (id: number, ...headers: string[]) => [`GET ${QUERY}&requestid=r${id} HTTP/1.0`, ...headers, '', ''].join('\r\n');
    expect((await exchange(one(1))).match(/"requestid":"r\d"/g)).toEqual(['"requestid":"r1"']);
    expect(await exchange(one(1) + one(2))).not.toContain('"requestid":"r2"');
    const kept = await exchange(one(1, 'Connection: keep-alive') + one(2));
    expect(kept.match(/"requestid":"r\d"/g)).toEqual(['"requestid":"r1"', '"requestid":"r2"']);
  });

  it('a request with Expect: 100-continue gets status 100 before its body, and one with another expectation gets 417', async () => {
    const socket = await open();
    const answer = readText(socket);
    socket.write(
      [`POST ${QUERY.replace(/&titles.*/, '')} HTTP/1.1`, ...CLOSE, FORM, 'Content-Length: 16', 'Expect: 100-continue', '', ''].join(
        '\r\n',
      ),
    );
    setTimeout(() => socket.write('titles=Main_Page'), 20);
    expect(await answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 .*"pageid"/s);
    expect(await exchange(`GET ${QUERY} HTTP/1.1`, ...CLOSE, 'Expect: wonders', '', '')).toMatch(/^HTTP\/1\.1 417 /);
  });

  it('pipelined requests get their responses in order', async () => {
    const one = (id: number, more: string[]) => [`GET ${QUERY}&requestid=r${id} HTTP/1.1`, 'Host: localhost', ...more, '', ''].join('\r\n');
    const answer = await exchange(
      ...Array.from({ length: 20 }, (_, i) => one(i, i === 19 ? ['Connection: close'] : []))
        .join('')
        .split('\r\n'),
    );
    expect(answer.match(/"requestid":"r\d+"/g)).toEqual(Array.from({ length: 20 }, (_, i) => `"requestid":"r${i}"`));
  });
});

describe('closed connections', () => {
  it.each<[string, string[], RegExp]>([
    ['without a request', [], /^(?:HTTP\/1\.1 408 .*requestincomplete.*)?$/s],
    ['with incomplete headers', [`GET ${QUERY} HTTP/1.1`, 'Host: localhost', 'X-'], /^HTTP\/1\.1 408 .*requestincomplete/s],
    ['with an incomplete body', [`POST ${QUERY} HTTP/1.1`, 'Host: localhost', FORM, 'Content-Length: 100', '', 'a='], /^HTTP\/1\.1 408 /],
    ['that is idle after a response', [`GET ${QUERY} HTTP/1.1`, 'Host: localhost', '', ''], /^HTTP\/1\.1 200 .*"pageid"/s],
  ])('a connection %s is closed', async (_what, lines, expected) => {
    expect(await exchange(...lines)).toMatch(expected);
  });

  it('a connection whose headers trickle is closed', async () => {
    const socket = await open();
    socket.on('error', () => {});
    socket.write(`GET ${QUERY} HTTP/1.1\r\n`);
    const trickle = setInterval(() => socket.write('X-A: b\r\n'), 50);
    const answer = await readText(socket);
    clearInterval(trickle);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('a silent connection is closed for a new one at the connection limit', async () => {
    const silent = await Promise.all(Array.from({ length: 4 }, open));
    const closed = once(silent[0]!, 'close');
    silent[0]!.resume();
    expect(await exchange(`GET ${QUERY} HTTP/1.1`, ...CLOSE, '', '')).toMatch(/^HTTP\/1\.1 200 /);
    await closed;
    for (const socket of silent) socket.destroy();
  });

  it.each([
    ['GET', QUERY, 'Content-Length: 100'],
    ['GET', QUERY, 'Transfer-Encoding: chunked'],
    ['PUT', QUERY, 'Content-Length: 100'],
    ['POST', '/w/images/x', 'Content-Length: 100'],
    ['POST', QUERY, 'Content-Type: a/b\r\nContent-Length: 100'],
  ])('a connection is closed for a new one after the response to an incomplete %s %s with %s', async (method, target, headers) => {
    const answered: Socket[] = [];
    for (let i = 0; i < 4; i++) {
      const socket = await open();
      socket.on('error', () => {});
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`);
      await once(socket, 'data');
      answered.push(socket);
    }
    expect(await exchange(`GET ${QUERY} HTTP/1.1`, ...CLOSE, '', '')).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of answered) socket.destroy();
  });
});

describe('a long response', { timeout: 60_000 }, () => {
  const long = '/w/api.php?action=query&format=jsonfm&list=busy&bslength=60000';

  it('is sent completely, in pieces', async () => {
    const response = await fetch(`${server.origin}${long.replace('jsonfm', 'json')}&utf8=1&callback=cb`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(JSON.parse(text.slice('/**/cb('.length, -1)).query.busy[0].text).toBe('é<\n'.repeat(60_000));
    const page = await (await fetch(`${server.origin}${long}`)).text();
    expect(page).toContain(`\n            &#123;`.replace('&#123;', '{'));
    expect(page.endsWith('</pre></body></html>\n')).toBe(true);
    const head = await fetch(`${server.origin}${long}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('is aborted when its client disconnects, and does not block other requests', async () => {
    const socket = await open();
    socket.write(`GET ${long} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    expect(await exchange(`GET ${QUERY} HTTP/1.1`, ...CLOSE, '', '')).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
    expect(await exchange(`GET ${QUERY} HTTP/1.1`, ...CLOSE, '', '')).toMatch(/^HTTP\/1\.1 200 /);
    expect(logged.filter(({ event }) => event === 'request-failed')).toEqual([]);
  });
});

it('logs the request that blocked the event loop', { timeout: 60_000 }, async () => {
  const heavy = fetch(`${server.origin}/w/api.php?action=query&format=json&list=busy&bsmilliseconds=200&lgtoken=secret`);
  const light = Array.from({ length: 2 }, () => fetch(`${server.origin}${QUERY}`).then(response => response.text()));
  await Promise.all([heavy.then(response => response.text()), ...light]);
  const held = logged.filter(({ event, at }) => event === 'event-loop-blocked' && at === 'query+busy');
  expect(held).toHaveLength(1);
  expect(held[0]).toMatchObject({ request: { action: 'query', modules: ['list=busy'], query: expect.stringContaining('lgtoken=…') } });
  expect(Number(held[0]?.milliseconds)).toBeGreaterThanOrEqual(200);
  expect(await (await fetch(`${server.origin}/metrics`)).text()).toContain('wikiquery_thread_held_seconds_count{at="query+busy"} 1');
});
