// Cache headers: every response has a Cache-Control, and its Vary names the headers that it depends on.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultSite } from '@wikiquery/site';
import { openWiki, type TestWiki } from '@wikiquery/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '../config/settings.ts';
import type { RunningServer } from '../lifecycle/running-server.ts';
import { assemble } from '../wiki/assemble.ts';
import { listen } from './listen.ts';

let wiki: TestWiki;
let folder: string;
const servers: RunningServer[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wikiquery-cache-headers-'));
  await mkdir(join(folder, 'images'));
  await writeFile(join(folder, 'images', 'Pier.svg'), '<svg/>');
  await mkdir(join(folder, 'explorer'));
  await writeFile(join(folder, 'explorer', 'index.html'), '');
  wiki = await openWiki();
  await wiki.page('Pier', { text: '-{zh-hans:木; zh-hant:本}- wood [[Pier]]' });
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await wiki.close();
  await rm(folder, { recursive: true, force: true });
});

async function serve(more: Partial<Settings> = {}): Promise<string> {
  const root = fileURLToPath(new URL('../../../../apps/server', import.meta.url));
  const images = join(folder, 'images');
  // Without these extensions, the server itself serves the file, which has no row in the database, and no wiki pages.
  const exclude = ['@wikiquery/thumbnails', '@wikiquery/reader'];
  const settings = { ...defaultSettings(folder), database: wiki.url, images, exclude, port: 0, secretKey: 'k'.repeat(64), ...more };
  const app = { root, load: (name: string) => import(import.meta.resolve(name, `file://${root}/src/main.ts`)) };
  // A replacement for the explorer, whose files may not have been built.
  const pages = [{ name: 'explorer', folder: join(folder, 'explorer') }];
  const assembled = await assemble(app, settings);
  const context = { ...assembled.context, discovered: { ...assembled.context.discovered, pages } };
  const server = await listen({ ...assembled, context }, settings);
  servers.push(server);
  return server.origin;
}

/** Sends a request without normalizing its path. */
function send(origin: string, path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    cacheControl: string | undefined;
    vary: string | undefined;
  }>();
  const { hostname, port } = new URL(origin);
  request({ hostname, port, path, method, headers, agent: false }, response => {
    response.resume();
    const { 'cache-control': cacheControl, vary } = response.headers;
    response.on('end', () => resolve({ status: response.statusCode ?? 0, cacheControl, vary }));
  })
    .once('error', reject)
    .end();
  return promise;
}

