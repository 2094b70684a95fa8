// Tests that no encoding of a path leads out of the upstream scripts in proxy mode.
import { posix } from 'node:path';
import { sendBytes } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxiedUpstream, serveProxied } from './proxied.test-kit.ts';

/** Encodings of a dot and of a slash, for servers that decode once, twice or incorrectly. */
const DOTS = ['.', '%2e', '%2E', '%252e', '%25252E', '%c0%ae', '%C0%2E', '%e0%80%ae', '%f0%80%80%ae', '%u002e', '%uff0e', '%ef%bc%8e'];
const SLASHES = ['/', '\\', '%2f', '%5C', '%252F', '%255c', '%c0%af', '%e0%80%af', '%c1%9c', '%u2215', '%ef%bc%8f', '//', '/;x/'];
/** Suffixes that servers cut off a path segment. */
const ENDS = ['', ';', ';a=b', '%3b', '%00', '%20', '%09', '%0d%0a', '%3f', '%23', '%2500'];

const hostilePaths = (): string[] => {
  const paths: string[] = [];
  for (const dot of DOTS) for (const slash of SLASHES) paths.push(`${slash}${dot}${dot}${slash}${dot}${dot}${slash}server-status`);
  for (const dot of DOTS.slice(0, 6))
    for (const end of ENDS) paths.push(`/v1/page/..${end}/${dot}.${end}/x`, `/v1/${dot}${end}/page`, `/v1/page/.${dot}${end}`);
  paths.push(
    '/..',
    '/.',
    '/v1/page/A%2F..',
    '/v1/page/..%2F..%2FA',
    '/v1/./page/A',
    '/%2e',
    '/v1/page/%E2%80%A5/A',
    '/v1/page/%2525252525252e',
  );
  return paths;
};

