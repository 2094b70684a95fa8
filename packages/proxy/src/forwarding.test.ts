// Tests the client address that an upstream receives. The upstream is a recording server or the MediaWiki at TEST_MEDIAWIKI_API.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sanitizeAddress } from '@wikiquery/addresses';
import { open } from '@wikiquery/database';
import { assemble, defaultSettings, listen, type RunningServer } from '@wikiquery/server';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { app } from './proxied.test-kit.ts';

const FALSE = '203.0.113.66';
const TRUE = '198.51.100.7';
type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Headers of requests from a client (127.0.0.9) to a server without trusted proxies. */
const direct: readonly Headers[] = [
  {},
  { 'X-Forwarded-For': FALSE },
  { 'X-Forwarded-For': `${FALSE}, 127.0.0.1` },
  { 'X-Forwarded-For': [FALSE, '127.0.0.1'] },
  { 'X-Forwarded-For': '' },
  { 'X-Forwarded-For': 'unknown' },
  { 'X-Forwarded-For': '<script>, ,;' },
  { 'X-Forwarded-For': '2001:db8::66' },
  { 'X-Forwarded-For': Array.from({ length: 500 }, () => FALSE).join(', ') },
  { X_Forwarded_For: FALSE },
  { 'X.Forwarded.For': FALSE },
  { 'X-FORWARDED_FOR': FALSE },
  { 'X-Real-IP': FALSE },
  { 'X-Client-IP': FALSE, 'Client-IP': FALSE, 'True-Client-IP': FALSE },
  { 'CF-Connecting-IP': FALSE, 'Fastly-Client-IP': FALSE, 'X-Cluster-Client-IP': FALSE },
  { Forwarded: `for=${FALSE};proto=https;host=evil.example` },
  { Via: '1.1 127.0.0.1', 'X-Forwarded-For': FALSE },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Server': 'evil.example', 'X-Forwarded-Port': '1', 'X-Forwarded-Proto': 'https' },
  { Connection: 'keep-alive, X-Forwarded-For', 'X-Forwarded-For': FALSE },
  { Connection: 'X-Forwarded-For, X-Forwarded-Proto, Host, Content-Length, Content-Type' },
  { Connection: 'close', 'Keep-Alive': 'timeout=5', TE: 'trailers', 'Proxy-Connection': 'keep-alive' },
  { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQCAAAAAAIAAAAA' },
  { 'Remote-Addr': FALSE, 'X-Remote-Addr': FALSE, 'HTTP-Client-IP': FALSE },
];

/** Headers of requests from a trusted proxy (127.0.0.1), with the expected client address. */
const behindProxy: readonly (readonly [Headers, string])[] = [
  [{}, '127.0.0.1'],
  [{ 'X-Forwarded-For': TRUE }, TRUE],
  [{ 'X-Forwarded-For': `${FALSE}, ${TRUE}` }, TRUE],
  [{ 'X-Forwarded-For': [FALSE, TRUE] }, TRUE],
  [{ 'X-Forwarded-For': ` ${FALSE} ,, ${TRUE} , , ` }, TRUE],
  [{ 'X-Forwarded-For': `${TRUE}, 127.0.0.1` }, TRUE],
  [{ 'X-Forwarded-For': `127.0.0.1, ${TRUE}, 127.0.0.1, 127.0.0.1` }, TRUE],
  [{ 'X-Forwarded-For': `unknown, ${TRUE}` }, TRUE],
  [{ 'X-Forwarded-For': `<garbage>, ${FALSE}, ${TRUE}` }, TRUE],
  [{ 'X-Forwarded-For': `${FALSE}, garbage` }, '127.0.0.1'],
  [{ 'X-Forwarded-For': `${FALSE}, unknown` }, '127.0.0.1'],
  [{ 'X-Forwarded-For': `${FALSE}, 300.1.1.1` }, '127.0.0.1'],
  [{ 'X-Forwarded-For': `${FALSE}, ${TRUE}:51234` }, TRUE],
  [{ 'X-Forwarded-For': `${FALSE}, ::ffff:${TRUE}` }, TRUE],
  [{ 'X-Forwarded-For': `${FALSE}, ::FFFF:C633:6407` }, TRUE],
  [{ 'X-Forwarded-For': `${FALSE}, 2001:db8::1a` }, '2001:DB8:0:0:0:0:0:1A'],
  [{ 'X-Forwarded-For': `${FALSE}, [2001:db8::1a]:443` }, '2001:DB8:0:0:0:0:0:1A'],
  [{ 'X-Forwarded-For': `${FALSE}, fe80::1%eth0` }, 'FE80:0:0:0:0:0:0:1'],
  [{ 'X-Forwarded-For': `${FALSE}, 10.0.0.8` }, '10.0.0.8'],
  [{ 'X-Forwarded-For': `${Array.from({ length: 500 }, () => FALSE).join(',')},${TRUE}` }, TRUE],
  [{ 'X-Forwarded-For': TRUE, 'X-Real-IP': FALSE, Forwarded: `for=${FALSE}`, X_Forwarded_For: FALSE }, TRUE],
  [{ 'X-Forwarded-For': TRUE, 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'wiki.example', 'X-Forwarded-Port': '443' }, TRUE],
  [{ 'X-Forwarded-For': TRUE, Connection: 'X-Forwarded-For, Cookie' }, TRUE],
];

/** Headers of requests to a server that trusts one hop, with the expected client address. */
const behindOne: readonly (readonly [Headers, string])[] = [
  [{ 'X-Forwarded-For': TRUE }, TRUE],
  [{ 'X-Forwarded-For': `${FALSE}, ${TRUE}` }, TRUE],
  [{ 'X-Forwarded-For': `${FALSE}, 127.0.0.1` }, '127.0.0.1'],
  [{ 'X-Forwarded-For': `${FALSE}, fd00::8` }, 'FD00:0:0:0:0:0:0:8'],
  [{ 'X-Forwarded-For': `${FALSE},` }, FALSE],
];

interface Row {
  readonly proxies: string;
  readonly from: string;
  readonly headers: Headers;
  readonly expected: string;
}
const rows: readonly Row[] = [
  ...direct.map(headers => ({ proxies: '', from: '127.0.0.9', headers, expected: '127.0.0.9' })),
  ...behindProxy.map(([headers, expected]) => ({ proxies: '127.0.0.1', from: '127.0.0.1', headers, expected })),
  ...behindOne.map(([headers, expected]) => ({ proxies: '1', from: '127.0.0.9', headers, expected })),
];

interface Wiki {
  readonly api: string;
  readonly database: string;
  /** Returns the addresses to which the wiki attributed the edits with these summaries. */
  editors(summaries: readonly string[]): Promise<readonly (string | undefined)[]>;
  stop(): Promise<void>;
}

const { TEST_MEDIAWIKI_API, TEST_MEDIAWIKI_DATABASE } = process.env;
const wikis: Readonly<Record<string, () => Promise<Wiki>>> = {
  'a recording upstream': tellingServer,
  ...(TEST_MEDIAWIKI_API && TEST_MEDIAWIKI_DATABASE && { 'a MediaWiki': () => mediaWiki(TEST_MEDIAWIKI_API, TEST_MEDIAWIKI_DATABASE) }),
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-forwarding-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(Object.entries(wikis))('in proxy mode with %s', (name, start) => {
  let wiki: Wiki;
  const servers = new Map<string, RunningServer>();
  beforeAll(async () => {
    wiki = await start();
    for (const proxies of new Set(rows.map(row => row.proxies))) servers.set(proxies, await serve(wiki, proxies));
  }, 60_000);
  afterAll(async () => {
    for (const server of servers.values()) await server.stop();
    await wiki?.stop();
  });

  it("the upstream attributes edits to the client's true address", { timeout: 120_000 }, async () => {
    const run = `${name} ${process.pid} ${Date.now()}`;
    const summaries = rows.map((_row, at) => `${run} ${at}`);
    for (const [at, row] of rows.entries()) {
      const body = new URLSearchParams({ action: 'edit', title: 'Addresses', text: summaries[at]!, summary: summaries[at]!, token: '+\\' });
      const { status, answer } = await send(servers.get(row.proxies)!, row, `${body.toString()}&format=json`);
      expect([row.headers, status, JSON.parse(answer)]).toEqual([
        row.headers,
        200,
        { edit: expect.objectContaining({ result: 'Success' }) },
      ]);
    }
    const seen = await wiki.editors(summaries);
    expect(rows.map(({ headers }, at) => [headers, seen[at]])).toEqual(rows.map(({ headers, expected }) => [headers, expected]));
  });

  it('only HTTP methods that the API accepts are forwarded', async () => {
    for (const method of ['TRACE', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      const { status, answer } = await send(servers.get('')!, { from: '127.0.0.9', headers: {} }, '', method, '?action=edit');
      expect([method, status, JSON.parse(answer).error.code]).toEqual([method, 405, 'invalidmethod']);
    }
    const head = await send(servers.get('')!, { from: '127.0.0.9', headers: {} }, '', 'HEAD', '?action=opensearch&search=x&format=json');
    expect(head).toMatchObject({ status: 200, answer: '' });
  });

  it.each([
    'POST /w/api.php HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /w/api.php HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
    'POST /w/api.php HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    'POST /w/api.php HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
    'POST /w/api.php HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nabcde',
    'POST /w/api.php HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;\n\r\nabcde\r\n0\r\n\r\n',
    'GET /w/api.php HTTP/1.1\r\nHost: x\r\nX: a\r\n\tb\r\n : c\r\n\r\n',
    'GET /w/api.php?action=edit HTTP/1.1\nHost: x\n\nGET / HTTP/1.1\n\n',
  ])('rejects the invalid request %j', async bytes => {
    const { hostname, port } = new URL(servers.get('')!.origin);
    const socket = connect(Number(port), hostname);
    socket.end(bytes);
    const answers = await text(socket);
    expect(answers).toMatch(/^HTTP\/1\.1 400 /);
    expect(answers.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

it('requests for wiki pages are forwarded', async () => {
  const telling = await tellingServer();
  const server = await serve(telling, '');
  try {
    for (const path of ['/w/index.php', '/index.php']) {
      const shown = await fetch(`${server.origin}${path}?title=A_b&action=history`);
      expect([shown.status, shown.headers.get('x-path')]).toEqual([200, '/w/index.php?title=A_b&action=history']);
      const sent = await fetch(`${server.origin}${path}`, { method: 'POST', body: new URLSearchParams({ action: 'edit' }) });
      expect([sent.headers.get('x-path'), await sent.json()]).toEqual(['/w/index.php', { edit: { result: 'Success' } }]);
    }
    expect((await fetch(`${server.origin}/w/index.php/../secret`)).status).toBe(404);
  } finally {
    await server.stop();
    await telling.stop();
  }
});

it('end-to-end headers are forwarded, but no hop-by-hop headers', async () => {
  const telling = await tellingServer();
  const [plain, proxied] = [await serve(telling, ''), await serve(telling, '127.0.0.1')];
  const told = async (server: RunningServer, headers: Headers, body = '', method = 'GET'): Promise<IncomingHttpHeaders> => {
    const { answer } = await send(server, { from: '127.0.0.1', headers }, body, method, '?action=tell');
    return JSON.parse(answer) as IncomingHttpHeaders;
  };
  try {
    const connection = { Connection: 'Cookie, Authorization, Origin, Treat-as-Untrusted, X-Own', 'X-Own': '1' };
    const kept = {
      cookie: 'wiki_session=1',
      authorization: 'Bearer x',
      origin: 'https://a.example',
      'treat-as-untrusted': '1',
      'x-other': '2',
    };
    const seen = await told(plain, {
      ...connection,
      ...kept,
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Port': '1',
      Expect: '100-continue',
    });
    expect(seen).toMatchObject({
      ...kept,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(plain.origin).host,
      'x-forwarded-port': new URL(plain.origin).port,
      via: expect.stringMatching(/^1\.1 wikiquery-\w+$/),
    });
    for (const name of ['x-own', 'expect', 'upgrade', 'te', 'x-real-ip']) expect(seen).not.toHaveProperty(name);
    expect(
      await told(proxied, {
        'X-Forwarded-For': `junk, 192.0.2.3, ${TRUE}`,
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Host': 'wiki.example',
      }),
    ).toMatchObject({
      'x-forwarded-for': `192.0.2.3, ${TRUE}`,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'wiki.example',
      'x-forwarded-port': '443',
    });
    // A chunked body is forwarded with its length. GET is forwarded without a body.
    expect(await told(plain, { 'Transfer-Encoding': 'chunked' }, 'x=1', 'POST')).toMatchObject({ 'content-length': '3' });
    expect(await told(plain, { 'Transfer-Encoding': 'chunked' }, 'x=1', 'GET')).toMatchObject({ 'content-length': '0' });

    const { headers } = await send(plain, { from: '127.0.0.1', headers: {} }, '', 'GET', '?action=tell');
    expect(headers).toMatchObject({ 'x-own': 'kept', 'set-cookie': ['a=1', 'b=2'] });
    for (const name of ['x-hop', 'proxy-authenticate', 'upgrade']) expect(headers).not.toHaveProperty(name);
  } finally {
    await Promise.all([plain.stop(), proxied.stop()]);
    await telling.stop();
  }
});

it('an upstream URL that leads back to the server is reported as a loop', async () => {
  const telling = await tellingServer();
  const port = await freePort();
  const server = await serve({ ...telling, api: `http://127.0.0.1:${port}/w/api.php` }, '', port);
  try {
    const { status, answer } = await send(server, { from: '127.0.0.1', headers: {} }, '', 'GET', '?action=parse');
    expect([status, JSON.parse(answer).error.code]).toEqual([508, 'upstreamloop']);
  } finally {
    await server.stop();
    await telling.stop();
  }
});

async function serve({ api, database }: Wiki, proxies: string, port = 0): Promise<RunningServer> {
  const settings = {
    ...defaultSettings(folder),
    database,
    upstream: new URL(api),
    port,
    secretKey: 'k'.repeat(64),
    trustProxy: proxies ? [proxies] : [],
  };
  return listen(await assemble(app, settings), settings);
}

async function send(
  { origin }: RunningServer,
  { from, headers }: Pick<Row, 'from' | 'headers'>,
  body: string,
  method = 'POST',
  query = '',
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; answer: string }> {
  const all = { ...(body && { 'Content-Type': 'application/x-www-form-urlencoded' }), ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => [value].flat().map(each => [name, each] as const));
  const length = body && !('Transfer-Encoding' in headers) ? [['Content-Length', String(body.length)] as const] : [];
  const sent = request(`${origin}/w/api.php${query}`, {
    method,
    localAddress: from,
    agent: false,
    headers: [...lines, ...length, ['Host', new URL(origin).host] as const].flat(),
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, answer: await text(response) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** Opens a MediaWiki with `$wgCdnServers = [ '127.0.0.1' ]`. */
async function mediaWiki(api: string, address: string): Promise<Wiki> {
  const database = await open(address);
  return {
    api,
    database: address,
    async editors(summaries) {
      const found = await database.db
        .selectFrom('recentchanges')
        .innerJoin('comment', 'comment_id', 'rc_comment_id')
        .innerJoin('actor', 'actor_id', 'rc_actor')
        .select(['comment_text', 'actor_name'])
        .where('comment_text', 'in', [...summaries])
        .execute();
      const names = new Map(found.map(({ comment_text, actor_name }) => [comment_text, actor_name]));
      return summaries.map(summary => names.get(summary));
    },
    stop: () => database.close(),
  };
}

/** Starts an upstream that accepts every edit. It reads the last address of the chain, as a wiki does that trusts only this server. */
async function tellingServer(): Promise<Wiki> {
  const wiki: TestWiki = await openWiki('sqlite');
  const seen = new Map<string, string>();
  const server = createServer(async (asked, response) => {
    const form = new URLSearchParams(`${asked.url?.split('?')[1] ?? ''}&${await text(asked)}`);
    const chain = (asked.headers['x-forwarded-for'] as string | undefined) ?? '';
    seen.set(form.get('summary') ?? '', chain.slice(chain.lastIndexOf(',') + 1).trim());
    const own = { Connection: 'keep-alive, X-Hop', 'X-Hop': '1', 'Proxy-Authenticate': 'Basic', Upgrade: 'h2c', 'X-Own': 'kept' };
    response.writeHead(200, { 'Content-Type': 'application/json', 'Set-Cookie': ['a=1', 'b=2'], 'X-Path': asked.url, ...own });
    response.end(JSON.stringify(form.get('action') === 'edit' ? { edit: { result: 'Success' } } : asked.headers));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/w/api.php`,
    database: wiki.url,
    editors: async summaries => summaries.map(summary => sanitizeAddress(seen.get(summary) ?? '')),
    async stop() {
      await new Promise(resolve => server.close(resolve));
      await wiki.close();
    },
  };
}