describe('Cache-Control', () => {
  let origin: string;
  beforeAll(async () => {
    origin = await serve();
  });

  it.each<[path: string, status: number, cacheControl: string]>([
    // The same values as in MediaWiki 1.43.
    ['/w/rest.php/v1/page/Pier', 200, 'max-age=5'],
    ['/w/rest.php/v1/page/Pier/bare', 200, 'max-age=5'],
    ['/w/rest.php/v1/page/Pier/html', 200, 'max-age=5'],
    ['/w/rest.php/v1/page/Pier/with_html', 200, 'max-age=5'],
    ['/w/rest.php/v1/page/Pier/history/counts/edits', 200, 'max-age=60'],
    ['/w/rest.php/v1/search/title?q=Pi', 200, 'public, max-age=1200'],
    ['/w/rest.php/v1/revision/1', 200, 'max-age=5'],
    ['/w/rest.php/v1/revision/1/html', 200, 'max-age=5'],
    // MediaWiki sets no lifetime for these REST routes and errors.
    ['/w/rest.php/v1/page/Pier/history', 200, 'private,no-cache,s-maxage=0'],
    ['/w/rest.php/v1/page/Pier/links/language', 200, 'private,no-cache,s-maxage=0'],
    ['/w/rest.php/v1/page/Pier/links/media', 200, 'private,no-cache,s-maxage=0'],
    ['/w/rest.php/v1/search/page?q=Pi', 200, 'private,no-cache,s-maxage=0'],
    ['/w/rest.php/v1/page/pier', 301, 'private,no-cache,s-maxage=0'],
    ['/w/rest.php/v1/page/Nowhere', 404, 'private,no-cache,s-maxage=0'],
    ['/w/rest.php/v1/search/page', 400, 'private,no-cache,s-maxage=0'],
    ['/w/rest.php/nowhere', 404, 'private,no-cache,s-maxage=0'],
    ['/w/rest.php', 308, 'private,no-cache,s-maxage=0'],
    ['/w/api.php', 200, 'private, must-revalidate, max-age=0'],
    ['/w/api.php?action=query&format=json', 200, 'private, must-revalidate, max-age=0'],
    ['/w/api.php?action=query&format=json&meta=siteinfo&smaxage=60&maxage=60', 200, 's-maxage=60, max-age=60, public'],
    ['/w/api.php?action=nowhere&format=json', 200, 'private, must-revalidate, max-age=0'],
    ['/w/api.php?action=query&origin=https://a.example', 403, 'no-cache'],
    ['/w/api.php?action=help', 200, 'private, must-revalidate, max-age=0'],
    ['/w/images/Pier.svg', 200, 'public, max-age=3600'],
    ['/w/images/Nowhere.svg', 404, 'no-cache'],
    ['/w/images/deleted/x', 404, 'no-cache'],
    ['/w/images/%', 404, 'no-cache'],
    ['/', 200, 'no-cache'],
    ['/explorer', 301, 'no-cache'],
    ['/nowhere', 404, 'no-cache'],
    ['/w/index.php?title=Pier', 404, 'no-cache'],
    ['/schema', 200, 'no-cache'],
    ['/schema/list/allpages.json', 200, 'no-cache'],
    ['/schema/list/nowhere.json', 404, 'no-cache'],
    ['/schema/list/%E0.json', 400, 'no-cache'],
    ['/openapi.json', 200, 'no-cache'],
    ['/healthz', 200, 'no-store'],
    ['/metrics', 200, 'no-store'],
  ])('the Cache-Control of %s, with status %i, is %s', async (path, status, cacheControl) => {
    const got = await send(origin, path);
    expect([got.status, got.cacheControl]).toEqual([status, cacheControl]);
    const head = await send(origin, path, { method: 'HEAD' });
    expect([head.status, head.cacheControl]).toEqual([status, cacheControl]);
  });

  it.each<[method: string, path: string]>([
    ['DELETE', '/w/rest.php/v1/page/Pier'],
    ['OPTIONS', '/w/rest.php/v1/page/Pier'],
    ['POST', '/w/rest.php/v1/transform/wikitext/to/html'],
    ['OPTIONS', '/w/api.php?origin=*'],
    ['DELETE', '/w/api.php'],
    ['PUT', '/nowhere'],
    ['POST', '/nowhere'],
    ['POST', '/openapi.json'],
    ['POST', '/healthz'],
  ])('the Cache-Control of %s %s requires revalidation', async (method, path) => {
    expect((await send(origin, path, { method })).cacheControl).toMatch(/^private|no-cache|no-store/);
  });

  it('failed conditions and ranges have a Cache-Control, but 304 has none, so that the cached response keeps its own', async () => {
    const refused = await send(origin, '/w/rest.php/v1/page/Pier', { headers: { 'if-match': '"x"' } });
    expect([refused.status, refused.cacheControl]).toEqual([412, 'private,no-cache,s-maxage=0']);
    expect(await send(origin, '/w/rest.php/v1/page/Pier', { headers: { 'if-none-match': '*' } })).toEqual({
      ...{ status: 304, cacheControl: undefined },
      vary: expect.stringContaining('x-restbase-compat'),
    });
    const range = await send(origin, '/w/images/Pier.svg', { headers: { range: 'bytes=100-200' } });
    expect([range.status, range.cacheControl]).toEqual([416, 'no-cache']);
  });

  it('the Cache-Control of a response that sets cookies is private', async () => {
    const cookie = `${encodeURIComponent('wiki')}_session=a.b.c`;
    const got = await send(origin, '/w/rest.php/v1/page/Pier', { headers: { cookie } });
    expect(got.cacheControl).toContain('private');
  });
});

describe('Vary', () => {
  const { general } = defaultSite().info as { general: object };
  const codes = ['zh', 'zh-hans', 'zh-hant', 'zh-tw'];
  const LANGUAGE = 'Accept-Language';
  const CACHED = 'format=json&smaxage=60&maxage=60';
  let chinese: string;
  let english: string;
  beforeAll(async () => {
    const site = join(folder, 'site.json');
    await writeFile(
      site,
      JSON.stringify({ query: { general: { ...general, lang: 'zh', variants: codes.map(code => ({ code, name: code })) } } }),
    );
    chinese = await serve({ site });
    english = await serve();
  });

  it.each<[query: string]>([
    [`action=query&meta=siteinfo&${CACHED}`],
    [`action=query&titles=Pier&${CACHED}`],
    [`action=query&prop=info&titles=Pier&${CACHED}`],
    [`action=parse&page=Pier&${CACHED}`],
    [`action=query&list=allpages&apnamespace=x&${CACHED}`],
    [`action=query&meta=userinfo&uiprop=options&format=json&maxage=60`],
  ])('the Vary of %s contains Accept-Language if the wiki has variants and the request specifies no language', async query => {
    expect((await send(chinese, `/w/api.php?${query}`)).vary).toContain(LANGUAGE);
    expect((await send(chinese, `/w/api.php?${query}`, { headers: { 'accept-language': 'zh-hant' } })).vary).toContain(LANGUAGE);
    expect((await send(chinese, `/w/api.php?${query}&uselang=zh-tw`)).vary ?? '').not.toContain(LANGUAGE);
    expect((await send(english, `/w/api.php?${query}`)).vary ?? '').not.toContain(LANGUAGE);
  });

  it('contains Accept-Language if the response contains the accepted languages', async () => {
    const path = '/w/api.php?action=query&meta=userinfo&uiprop=acceptlang&format=json&maxage=60';
    expect((await send(english, path)).vary).toContain(LANGUAGE);
  });
});