/** Returns the paths that different servers would read from a request target. */
const readings = (target: string): string[] => {
  const path = target.replace(/\?.*/s, '');
  const read = [path, new URL(target, 'http://upstream').pathname];
  for (let text = path, i = 0; i < 4; i++) {
    text = text.replaceAll(/%([\da-f]{2})/gi, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
    read.push(text);
  }
  return read.map(each => posix.normalize(each.replaceAll('\\', '/').replaceAll(/;[^/]*/g, '')));
};

let server: ProxiedUpstream;
beforeAll(async () => {
  server = await serveProxied();
}, 60_000);
afterAll(() => server?.stop());

const ask = async (target: string, method = 'GET', more = ''): Promise<string> =>
  sendBytes(server.port, `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`);

const passed = async (target: string, method = 'GET', more = ''): Promise<string[]> => {
  const before = server.upstream.received.length;
  const response = await ask(target, method, more);
  expect([target, response.slice(0, 12)]).toEqual([target, 'HTTP/1.1 200']);
  return server.upstream.received.slice(before).map(each => `${each.method} ${each.target}`);
};

describe('a path with a dot segment', () => {
  it('is rejected in every encoding, and does not reach the upstream', { timeout: 60_000 }, async () => {
    const paths = hostilePaths();
    expect(paths.length).toBeGreaterThan(200);
    const before = server.upstream.received.length;
    const outcomes = await Promise.all(
      paths.flatMap(path => ['/w/rest.php', '/rest.php'].map(async script => [path, (await ask(script + path)).slice(0, 12)])),
    );
    // Without a leading slash the path belongs to this server, which has no such page.
    expect(outcomes.filter(([path, status]) => status !== `HTTP/1.1 ${path?.startsWith('/') ? 400 : 404}`)).toEqual([]);
    expect(server.upstream.received.slice(before)).toEqual([]);
  });

  it('is rejected after every script name, and in an absolute request target', async () => {
    for (const target of [
      '/w/index.php/../server-status',
      '/w/api.php/../../server-status',
      '/w/../server-status',
      '/w/rest.php/..;/server-status',
      '/w/rest.php%2f..%2fserver-status',
      'http://other.example/w/rest.php/../../server-status',
      '//other.example/../server-status',
    ]) {
      const before = server.upstream.received.length;
      expect([target, (await ask(target)).slice(0, 10)]).toEqual([target, 'HTTP/1.1 4']);
      expect(server.upstream.received.slice(before)).toEqual([]);
    }
  });
});

it('a forwarded path stays below its script, in every interpretation', { timeout: 60_000 }, async () => {
  for (const dot of ['.', '..', '...', '%2e%2e%2e', '%25'])
    for (const word of [`${dot}x`, `x${dot}`, `x${dot}x`, `${dot}/x`, `x\\${dot}y`, `;${dot}`, `#/${dot}/x`, `x%23${dot}`])
      await ask(`/w/rest.php/v1/page/${word}`);
  const targets = server.upstream.received.map(each => each.target);
  expect(targets.length).toBeGreaterThan(10);
  const scripts = ['/w/api.php', '/w/index.php', '/w/rest.php'];
  const leaves = (path: string) => !scripts.some(script => path === script || path.startsWith(`${script}/`));
  expect(targets.filter(target => readings(target).some(leaves))).toEqual([]);
});

it.each([
  ['/v1/page/A..B'],
  ['/v1/page/...'],
  ['/v1/page/%2Ehack%2F%2FSign'],
  ['/v1/page/Main_Page%2F..x%2Fy'],
  ['/v1/page/$&'],
  ['/v1/page/$$/$1/$`/history'.replace('`', '%60')],
  ["/v1/page/$'"],
  ['/v1/page/100%25'],
  ['/v1/page/%E3%83%A1%E3%82%A4%E3%83%B3/html'],
  ['/v1/page/A;B=C'],
  ['//v1/page/A'],
  ['/v1/page/A?x=..&y=../..&z=%2e%2e%2f$&'],
  ['/v1/page/A%2FB%5CC'],
  ['/v1/page/%C0%C1'],
  [''],
  ['/'],
  ['?action=x'],
])('the REST path %j reaches the upstream unchanged', async path => {
  expect(await passed(`/w/rest.php${path}`)).toEqual([`GET /w/rest.php${path}`]);
});

it('a query string reaches every upstream script unchanged, and `#` does not end it', async () => {
  expect(await passed('/w/index.php?title=$&$$&$1=%26')).toEqual(['GET /w/index.php?title=$&$$&$1=%26']);
  expect(await passed('/w/api.php?action=edit&x=$&$`'.replace('`', '%60'))).toEqual(['GET /w/api.php?action=edit&x=$&$%60']);
  expect(await passed('/w/api.php?action=edit&x=a#&y=b')).toEqual(['GET /w/api.php?action=edit&x=a%23&y=b']);
});

describe('the methods that are forwarded', () => {
  const ALL = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'MOVE', 'LOCK', 'PURGE', 'QUERY', 'LINK'];
  it.each([
    ['/w/api.php?action=edit', ['GET', 'HEAD', 'POST']],
    ['/w/index.php?title=A', ['GET', 'HEAD', 'POST']],
    ['/w/rest.php/v1/other/A', ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']],
  ])('are only the methods that %s accepts', async (target, known) => {
    const before = server.upstream.received.length;
    const statuses: Record<string, string> = {};
    for (const method of ALL) statuses[method] = (await ask(target, method, 'Content-Length: 0\r\n')).slice(9, 12);
    expect(server.upstream.received.slice(before).map(each => each.method)).toEqual(known);
    // This server itself responds to OPTIONS for the action API.
    for (const method of ALL.filter(each => !known.includes(each) && (each !== 'OPTIONS' || target.includes('index'))))
      expect([method, statuses[method]]).toEqual([method, '405']);
  });

  it('do not include CONNECT, and upgrades are not forwarded', async () => {
    const before = server.upstream.received.length;
    expect(await ask('upstream:80', 'CONNECT')).toMatch(/^HTTP\/1\.1 405 /);
    const more = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAA\r\n';
    await ask('/w/rest.php/v1/socket', 'GET', more);
    for (const { headers } of server.upstream.received.slice(before)) expect(headers).not.toHaveProperty('upgrade');
  });
});

describe('a body is never read as a request by the upstream', () => {
  const SHORT = 'GET /server-status HTTP/1.1\r\nHost: upstream\r\n\r\n';
  const bodies = [SHORT, SHORT.padEnd(70_000, 'x')];
  const framings: readonly ((body: string) => string)[] = [
    body => `Content-Length: ${body.length}\r\n\r\n${body}`,
    body => `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ];
  const PAGES = ['GET', 'HEAD', 'POST'];
  const scripts: readonly (readonly [string, readonly string[]])[] = [
    ['/w/rest.php/v1/other/A', [...PAGES, 'PUT', 'DELETE', 'PATCH', 'OPTIONS']],
    ['/w/api.php?action=edit', PAGES],
    ['/w/index.php?title=A', PAGES],
  ];
  it.each(scripts.flatMap(([target, methods]) => methods.map(method => [method, target] as const)))('via %s %s', async (method, target) => {
    const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
    for (const body of bodies) {
      for (const frame of framings) {
        for (const connection of ['close', 'close, content-length, transfer-encoding']) {
          const before = server.upstream.received.length;
          await sendBytes(server.port, `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n${frame(body)}`);
          // The next request uses the same connection to the upstream.
          await ask(target);
          const received = server.upstream.received.slice(before).map(each => [each.method, each.target, each.body]);
          expect(received).toEqual([
            [method, target, hasBody ? body : ''],
            ['GET', target, ''],
          ]);
        }
      }
    }
  });
});
